/* mpich: compiles */
/* The attached buffer belongs to MPI until it is detached, also without messages in it.
 * With 1 the program uses it before. */
#include "truth.h"

static int bad; /* 0 or 1 */

static void detach(void)
{
    void *p;
    int n;
    MPI_Buffer_detach(&p, &n);
}

/* mazurka: -n 1 -- written 0 => verified!any */
/* mazurka: -n 1 -- written 1 => local-race: writes to the attached buffer of MPI_Buffer_attach */
static void on_written(void)
{
    static char space[1000];
    space[0] = 1;
    MPI_Buffer_attach(space, sizeof space);
    if (bad)
        space[100] = 1;
    detach();
    space[100] = 2;
}

/* mazurka: -n 1 -- freed 0 => verified!any */
/* mazurka: -n 1 -- freed 1 => local-race: frees memory of the attached buffer */
static void on_freed(void)
{
    char *space = malloc(1000);
    MPI_Buffer_attach(space, 1000);
    if (bad)
        free(space);
    detach();
    if (!bad)
        free(space);
}

static void attach_mine(void)
{
    char space[1000];
    MPI_Buffer_attach(space, sizeof space);
    if (!bad)
        detach();
}

/* mazurka: -n 1 -- left 0 => verified!any */
/* mazurka: -n 1 -- left 1 => local-race: holds the attached buffer of MPI_Buffer_attach */
static void on_left(void)
{
    attach_mine();
    if (bad)
        detach();
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"written", on_written},
    {"freed", on_freed},
    {"left", on_left},
};

int main(int argc, char **argv)
{
    begin();
    bad = argc > 2 && atoi(argv[2]);
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name))
            cases[i].run();
    return end();
}
