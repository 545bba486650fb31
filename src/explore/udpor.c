#include "explore/explorer.h"
void udpor_run(struct search *s){ odpor_run(s);}
