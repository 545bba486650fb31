/* mazurka: -n 2 => verified */
/* The file is there when rank 0 has said so, and was not there before rank 1 let it be
 * made. */
#include "truth.h"

int main(void)
{
    if (begin() == 0) {
        hear(1, 0);
        close(open("data.txt", O_CREAT | O_WRONLY, 0600));
        tell(1, 0);
    } else {
        assert(access("data.txt", F_OK) == -1 && errno == ENOENT);
        tell(0, 0);
        hear(0, 0);
        assert(access("data.txt", F_OK) == 0);
    }
    return end();
}
