/* mazurka: -n 3 => verified; 6 outcomes
 * mazurka: -n 2 -- share => unsupported; actors must not share files they write
 *
 * Reading: every rank and every branch has its own position. Writing: each execution
 * starts from the same files, and the real ones stay as they are. */
#include <fcntl.h>
#include <mazurka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void meet(int me)
{
    int x = me;
    mz_mailbox m = mz_mailbox_new("meet");
    if (me == 0)
        for (int i = 1; i < mz_actors(); i++)
            mz_recv(m, &x, sizeof x);
    else
        mz_isend(m, &x, sizeof x);
}

static char big[200000]; /* a read goes straight into pages nobody has written yet */

int main(int argc, char **argv)
{
    int me = mz_self();
    char one[64], two[64], name[64];
    FILE *f = fopen("/etc/passwd", "r");
    mz_assert(f != NULL);
    setvbuf(f, NULL, _IONBF, 0);
    for (int i = 0; i <= me; i++)
        mz_assert(fgets(one, sizeof one, f) != NULL);
    long at = ftell(f);
    int zero = open("/dev/zero", O_RDONLY), random = open("/dev/urandom", O_RDONLY);
    long a = 0, b = 0;
    mz_assert(read(random, &a, sizeof a) == sizeof a);
    snprintf(name, sizeof name, argc > 1 ? "shared.txt" : "written-%d.txt", me);
    meet(me);
    FILE *out = fopen(name, "w");
    mz_assert(out != NULL);
    fprintf(out, "rank %d\n", me);
    fflush(out);
    mz_assert(ftell(f) == at);
    meet(me);
    fprintf(out, "again %d\n", me);
    fclose(out);
    out = fopen(name, "r");
    mz_assert(fgets(one, sizeof one, out) && fgets(two, sizeof two, out));
    mz_assert(one[5] == '0' + me && two[6] == '0' + me && !fgets(one, sizeof one, out));
    fclose(out);
    struct stat st;
    mz_assert(!stat(name, &st) == 0 || st.st_size == 15); /* not on the disk */
    mz_assert(read(random, &b, sizeof b) == sizeof b && a != b);
    int self = open(argv[0], O_RDONLY);
    ssize_t n = read(self, big, sizeof big);
    mz_assert(n > 1000 && !memcmp(big, "\177ELF", 4));
    close(self);
    close(zero);
    fclose(f);
    return 0;
}
