/* mazurka: -n 3 => verified; 6 outcomes
 * cc: -no-pie
 *
 * The same as isolate.c, built in another way. */
#include "isolate.c"
