/* mazurka: -n 3 => verified; 6 outcomes
 * cc: -O0
 *
 * The same as isolate.c, built in another way. */
#include "isolate.c"
