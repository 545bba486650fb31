/* mazurka: -n 4 --images every -- 1 => verified; 6 outcomes
 * mazurka: -n 4 --images every --tracking faults -- 1 => verified; 6 outcomes
 * mazurka: -n 4 --images every --tracking off -- 1 => verified; 6 outcomes
 * mazurka: -n 4 --images auto -- 1 => verified; 6 outcomes
 * mazurka: -n 4 --images root -- 1 => verified; 6 outcomes
 * mazurka: -n 4 --images every --memory 1M -- 1 => verified; 6 outcomes
 * mazurka: -n 4 --images every --memory 1M --tracking faults -- 1 => verified; 6 outcomes
 *
 * Large heaps, of which each step changes a few pages. Every page is checked at the
 * end, so a page that was not put back, or put back wrongly, is noticed. */
#include <mazurka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>

#define PAGE 4096

int main(int argc, char **argv)
{
    size_t pages = (size_t)atoi(argv[argc - 1]) << 8;
    int me = mz_self(), n = mz_actors();
    mz_mailbox box = mz_mailbox_new("box");
    unsigned char *heap = malloc(pages * PAGE), *count = calloc(pages, 1);
    for (size_t i = 0; i < pages; i++)
        memset(heap + i * PAGE, me, PAGE);
    if (me) {
        mz_isend(box, &me, sizeof me);
        heap[0] = 99;
        return 0;
    }
    char *grown = NULL;
    for (int i = 1; i < n; i++) {
        int who;
        mz_recv(box, &who, sizeof who);
        for (size_t p = (size_t)who; p < pages; p += 37) {
            mz_assert(heap[p * PAGE] == count[p]);
            heap[p * PAGE] = ++count[p];
        }
        grown = realloc(grown, (size_t)i * 300000);
        memset(grown + (i - 1) * 300000, who, 300000);
        int fd = open(argv[0], O_RDONLY); /* the kernel writes to these pages */
        mz_assert(read(fd, heap + PAGE * 200 + 1, 100) == 100);
        close(fd);
    }
    for (size_t p = 0; p < pages; p++) {
        mz_assert(heap[p * PAGE] == count[p]);
        mz_assert(heap[p * PAGE + 4000] == 0);
    }
    mz_assert(!memcmp(heap + PAGE * 200 + 1, "\177ELF", 4));
    int sum = 0;
    for (int i = 0; i < n - 1; i++)
        sum += grown[i * 300000 + 299999];
    mz_assert(sum == n * (n - 1) / 2);
    return 0;
}
