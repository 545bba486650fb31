/* mazurka: -n 2 -- fine => verified
 * mazurka: -n 2 --tracking faults -- fine => verified
 * mazurka: -n 2 -- read-only => crash; which is protected
 * mazurka: -n 2 -- mapped-read-only => crash; which is protected
 * mazurka: -n 2 -- none => crash; which is protected
 * mazurka: -n 2 -- unmapped => crash; which was unmapped; memory.c:48
 * mazurka: -n 2 -- half-unmapped => crash; which was unmapped
 * mazurka: -n 2 -- freed => crash; read from address; in memory that was freed
 * mazurka: -n 2 -- freed-end => crash; in memory that was freed
 * mazurka: -n 2 --tracking faults -- freed => crash; in memory that was freed
 * mazurka: -n 2 -- freed-write => crash; write to address; in memory that was freed
 * mazurka: -n 2 -- moved => crash; in memory that was freed
 * mazurka: -n 2 -- freed-twice => crash; freed before
 * mazurka: -n 2 -- far => crash; read from address
 * mazurka: -n 2 -- int-min => crash; read from address
 * mazurka: -n 2 -- beyond => crash; beyond the end of the file
 * mazurka: -n 2 -- fixed => unsupported; an address of its choice
 * mazurka: -n 2 -- code => verified; 16 outcomes
 * mazurka: -n 2 --tracking faults -- code => verified; 16 outcomes
 * mazurka: -n 2 -- no-code => crash
 * mazurka: -n 2 -- heap-code => unsupported; makes code
 * mazurka: -n 2 -- static => unsupported; has not allocated
 * mazurka: -n 2 -- sbrk => unsupported; moves the end of its data; malloc
 * mazurka: -n 2 -- huge-pages => unsupported; calls mmap with flags
 * mazurka: -n 2 -- shared-file => unsupported; through memory
 * mazurka: -n 2 -- advice => unsupported; madvise with advice 8
 * mazurka: -n 2 -- foreign => unsupported; did not map
 *
 * What mprotect, munmap and free do to pages takes effect, and goes back with the rank. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mazurka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { P = 4096, BIG = 300000 };

static char *map(size_t n, int protection)
{
    return mmap(NULL, n, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static int __attribute__((noinline)) look(volatile char *p) { return *p; }
static void __attribute__((noinline)) change(volatile char *p) { *p = 1; }
static int is(const char *a, const char *b) { return !strcmp(a, b); }
static char variable[3 * P];

static int fails(int result, int with) { return result < 0 && errno == with; }

/* Code that a rank makes belongs to it, and goes back with it: lea N(%rdi), %eax; ret. */
static void make_code(void)
{
    static const char code[] = {(char)0x8d, 0x47, 0, (char)0xc3};
    char *p = map(P, PROT_READ | PROT_WRITE | PROT_EXEC), *q = map(P, PROT_READ | PROT_WRITE);
    memcpy(p, code, sizeof code);
    memcpy(q, code, sizeof code);
    int (*add)(int) = (int (*)(int))p;
    q[2] = 50;
    assert(mprotect(q, P, PROT_READ | PROT_EXEC) == 0);
    assert(add(7) == 7);
    int choice = mz_choose(3);
    assert(add(7) == 7); /* also after another choice */
    p[2] = (char)(choice + 1);
    assert(add(1) == choice + 2);
    assert(((int (*)(int))q)(1) == 51);
}

static void all_fine(void)
{
    /* Both choices see the same, so what the first did was undone. */
    char *a = map(4 * P, PROT_READ | PROT_WRITE), *b = malloc(BIG), *c;
    memset(b, 7, BIG);
    int choice = mz_choose(3);
    for (int i = 0; i < 4 * P; i++)
        assert(a[i] == 0);
    a[0] = a[2 * P] = 5;
    assert(b[0] == 7 && b[BIG - 1] == 7);
    if (choice == 0) {
        free(b);
        assert(mprotect(a, P, PROT_NONE) == 0);
        assert(munmap(a + P, P) == 0 && fails(mprotect(a + P, P, PROT_READ), ENOMEM));
        assert(fails(madvise(a + P, P, MADV_DONTNEED), ENOMEM));
        mz_choose(2);
        assert(a[2 * P] == 5 && mprotect(a, P, PROT_READ) == 0 && a[0] == 5);
        c = malloc(BIG); /* what was freed can be had again */
        memset(c, 1, BIG);
        mz_choose(2);
        assert(c[BIG - 1] == 1);
    } else if (choice == 1) {
        assert(madvise(a, 4 * P, MADV_DONTNEED) == 0 && a[0] == 0 && a[2 * P] == 0);
        a[1] = 1;
        a = mremap(a, 4 * P, 600 * P, MREMAP_MAYMOVE);
        assert(a != MAP_FAILED && a[1] == 1 && a[600 * P - 1] == 0);
        assert(mremap(a, 600 * P, 2 * P, 0) == a && a[1] == 1);
        c = mmap(a, P, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert(c == a && a[1] == 0);
        assert(munmap(a, 2 * P) == 0 && munmap(a, 2 * P) == 0);
        b = realloc(b, 2 * BIG);
        mz_choose(2);
        assert(b[BIG - 1] == 7);
        free(b);
    } else {
        memset(a, 3, 4 * P);
        free(b);
        free(malloc(BIG));
        b = aligned_alloc(P, 4 * P); /* with a guard page */
        assert(mprotect(b + 3 * P, P, PROT_NONE) == 0 && mprotect(b + 3 * P, P, 3) == 0);
        b[4 * P - 1] = 1;
        free(b);
        b = aligned_alloc(P, 2 * P - 100);
        assert(mprotect(b, 2 * P, PROT_NONE) == 0); /* and stays so */
        c = mmap(NULL, 100 * P, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        assert(c != MAP_FAILED && c[99 * P] == 0);
    }
    assert(fails(munmap(a + 1, P), EINVAL) && fails(munmap(a, 0), EINVAL));
    assert(fails(mprotect(a + 1, P, PROT_READ), EINVAL));
    assert(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    assert(mmap(NULL, P, PROT_READ, MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
    assert(sbrk(0) != (void *)-1);
    char text[64];
    int file = open("/etc/passwd", O_RDONLY);
    assert(file >= 0 && fails((int)read(file, map(P, PROT_READ), P), EFAULT));
    assert(read(file, text, sizeof text) > 0);
    close(file);
}

int main(int argc, char **argv)
{
    const char *how = argv[1];
    if (is(how, "fine"))
        all_fine();
    char *a = map(2 * P, PROT_READ | PROT_WRITE), *b = malloc(BIG), *s = malloc(100);
    memset(b, 1, BIG);
    int file = open("/etc/passwd", O_RDONLY);
    if (mz_choose(2) && !is(how, "fine")) {
        if (is(how, "read-only")) {
            mprotect(a, P, PROT_READ);
            change(a);
        }
        if (is(how, "mapped-read-only"))
            change(map(P, PROT_READ));
        if (is(how, "none"))
            look(map(P, PROT_NONE));
        if (is(how, "unmapped")) {
            munmap(a, 2 * P);
            look(a);
        }
        if (is(how, "half-unmapped")) {
            munmap(a + P, P);
            look(a + P);
        }
        if (is(how, "freed") || is(how, "freed-end") || is(how, "freed-write")) {
            free(b);
            is(how, "freed") ? look(b) : is(how, "freed-end") ? look(b + BIG - 1) : 0;
            change(b + 5);
        }
        if (is(how, "moved")) {
            char *more = realloc(b, 10 * BIG);
            assert(more[BIG - 1] == 1);
            look(b);
        }
        if (is(how, "freed-twice")) {
            free(b);
            free(b);
        }
        if (is(how, "far"))
            look(s + (4 << 20));
        if (is(how, "int-min")) {
            volatile int index = INT_MIN;
            look((char *)&((double *)s)[index]);
        }
        if (is(how, "beyond")) {
            char *p = mmap(NULL, 1000 * P, PROT_READ, MAP_PRIVATE, file, 0);
            look(p);
            look(p + 999 * P);
        }
        if (is(how, "fixed"))
            mmap((void *)0x10000000, P, 3, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (is(how, "code"))
            make_code();
        if (is(how, "no-code"))
            ((int (*)(int))memcpy(a, (char[]){(char)0xc3}, 1))(1);
        if (is(how, "heap-code"))
            mprotect((void *)(((unsigned long)malloc(3 * P) + P) & ~(P - 1ul)), P, PROT_READ | PROT_EXEC);
        if (is(how, "static"))
            mprotect((char *)(((unsigned long)variable + P) & ~(P - 1ul)), P, PROT_READ);
        if (is(how, "sbrk"))
            sbrk(100);
        if (is(how, "huge-pages"))
            mmap(NULL, 2 << 20, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
        if (is(how, "shared-file"))
            mprotect(mmap(NULL, P, PROT_READ, MAP_SHARED, file, 0), P, 3);
        if (is(how, "advice"))
            madvise(a, P, MADV_FREE);
        if (is(how, "foreign"))
            munmap(variable + (P - (unsigned long)variable % P), P);
    }
    return 0;
}
