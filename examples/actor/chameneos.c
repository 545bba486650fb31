/* SPDX-License-Identifier: Apache-2.0
 *
 * chameneos.c - creatures that meet in a mall and change colour (the chameneos-redux
 * benchmark).
 *
 * A creature asks the mall for a meeting. The mall brings the first two together and
 * tells each who the other is; both take the third colour and ask again. After the
 * last meeting everybody who asks is sent home. 3 creatures and 2 meetings: 216
 * classes (3 times 2 for the first pair, 3 times 2 for the second, 6 for leaving).
 *
 *     mazurka run chameneos [meetings]      default 2 */
#include <mazurka_actor.h>
#include <stdlib.h>

enum { CREATURES = 3 };
enum { START, ASK, MEET, HOME };
static const char *const names[] = {"start", "ask", "meet", "home"};

struct creature {
    mz_ref mall;
    int colour, meetings;
};

/* Two equal colours stay; two different ones become the third. */
static int mixed(int a, int b)
{
    return a == b ? a : 3 - a - b;
}

static void creature(void *state, const struct mz_message *m)
{
    struct creature *c = state;
    if (m->type == HOME) {
        mz_stop();
        return;
    }
    if (m->type == MEET) {
        c->colour = mixed(c->colour, *(const int *)m->data);
        c->meetings++;
    }
    mz_tell(c->mall, ASK, &c->colour, sizeof c->colour);
}

struct mall {
    int left, home;
    mz_ref waiting; /* the creature that waits for a partner; MZ_NOBODY: none */
    int colour;     /* colour of the creature that waits */
};

static void mall(void *state, const struct mz_message *m)
{
    struct mall *s = state;
    int colour = *(const int *)m->data;
    if (!s->left) {
        mz_tell(m->from, HOME, NULL, 0);
        s->home++;
        mz_assert(s->home <= CREATURES);
    } else if (!s->waiting) {
        s->waiting = m->from;
        s->colour = colour;
    } else {
        mz_assert(s->waiting != m->from);
        mz_tell(s->waiting, MEET, &colour, sizeof colour);
        mz_tell(m->from, MEET, &s->colour, sizeof s->colour);
        s->waiting = MZ_NOBODY;
        s->left--;
    }
}

static void nature(void *state, const struct mz_message *m)
{
    struct mall s = {.left = *(const int *)m->data};
    mz_ref r = mz_spawn("mall", mall, &s, sizeof s);
    (void)state;
    for (int i = 0; i < CREATURES; i++) {
        struct creature c = {r, i, 0};
        mz_tell(mz_spawn("creature", creature, &c, sizeof c), START, NULL, 0);
    }
}

static void setup(int argc, char **argv)
{
    int meetings = argc > 1 ? atoi(argv[1]) : 2;
    mz_type_names(names, 4);
    mz_tell(mz_spawn("nature", nature, NULL, 0), START, &meetings, sizeof meetings);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
