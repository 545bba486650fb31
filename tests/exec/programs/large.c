/* mazurka: -n 3 --executions 1 => incomplete; stopped by --executions
 * mazurka: -n 3 --executions 1 -- wrong => assertion; filled[i] == value
 * mazurka: -n 3 => verified
 *
 * Large static data, initialised and not, are each rank's own: when they are copied, and
 * when (in one execution) they are remapped. */
#include <assert.h>
#include <mazurka.h>
#include <string.h>

enum { N = 300000 };
static int empty[N], filled[N] = {1, 2, 3, [N - 1] = 4};

static void check(int value)
{
    for (int i = 0; i < N; i += 997)
        assert(filled[i] == value && empty[i] == -value);
}

int main(int argc, char **argv)
{
    mz_mailbox next = mz_mailbox_new(mz_name((mz_self() + 1) % mz_actors()));
    mz_mailbox mine = mz_mailbox_new(mz_name(mz_self()));
    assert(filled[0] == 1 && filled[2] == 3 && filled[3] == 0 && filled[N - 1] == 4);
    assert(!empty[0] && !empty[N - 1]);
    for (int round = 0; round < 3; round++) {
        int value = 10 * round + mz_self(), got;
        for (int i = 0; i < N; i++) {
            filled[i] = value;
            empty[i] = -value;
        }
        mz_isend(next, &value, sizeof value);
        mz_recv(mine, &got, sizeof got);
        assert(got / 10 == round);
        check(argc > 1 && mz_self() == 2 ? got : value);
    }
    return 0;
}
