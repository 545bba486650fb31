/* mazurka: -n 3 => verified */
/* Every rank makes sure that the directory is there; who was faster does not matter. */
#include "truth.h"

static void make(const char *name)
{
    if (mkdir(name, 0755) && errno != EEXIST) {
        perror(name);
        MPI_Abort(WORLD, 1);
    }
}

int main(void)
{
    struct stat st;
    begin();
    make("out");
    make("out/deep");
    assert(!stat("out/deep", &st) && S_ISDIR(st.st_mode));
    return end();
}
