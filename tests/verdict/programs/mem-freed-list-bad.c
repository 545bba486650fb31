/* mazurka: -n 1 => crash|finding|unsupported */
/* A list is freed, and each element is asked for the next one after it was freed. */
#include "truth.h"

struct node {
    long value;
    struct node *next;
};

int main(void)
{
    begin();
    struct node *list = NULL;
    int n = 0;
    for (int i = 0; i < 5; i++) {
        struct node *more = malloc(sizeof *more);
        *more = (struct node){i, list};
        list = more;
    }
    for (struct node *at = list; at; at = at->next, n++)
        free(at);
    assert(n == 5);
    return end();
}
