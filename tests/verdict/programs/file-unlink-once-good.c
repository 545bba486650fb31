/* mazurka: -n 2 --once => verified; told 0; !told -1 */
/* One rank removes a file. What it would print if another had been faster never happens. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        fclose(fopen("data.txt", "w"));
        printf("told %d\n", unlink("data.txt"));
        fflush(stdout);
    }
    return end();
}
