/* mazurka: -n 2 => verified */
/* Printing 20 MB is no error. */
#include "truth.h"

int main(void)
{
    begin();
    for (int i = 0; i < 200000; i++)
        printf("%099d\n", i);
    return end();
}
