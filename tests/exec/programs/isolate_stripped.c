/* mazurka: -n 3 => verified; 6 outcomes
 * cc: -s
 *
 * The same as isolate.c, built in another way. */
#include "isolate.c"
