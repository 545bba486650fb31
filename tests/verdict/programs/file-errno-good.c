/* mazurka: -n 2 => verified */
/* What the kernel says to calls that cannot succeed. */
#include "truth.h"
#include <sys/uio.h>

#define FAILS(call, with) assert((errno = 0, (call) == -1 && errno == (with)))

int main(void)
{
    struct iovec part = {"x", 1};
    if (begin() == 0) {
        mkdir("box", 0755);
        int file = open("file", O_CREAT | O_RDONLY, 0600);
        FAILS(writev(file, &part, 0), EBADF);
        FAILS(pwritev(file, &part, 1, 0), EBADF);
        FAILS(lseek(file, LLONG_MIN, SEEK_END), EINVAL);
        FAILS(unlinkat(AT_FDCWD, "file", 0x4000), EINVAL);
        FAILS(rmdir("box/.."), ENOTEMPTY);
        FAILS(rmdir("box/."), EINVAL);
        FAILS(rmdir("/"), EBUSY);
        FAILS(unlink("box"), EISDIR);
        FAILS(rename("file", "box"), EISDIR);
        FAILS(rename("file", "other/"), ENOTDIR);
        FAILS(rename("file", "."), EBUSY);
        FAILS(rename("/dev/null", "null"), EXDEV);
        FAILS(rename("absent", "/dev/absent"), EXDEV);
        assert(!access("file", F_OK) && !access("/dev/null", F_OK));
    }
    return end();
}
