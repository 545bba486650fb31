/* mazurka: -n 2 => verified */
/* Printing between two looks changes nothing. */
#include "truth.h"

int main(void)
{
    int flag = 0;
    if (begin() == 0) {
        while (MPI_Iprobe(1, 0, WORLD, &flag, IGNORE), !flag) {
            printf("waiting\n");
            fflush(stdout);
            usleep(100);
        }
        hear(1, 0);
    } else {
        tell(0, 0);
    }
    return end();
}
