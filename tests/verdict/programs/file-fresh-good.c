/* mazurka: -n 3 => verified */
/* In every outcome the file is not there at first: what one outcome leaves behind, the
 * next must not see. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        hear(ANY, 0);
        int fd = open("mark.txt", O_CREAT | O_EXCL | O_WRONLY, 0600);
        assert(fd >= 0);
        hear(ANY, 0);
    } else {
        tell(0, 0);
    }
    return end();
}
