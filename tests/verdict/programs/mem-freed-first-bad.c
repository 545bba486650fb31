/* mazurka: -n 1 => crash|finding|unsupported */
/* A list is freed, and each element is asked for the next one after it was freed. The
 * address is where allocators keep their own list. */
#include "truth.h"

struct node {
    struct node *next;
    long value;
};

int main(void)
{
    begin();
    struct node *list = NULL;
    int n = 0;
    for (int i = 0; i < 5; i++) {
        struct node *more = malloc(sizeof *more);
        *more = (struct node){list, i};
        list = more;
    }
    for (struct node *at = list; at; at = at->next, n++)
        free(at);
    assert(n == 5);
    return end();
}
