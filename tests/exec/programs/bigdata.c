/* mazurka: -n 4 => verified; 6 outcomes
 * mazurka: -n 4 --images every => verified; 6 outcomes
 * mazurka: -n 4 --images every --memory 3M => verified; 6 outcomes
 *
 * Static data of a megabyte that every rank changes. */
#include <mazurka.h>
#include <string.h>

static unsigned char data[1 << 20], counts[256];

int main(void)
{
    int me = mz_self(), n = mz_actors();
    mz_mailbox box = mz_mailbox_new("box");
    memset(data, me, sizeof data);
    if (me) {
        mz_isend(box, &me, sizeof me);
    } else {
        for (int i = 1; i < n; i++) {
            int who;
            mz_recv(box, &who, sizeof who);
            for (size_t p = (size_t)who; p < 256; p += 5)
                mz_assert(data[p << 12]++ == counts[p]++);
        }
    }
    for (size_t p = 0; p < 256; p++)
        mz_assert(data[(p << 12) + 1] == me && data[p << 12] == me + counts[p]);
    return 0;
}
