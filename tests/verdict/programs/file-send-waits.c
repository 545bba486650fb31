/* mazurka: -n 2 -a {match,odpor} --buffering zero => verified */
/* mazurka: -n 2 => file-race|assertion */
/* mazurka: -n 2 -a odpor --buffering infinite => file-race|assertion */
/* A send that is not buffered returns after the receive was posted, so rank 0 finds what
 * rank 1 wrote before that. One that is buffered tells nothing. */
#include "truth.h"

int main(void)
{
    char c = 0;
    int x = 0;
    if (begin() == 0) {
        MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        int fd = open("data.txt", O_RDONLY);
        assert(fd >= 0 && read(fd, &c, 1) == 1 && c == '1');
        close(fd);
    } else {
        int fd = open("data.txt", O_CREAT | O_WRONLY, 0600);
        assert(fd >= 0 && write(fd, "1", 1) == 1);
        close(fd);
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return end();
}
