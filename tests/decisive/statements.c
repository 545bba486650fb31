/* statements.c PROGRAM - actors that do what they are told: for each actor a word,
 * separated by commas, of statements of three characters: what, on which mailbox, mutex
 * or handle, and a value. See mailboxes.py. */
#include <mazurka.h>
#include <string.h>

static mz_mailbox mailbox[4];
static mz_mutex mutex[4];

static void body(void *argument)
{
    mz_comm handle[10];
    int value[10] = {0}, got[10] = {0}, mine = 0;
    for (const char *s = argument; *s && *s != ','; s += 3) {
        int n = s[1] - '0', v = s[2] - '0';
        switch (s[0]) {
        case 's': /* to mailbox n; the handle is v */
            mine = mz_self() + 1;
            handle[v] = mz_isend(mailbox[n], &mine, sizeof mine);
            break;
        case 'r':
            handle[v] = mz_irecv(mailbox[n], &value[v], sizeof value[v]);
            break;
        case 'w':
            mz_wait(handle[n]);
            got[n] = value[n];
            break;
        case 't':
            if (mz_test(handle[n]))
                got[n] = value[n];
            break;
        case 'c':
            mz_choose(v);
            break;
        case 'a': /* what handle n received is not v */
            mz_assert(got[n] != v);
            break;
        case 'l':
            mz_lock_async(mutex[n]);
            break;
        case 'm':
            mz_lock_wait(mutex[n]);
            break;
        case 'y':
            mz_lock_test(mutex[n]);
            break;
        case 'u':
            mz_unlock(mutex[n]);
            break;
        }
    }
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"P0", "P1", "P2", "P3"};
    (void)argc;
    for (int i = 0; i < 4; i++) {
        mailbox[i] = mz_mailbox_new(names[i]);
        mutex[i] = mz_mutex_new(names[i]);
    }
    int i = 0;
    for (char *word = argv[1]; word; word = strchr(word, ',')) {
        word += *word == ',';
        mz_actor_new(names[i++], body, word);
    }
    return mz_run();
}
