/* mazurka_actor.h: actors that handle one message at a time. Two numbers are sent to an
 * actor, which doubles its total before it adds each of them: 3 and 4 give 10, or 11.
 *
 *     mazurka run ./total */
#include <mazurka_actor.h>

struct total {
    int messages, sum;
};

static void total(void *state, const struct mz_message *m)
{
    struct total *t = state;
    t->sum = t->sum * 2 + *(const int *)m->data;
    mz_assert(++t->messages < 2 || t->sum == 10);
}

static void setup(int argc, char **argv)
{
    struct total none = {0};
    int three = 3, four = 4;
    (void)argc, (void)argv;
    mz_ref to = mz_spawn("total", total, &none, sizeof none);
    mz_tell(to, 0, &three, sizeof three);
    mz_tell(to, 0, &four, sizeof four);
}

int main(int argc, char **argv)
{
    return mz_actor_main(argc, argv, setup);
}
