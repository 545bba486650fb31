/* mazurka: -n 2 => verified */
/* stdin: 42 hello\n */
/* holds for: stdin|standard input */
/* Rank 0 reads what the program is given, and tells the others. */
#include "truth.h"

int main(void)
{
    int x = 0;
    char word[20] = "";
    if (begin() == 0)
        assert(scanf("%d %19s", &x, word) == 2 && strcmp(word, "hello") == 0);
    MPI_Bcast(&x, 1, MPI_INT, 0, WORLD);
    assert(x == 42);
    return end();
}
