/* mazurka: -- setup => verified; this standard input (6 bytes)
 * mazurka: -- actor => unsupported; actors cannot share
 * mazurka: -n 2 -- rank => verified; this standard input (6 bytes)
 * mazurka: -n 2 -- none => verified
 * stdin: hello\n
 *
 * Standard input: main may read it before the actors start; with -n it is the first
 * rank's. */
#include <mazurka.h>
#include <stdio.h>
#include <string.h>

static char line[16];

static void actor(void *reads)
{
    mz_assert(!strcmp(line, reads ? "" : "hello\n"));
    if (reads)
        fgets(line, sizeof line, stdin);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "rank") || !strcmp(what, "none")) {
        if (!strcmp(what, "rank"))
            mz_assert(!fgets(line, sizeof line, stdin) == (mz_self() != 0));
        return 0;
    }
    if (!strcmp(what, "setup"))
        fgets(line, sizeof line, stdin);
    mz_actor_new("reader", actor, !strcmp(what, "actor") ? "yes" : NULL);
    return mz_run();
}
