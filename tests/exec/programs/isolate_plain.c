/* mazurka: -n 3 -- => verified; 6 outcomes
 * mazurka-cflags: -O0
 *
 * The same as isolate.c, built in another way. */
#include "isolate.c"
