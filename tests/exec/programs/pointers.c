/* mazurka: -- heap => crash; which is memory of sender; pointers.c:
 * mazurka: -- stack => crash; which is memory of sender
 * mazurka: -- packed => crash; which is memory of sender
 * mazurka: -- late => crash; in 1 of 2 outcomes
 * mazurka: -- free => crash; malloc did not return
 * mazurka: -- global => verified
 * mazurka: -- shared => unsupported; shares memory
 *
 * Addresses sent in messages, in every execution: "late" uses one in the second only. That of a global means the same to everybody, with
 * everybody's own content; others must not be used. */
#include <mazurka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const char *what;
static mz_mailbox box;
static int global = 1;

static void sender(void *arg)
{
    (void)arg;
    int local = 3, *p = &local;
    if (!strcmp(what, "heap") || !strcmp(what, "free"))
        p = calloc(1, sizeof *p);
    if (!strcmp(what, "global"))
        p = &global;
    global = 2;
    char packed[100] = {0};
    memcpy(packed + 61, &p, sizeof p);
    if (!strcmp(what, "packed"))
        mz_send(box, packed, sizeof packed);
    else
        mz_send(box, &p, sizeof p);
}

static void receiver(void *arg)
{
    (void)arg;
    int *p;
    char packed[100];
    mz_recv(box, packed, sizeof packed);
    memcpy(&p, packed + (strcmp(what, "packed") ? 0 : 61), sizeof p);
    if (!strcmp(what, "late") && !mz_choose(2))
        return;
    if (!strcmp(what, "free"))
        free(p);
    mz_assert(strcmp(what, "global") || *p == 1);
    if (strcmp(what, "global"))
        *p = 5;
}

int main(int argc, char **argv)
{
    what = argv[argc - 1];
    if (!strcmp(what, "shared"))
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    box = mz_mailbox_new("box");
    mz_actor_new("sender", sender, NULL);
    mz_actor_new("receiver", receiver, NULL);
    return mz_run();
}
