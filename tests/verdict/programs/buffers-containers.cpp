/* Buffers of C++: containers, objects and namespaces.
 *
 * Each function is run twice: with 0 everything is right, with 1 one element too many is
 * read. */
#include <array>
#include <complex>
#include <cstring>
#include <memory>
#include <mpi.h>
#include <string>
#include <vector>

namespace
{
int more;

template <typename T> void read(T *p, int n, MPI_Datatype type)
{
    MPI_Bcast(p, n, type, 0, MPI_COMM_SELF);
}

/* mazurka: -n 1 -- vector 0 => verified!any */
/* mazurka: -n 1 -- vector 1 => invalid-argument: MPI_Bcast reads 44 bytes from a heap block of 40 bytes */
void in_vector()
{
    std::vector<int> v(10);
    read(v.data(), 10 + more, MPI_INT);
}

/* mazurka: -n 1 -- cleared 0 => verified!any */
/* mazurka: -n 1 -- cleared 1 => invalid-argument: MPI_Bcast reads 40 bytes from a heap block that has been freed */
void in_cleared_vector()
{
    std::vector<int> v(10);
    int *p = v.data();
    if (more)
        v.resize(1000);
    read(p, 10, MPI_INT);
}

/* mazurka: -n 1 -- array 0 => verified!any */
/* mazurka: -n 1 -- array 1 => invalid-argument: reads 88 bytes from a, a variable of 80 bytes */
void in_array()
{
    std::array<double, 10> a{};
    MPI_Bcast(a.data(), 10 + more, MPI_DOUBLE, 0, MPI_COMM_SELF);
}

/* mazurka: -n 1 -- string 0 => verified!any */
/* mazurka: -n 1 -- string 1 => invalid-argument: reads 102 bytes from a heap block of 101 bytes */
void in_string()
{
    std::string s(100, 'x'); /* with a zero at the end */
    read(&s[0], 101 + more, MPI_CHAR);
}

/* mazurka: -n 1 -- unique 0 => verified!any */
/* mazurka: -n 1 -- unique 1 => invalid-argument: reads 44 bytes from a heap block of 40 bytes */
void in_unique()
{
    auto p = std::make_unique<int[]>(10);
    read(p.get(), 10 + more, MPI_INT);
}

struct grid {
    double cells[4];
    int n;
    void exchange();
};

/* mazurka: -n 1 -- member 0 => verified!any */
/* mazurka: -n 1 -- member 1 => invalid-argument: reads 48 bytes from g, a variable of 40 bytes */
void grid::exchange()
{
    MPI_Bcast(cells, 4 + 2 * more, MPI_DOUBLE, 0, MPI_COMM_SELF);
    MPI_Barrier(MPI_COMM_WORLD);
}

void in_member()
{
    grid g{};
    g.exchange();
    MPI_Barrier(MPI_COMM_WORLD);
}

int hidden[5];

/* mazurka: -n 1 -- namespace 0 => verified!any */
/* mazurka: -n 1 -- namespace 1 => invalid-argument: hidden ... a variable of 20 bytes */
void in_namespace()
{
    MPI_Bcast(hidden, 5 + more, MPI_INT, 0, MPI_COMM_SELF);
}

std::vector<double> early(10); /* allocated before main */

/* mazurka: -n 1 -- early 0 => verified!any */
/* mazurka: -n 1 -- early 1 => invalid-argument: reads 88 bytes from a heap block of 80 bytes */
void in_early_vector()
{
    read(early.data(), 10 + more, MPI_DOUBLE);
}

/* mazurka: -n 1 -- complex 0 => verified!any */
/* mazurka: -n 1 -- complex 1 => invalid-argument: reads 48 bytes from z, a variable of 32 bytes */
void in_complex()
{
    std::complex<double> z[2] = {};
    MPI_Bcast(z, 2 + more, MPI_C_DOUBLE_COMPLEX, 0, MPI_COMM_SELF);
}

const struct {
    const char *name;
    void (*run)();
} cases[] = {{"vector", in_vector},       {"cleared", in_cleared_vector},
             {"array", in_array},         {"string", in_string},
             {"unique", in_unique},       {"member", in_member},
             {"namespace", in_namespace}, {"early", in_early_vector},
             {"complex", in_complex}};
} // namespace

int main(int argc, char **argv)
{
    MPI_Init(nullptr, nullptr);
    more = argc > 2 && atoi(argv[2]);
    for (const auto &c : cases)
        if (argc > 1 && !strcmp(argv[1], c.name))
            c.run();
    MPI_Finalize();
}
