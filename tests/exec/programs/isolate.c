/* mazurka: -n 3 => verified; 6 outcomes
 * mazurka: -n 3 --images root => verified; 6 outcomes
 * mazurka: -n 3 --algorithm exhaustive => verified
 *
 * Every rank works with the static state of libc as if it were alone, while others
 * do the same between its steps. Each compares with what it would see alone; the
 * values were computed before anybody communicates. */
#include <errno.h>
#include <getopt.h>
#include <iconv.h>
#include <locale.h>
#include <mazurka.h>
#include <math.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static int initialized = 7, zero[3000];
static __thread int own = 5;
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int next(void) { static int n = 100; return n++; }
static int exits;
static void at_end(void) { exits++; mz_assert(exits == 1); }

static void meet(int me)
{
    int x = me;
    mz_mailbox m = mz_mailbox_new("meet");
    if (me == 0)
        for (int i = 1; i < mz_actors(); i++) {
            mz_recv(m, &x, sizeof x);
            zero[2000 + i] = x;
        }
    else
        mz_isend(m, &x, sizeof x);
}

/* What rand() gives to somebody who starts now and takes the n-th. */
static int nth_rand(int n)
{
    static const int first[] = {1804289383, 846930886, 1681692777, 1714636915};
    return first[n];
}

int main(int argc, char **argv)
{
    int me = mz_self();
    char text[64], line[64], out[64] = "", *word;
    int numbers[] = {3, 1, 2};
    mz_assert(argc == 1 && strstr(argv[0], "isolate"));
    mz_assert(!getenv("LD_PRELOAD") && !getenv("MAZURKA_LINK"));
    atexit(at_end);

    snprintf(text, sizeof text, "a%d b%d c%d", me, me, me);
    word = strtok(text, " ");
    mz_assert(word[1] == '0' + me);
    mz_assert(rand() == nth_rand(0));
    own += me;
    initialized *= me + 2;
    zero[me] = me + 1;
    mz_assert(next() == 100);
    time_t day = 86400 * (me + 1);
    struct tm *tm = gmtime(&day);
    char *decimal = me == 1 ? setlocale(LC_ALL, "C.UTF-8") : setlocale(LC_ALL, NULL);
    mz_assert(decimal && strcmp(decimal, me == 1 ? "C.UTF-8" : "C") == 0);
    optind = 1;
    char *args[] = {"p", "-a", "-b", "x", NULL};
    mz_assert(getopt(4, args, "ab") == 'a');
    printf("no newline from %d", me);
    setenv("WHO", me ? "somebody" : "zero", 1);
    double mantissa;
    char *strerr = strerror(1000 + me);
    time_t before = time(NULL);
    pid_t pid = getpid();
    char host[32];
    gethostname(host, sizeof host);
    unsigned random = (unsigned)lrand48();
    errno = 100 + me;

    meet(me);

    mz_assert(errno == 100 + me);
    mz_assert(rand() == nth_rand(1));
    word = strtok(NULL, " ");
    mz_assert(word && word[0] == 'b' && word[1] == '0' + me);
    mz_assert(own == 5 + me);
    mz_assert(initialized == 7 * (me + 2));
    for (int i = 0; i < 3; i++)
        mz_assert(zero[i] == (i == me ? me + 1 : 0));
    mz_assert(next() == 101);
    mz_assert(tm->tm_mday == 2 + me);
    mz_assert(!strcmp(setlocale(LC_ALL, NULL), me == 1 ? "C.UTF-8" : "C"));
    mz_assert(getopt(4, args, "ab") == 'b' && getopt(4, args, "ab") == -1);
    mz_assert(!strcmp(getenv("WHO"), me ? "somebody" : "zero"));
    qsort(numbers, 3, sizeof numbers[0], order);
    mz_assert(numbers[0] == 1 && numbers[2] == 3);
    mz_assert(strtod("2.5e3", NULL) == 2500 && modf(2.25, &mantissa) == 0.25);
    mz_assert(strstr(strerr, me == 0 ? "1000" : me == 1 ? "1001" : "1002"));
    mz_assert(time(NULL) - before < 2 && getpid() == pid && !strcmp(host, "mazurka"));
    srand48(5);
    (void)random;
    iconv_t cd = iconv_open("UTF-16LE", "UTF-8");
    char *in = "x", *to = out;
    size_t nin = 1, nout = sizeof out;
    mz_assert(cd != (iconv_t)-1 && iconv(cd, &in, &nin, &to, &nout) == 0 && out[0] == 'x');

    meet(me);

    mz_assert(rand() == nth_rand(2));
    printf(", and more from %d\n", me);
    FILE *f = fopen("/etc/passwd", "r");
    mz_assert(f && fgets(line, sizeof line, f) && strchr(line, 0x3a));
    fclose(f);
    wprintf(L"ignored, the stream is narrow");
    return 0;
}
