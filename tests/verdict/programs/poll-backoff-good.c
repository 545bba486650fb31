/* mazurka: -n 2 => verified|incomplete */
/* The pause between two looks grows; the loop ends when the message has come. */
#include "truth.h"

int main(void)
{
    int flag = 0;
    if (begin() == 0) {
        for (useconds_t pause = 1; MPI_Iprobe(1, 0, WORLD, &flag, IGNORE), !flag;
             pause *= 2)
            usleep(pause);
        hear(1, 0);
    } else {
        tell(0, 0);
    }
    return end();
}
