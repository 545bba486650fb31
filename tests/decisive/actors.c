/* actors.c - an actor program from a table, for actors.py.
 *
 * The argument is a list of numbers. For each of 3 actors, for the first, second and
 * third message that it handles, and for each type of message (modulo 3): whether it
 * makes a choice of two first, and for each of the two whether an assertion fails then,
 * how many messages it sends, and for each of them to whom and with which type. At last,
 * how many messages there are in the beginning, and the same for them. No two messages
 * have the same type, so that a report says which one it means. */
#include <mazurka_actor.h>
#include <stdio.h>
#include <stdlib.h>

enum { ACTORS = 3, PHASES = 3, KINDS = 3, MOST = 2, TYPES = 4000 };

struct rule {
    int chooses;
    struct {
        int fails, n, to[MOST], type[MOST];
    } way[2];
};

static struct rule rules[ACTORS][PHASES][KINDS];
static mz_ref all[ACTORS];

struct one {
    int me, handled;
};

static void behave(void *state, const struct mz_message *m)
{
    struct one *s = state;
    if (s->handled >= PHASES)
        return;
    const struct rule *r = &rules[s->me][s->handled][m->type % KINDS];
    int way = r->chooses ? mz_choose(2) : 0;
    s->handled++;
    for (int i = 0; i < r->way[way].n; i++)
        mz_tell(all[r->way[way].to[i]], r->way[way].type[i], NULL, 0);
    mz_assert(!r->way[way].fails);
}

static int next(char **at)
{
    return (int)strtol(*at, at, 10);
}

static void setup(int argc, char **argv)
{
    static char name[TYPES][8];
    static const char *names[TYPES];
    char *at = argc > 1 ? argv[1] : "";
    for (int a = 0; a < ACTORS; a++)
        for (int p = 0; p < PHASES; p++)
            for (int k = 0; k < KINDS; k++) {
                struct rule *r = &rules[a][p][k];
                r->chooses = next(&at);
                for (int w = 0; w < 2; w++) {
                    r->way[w].fails = next(&at);
                    r->way[w].n = next(&at);
                    for (int i = 0; i < r->way[w].n; i++) {
                        r->way[w].to[i] = next(&at);
                        r->way[w].type[i] = next(&at);
                    }
                }
            }
    for (int i = 0; i < TYPES; i++) {
        snprintf(name[i], sizeof name[i], "m%d", i);
        names[i] = name[i];
    }
    mz_type_names(names, TYPES);
    for (int a = 0; a < ACTORS; a++) {
        struct one s = {a, 0};
        snprintf(name[a] + 5, 3, "a%d", a);
        all[a] = mz_spawn(name[a] + 5, behave, &s, sizeof s);
    }
    for (int i = 0, n = next(&at); i < n; i++) {
        int to = next(&at);
        mz_tell(all[to], next(&at), NULL, 0);
    }
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
