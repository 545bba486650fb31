/* mazurka: -n 2 => verified */
/* What a program prints, whatever bytes, is no error. */
#include "truth.h"

int main(void)
{
    begin();
    printf("\033[2J\033]0;title\007\xff\xfe%c\n", 0);
    fflush(stdout);
    return end();
}
