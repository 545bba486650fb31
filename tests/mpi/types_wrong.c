/* SPDX-License-Identifier: Apache-2.0
 *
 * types_wrong.c - wrong arguments of the functions for datatypes, and the class of the error.
 *
 * Prints them: compiled with MPICH and with our library, both must print the same. */
#include <mpi.h>
#include <stdio.h>

#define WRONG(call)                                                                      \
    do {                                                                                 \
        int class;                                                                       \
        MPI_Error_class(call, &class);                                                   \
        printf("%s: %d\n", #call, class);                                                \
    } while (0)

/* MPICH sees nothing wrong in these, or calls it otherwise. */
#ifdef MAZURKA_MPI
#define STRICT(call)                                                                     \
    do {                                                                                 \
        int class;                                                                       \
        MPI_Error_class(call, &class);                                                   \
        if (class != MPI_ERR_ARG)                                                        \
            printf("%s: %d\n", #call, class);                                            \
    } while (0)
#else
#define STRICT(call) (void)0
#endif

static const int one[] = {1, 1}, zero[] = {0, 0}, two[] = {2, 2};
static const MPI_Aint at[] = {0, 8};
static const MPI_Datatype types[] = {MPI_INT, MPI_DATATYPE_NULL};
static const MPI_Datatype none = MPI_DATATYPE_NULL;

static void constructors(void)
{
    MPI_Datatype t;
    WRONG(MPI_Type_contiguous(-1, MPI_INT, &t));
    WRONG(MPI_Type_contiguous(1, none, &t));
    WRONG(MPI_Type_vector(-1, 1, 1, MPI_INT, &t));
    WRONG(MPI_Type_vector(1, -1, 1, MPI_INT, &t));
    WRONG(MPI_Type_vector(1, 1, 1, none, &t));
    WRONG(MPI_Type_create_hvector(-1, 1, 1, MPI_INT, &t));
    WRONG(MPI_Type_create_hvector(1, 1, 1, none, &t));
    WRONG(MPI_Type_indexed(-1, one, zero, MPI_INT, &t));
    WRONG(MPI_Type_indexed(1, one, zero, none, &t));
    WRONG(MPI_Type_create_hindexed(-1, one, at, MPI_INT, &t));
    WRONG(MPI_Type_create_hindexed(1, one, at, none, &t));
    WRONG(MPI_Type_create_indexed_block(-1, 1, zero, MPI_INT, &t));
    WRONG(MPI_Type_create_indexed_block(1, 1, zero, none, &t));
    WRONG(MPI_Type_create_hindexed_block(-1, 1, at, MPI_INT, &t));
    WRONG(MPI_Type_create_struct(-1, one, at, types, &t));
    WRONG(MPI_Type_create_struct(2, one, at, types, &t));
    WRONG(MPI_Type_create_resized(none, 0, 1, &t));
    WRONG(MPI_Type_dup(none, &t));
    WRONG(MPI_Type_create_subarray(2, two, one, zero, 99, MPI_INT, &t));
    WRONG(MPI_Type_create_subarray(2, two, one, zero, MPI_ORDER_C, none, &t));
    WRONG(MPI_Type_match_size(99, 4, &t));
    WRONG(MPI_Type_match_size(MPI_TYPECLASS_REAL, 3, &t));
}

static void parts_of_arrays(void)
{
    MPI_Datatype t;
    const int block[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK};
    STRICT(MPI_Type_create_subarray(2, two, two, one, MPI_ORDER_C, MPI_INT, &t));
    STRICT(MPI_Type_create_subarray(2, one, two, zero, MPI_ORDER_C, MPI_INT, &t));
    STRICT(MPI_Type_create_subarray(2, two, zero, zero, MPI_ORDER_C, MPI_INT, &t));
    STRICT(
        MPI_Type_create_darray(3, 0, 2, two, block, two, two, MPI_ORDER_C, MPI_INT, &t));
    STRICT(
        MPI_Type_create_darray(4, 4, 2, two, block, two, two, MPI_ORDER_C, MPI_INT, &t));
    STRICT(
        MPI_Type_create_darray(1, 0, 2, two, block, one, one, MPI_ORDER_C, MPI_INT, &t));
    STRICT(MPI_Type_create_darray(1, 0, 2, two, one, one, one, MPI_ORDER_C, MPI_INT, &t));
}

static void others(void)
{
    MPI_Datatype t = MPI_DATATYPE_NULL, sum = MPI_INT, pair, copy;
    int n, a, b, c, buffer[4] = {0}, position = 0, ints[4];
    MPI_Aint lb, extent, addresses[4];
    char packed[4];
    MPI_Status status = {0};
    WRONG(MPI_Type_commit(&t));
    WRONG(MPI_Type_free(&t));
    WRONG(MPI_Type_free(&sum));
    WRONG(MPI_Type_size(none, &n));
    WRONG(MPI_Type_get_extent(none, &lb, &extent));
    WRONG(MPI_Type_get_true_extent(none, &lb, &extent));
    WRONG(MPI_Type_get_envelope(none, &a, &b, &c, &n));
    WRONG(MPI_Type_set_name(none, "name"));
    WRONG(MPI_Get_count(&status, none, &n));
    WRONG(MPI_Get_elements(&status, none, &n));
    WRONG(MPI_Type_get_contents(MPI_INT, 4, 4, 4, ints, addresses, &copy));
    MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
    WRONG(MPI_Pack(buffer, 1, pair, packed, 4, &position, MPI_COMM_SELF));
    WRONG(MPI_Unpack(packed, 4, &position, buffer, 1, pair, MPI_COMM_SELF));
    MPI_Type_commit(&pair);
    STRICT(MPI_Pack(buffer, 1, pair, packed, 4, &position, MPI_COMM_SELF));
    WRONG(MPI_Pack(buffer, -1, pair, packed, 4, &position, MPI_COMM_SELF));
    WRONG(MPI_Pack(buffer, 1, none, packed, 4, &position, MPI_COMM_SELF));
    WRONG(MPI_Pack(buffer, 1, MPI_INT, packed, 4, &position, MPI_COMM_NULL));
    WRONG(MPI_Pack_size(-1, MPI_INT, MPI_COMM_SELF, &n));
    WRONG(MPI_Pack_size(1, none, MPI_COMM_SELF, &n));
    WRONG(MPI_Pack_size(1, MPI_INT, MPI_COMM_NULL, &n));
    STRICT(MPI_Type_get_contents(pair, 0, 4, 4, ints, addresses, &copy));
    MPI_Type_free(&pair);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    constructors();
    parts_of_arrays();
    others();
    MPI_Finalize();
    return 0;
}
