/* mazurka: -n 1 => crash|unsupported */
/* Memory that was mapped for reading only cannot be written. */
#include "truth.h"

int main(void)
{
    char *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    begin();
    assert(page[0] == 0);
    page[0] = 1;
    return end();
}
