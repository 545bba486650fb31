/* mazurka: -n 3 --keep-going => verified
 *
 * Bodies that attract each other: everybody's travel around the ring while all add up the
 * forces, and the momentum of all stays what it was. */
#include <assert.h>
#include <math.h>
#include <mpi.h>
#include <stddef.h>
#include <string.h>

enum { BODIES = 2, STEPS = 2 };

struct body {
    double x, y, mass;
};

static void add_force(const struct body *me, const struct body *other, double force[2])
{
    double dx = other->x - me->x, dy = other->y - me->y;
    double far = dx * dx + dy * dy + 0.01;
    double strength = me->mass * other->mass / (far * sqrt(far));
    force[0] += strength * dx;
    force[1] += strength * dy;
}

int main(int argc, char **argv)
{
    int rank, size;
    struct body mine[BODIES], guests[BODIES];
    double speed[BODIES][2] = {{0}}, momentum[2], total[2];
    MPI_Datatype type;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(3, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < BODIES; i++)
        mine[i] = (struct body){rank + 0.3 * i, rank * rank - 0.7 * i, 1 + i};
    for (int step = 0; step < STEPS; step++) {
        double force[BODIES][2] = {{0}};
        memcpy(guests, mine, sizeof guests);
        for (int stop = 0; stop < size; stop++) {
            for (int i = 0; i < BODIES; i++)
                for (int j = 0; j < BODIES; j++)
                    if (stop || i != j)
                        add_force(&mine[i], &guests[j], force[i]);
            MPI_Sendrecv_replace(guests, BODIES, type, (rank + 1) % size, 0,
                                 (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                                 MPI_STATUS_IGNORE);
        }
        momentum[0] = momentum[1] = 0;
        for (int i = 0; i < BODIES; i++)
            for (int d = 0; d < 2; d++) {
                speed[i][d] += 0.01 * force[i][d] / mine[i].mass;
                momentum[d] += mine[i].mass * speed[i][d];
            }
        for (int i = 0; i < BODIES; i++) {
            mine[i].x += 0.01 * speed[i][0];
            mine[i].y += 0.01 * speed[i][1];
        }
        MPI_Allreduce(momentum, total, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        assert(fabs(total[0]) < 1e-9 && fabs(total[1]) < 1e-9);
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
