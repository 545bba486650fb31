/* mazurka: -n 2 => file-race|assertion|unsupported */
/* file: data.txt abc */
/* Memory that both ranks have mapped from one file is shared: rank 0's value may be there
 * or not. */
#include "truth.h"

int main(void)
{
    int rank = begin(), fd = open("data.txt", O_RDWR);
    volatile char *text = mmap(NULL, 3, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (rank == 0)
        text[0] = 'x';
    else
        assert(text[0] == 'a');
    return end();
}
