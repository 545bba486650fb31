/* mazurka: -n 2 => verified|unsupported */
/* file: data.txt ---- */
/* Two ranks write different places of one file: no conflict. */
#include "truth.h"

int main(void)
{
    char text[5] = "";
    int rank = begin(), fd = open("data.txt", O_RDWR);
    assert(pwrite(fd, rank ? "bb" : "aa", 2, 2 * rank) == 2);
    MPI_Barrier(WORLD);
    assert(pread(fd, text, 4, 0) == 4 && strcmp(text, "aabb") == 0);
    return end();
}
