/* mazurka.h: actors with mailboxes. The receiver takes two numbers, and believes that they
 * come in order.
 *
 *     mazurka run ./order */
#include <mazurka.h>

static mz_mailbox box;

static void sender(void *arg)
{
    int n = *(int *)arg;
    mz_send(box, &n, sizeof n);
}

static void receiver(void *arg)
{
    (void)arg;
    int first, second;
    mz_recv(box, &first, sizeof first);
    mz_recv(box, &second, sizeof second);
    mz_assert(first < second);
}

int main(void)
{
    int one = 1, two = 2;
    box = mz_mailbox_new("box");
    mz_actor_new("one", sender, &one);
    mz_actor_new("two", sender, &two);
    mz_actor_new("receiver", receiver, NULL);
    return mz_run();
}
