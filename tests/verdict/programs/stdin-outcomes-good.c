/* mazurka: -n 3 => verified */
/* stdin: 1\n2\n3\n */
/* Every outcome reads the same input from its beginning, before and behind the point
 * where they part. */
#include "truth.h"

int main(void)
{
    int x = 0;
    if (begin() == 0) {
        assert(scanf("%d", &x) == 1 && x == 1);
        hear(ANY, 0);
        assert(scanf("%d", &x) == 1 && x == 2);
        hear(ANY, 0);
        assert(scanf("%d", &x) == 1 && x == 3);
        assert(scanf("%d", &x) == EOF);
    } else {
        tell(0, 0);
    }
    return end();
}
