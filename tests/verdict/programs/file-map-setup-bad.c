/* mazurka: -n 2 => unsupported: writes data.txt, which the program has mapped */
/* file: data.txt abc */
/* The file is mapped before main(), and looked at after rank 0 has written it. */
#include "truth.h"

static volatile char *text;

__attribute__((constructor)) static void map(void)
{
    text = mmap(NULL, 3, PROT_READ, MAP_PRIVATE, open("data.txt", O_RDONLY), 0);
}

int main(void)
{
    if (begin() == 0)
        assert(pwrite(open("data.txt", O_RDWR), "Z", 1, 0) == 1);
    MPI_Barrier(WORLD);
    assert(text[0] == 'a');
    return end();
}
