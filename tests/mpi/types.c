/* SPDX-License-Identifier: Apache-2.0
 *
 * types.c - random nested datatypes, and what MPI says about them.
 *
 * Prints everything: it is compiled with MPICH and with our library, and both must print
 * the same. Arguments: how many types, and the seed. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state;

static unsigned below(unsigned n)
{
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % n;
}

static int from_to(int low, int high)
{
    return low + (int)below((unsigned)(high - low + 1));
}

static uint64_t hash(const void *bytes, size_t n)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < n; i++)
        h = (h ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
    return h;
}

static int is_named(MPI_Datatype t)
{
    int nints, naddresses, ntypes, combiner;
    MPI_Type_get_envelope(t, &nints, &naddresses, &ntypes, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

/* ---- random types ---- */

static const MPI_Datatype basics[] = {
    MPI_CHAR,
    MPI_SIGNED_CHAR,
    MPI_UNSIGNED_CHAR,
    MPI_SHORT,
    MPI_UNSIGNED_SHORT,
    MPI_INT,
    MPI_UNSIGNED,
    MPI_LONG,
    MPI_UNSIGNED_LONG,
    MPI_LONG_LONG,
    MPI_UNSIGNED_LONG_LONG,
    MPI_FLOAT,
    MPI_DOUBLE,
    MPI_INT8_T,
    MPI_INT16_T,
    MPI_INT32_T,
    MPI_INT64_T,
    MPI_UINT8_T,
    MPI_UINT16_T,
    MPI_UINT32_T,
    MPI_UINT64_T,
    MPI_C_BOOL,
    MPI_C_COMPLEX,
    MPI_C_DOUBLE_COMPLEX,
    MPI_BYTE,
    MPI_PACKED,
    MPI_AINT,
    MPI_OFFSET,
    MPI_COUNT,
    MPI_CXX_BOOL,
    MPI_CXX_FLOAT_COMPLEX,
    MPI_CXX_DOUBLE_COMPLEX,
    MPI_CHARACTER,
    MPI_INTEGER,
    MPI_REAL,
    MPI_LOGICAL,
    MPI_DOUBLE_PRECISION,
    MPI_REAL4,
    MPI_REAL8,
    MPI_COMPLEX8,
    MPI_COMPLEX16,
    MPI_INTEGER1,
    MPI_INTEGER2,
    MPI_INTEGER4,
    MPI_INTEGER8,
};
/* In external32, MPICH exchanges the parts of some complex numbers, and does not know
 * pairs. */
static const MPI_Datatype not_external[] = {
    MPI_WCHAR,     MPI_COMPLEX,    MPI_DOUBLE_COMPLEX,    MPI_2INT,
    MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT,          MPI_SHORT_INT,
    MPI_2INTEGER,  MPI_2REAL,      MPI_2DOUBLE_PRECISION,
};
/* Of these it packs 10 bytes of 16, and leaves 6 as they were. */
static const MPI_Datatype padded[] = {
    MPI_LONG_DOUBLE,
    MPI_LONG_DOUBLE_INT,
    MPI_C_LONG_DOUBLE_COMPLEX,
    MPI_CXX_LONG_DOUBLE_COMPLEX,
};
enum { BLOCKS = 5 };
#define NUMBER(array) (sizeof(array) / sizeof *(array))

/* What has been used in the type that is being made. */
static struct {
    int uniform;  /* elements of one type only: MPICH crashes on others now and then */
    int element;  /* its size */
    int external; /* only types that MPICH knows in external32 */
    int padded;
} used;

static MPI_Datatype random_basic(void)
{
    MPI_Datatype t = basics[below(NUMBER(basics))];
    switch (below(10)) {
    case 0:
        t = padded[below(NUMBER(padded))];
        used.padded = 1;
        used.external = 0;
        break;
    case 1:
    case 2:
        t = not_external[below(NUMBER(not_external))];
        used.external = 0;
    }
    if (t == MPI_LONG_DOUBLE_INT || t == MPI_FLOAT_INT || t == MPI_DOUBLE_INT ||
        t == MPI_LONG_INT || t == MPI_SHORT_INT)
        used.uniform = 0;
    MPI_Type_size(t, &used.element);
    return t;
}

static MPI_Datatype random_type(int depth);

static MPI_Datatype random_subarray(MPI_Datatype of)
{
    int n = from_to(1, 3), sizes[3], subsizes[3], starts[3];
    for (int i = 0; i < n; i++) {
        sizes[i] = from_to(1, 5);
        subsizes[i] = from_to(1, sizes[i]);
        starts[i] = from_to(0, sizes[i] - subsizes[i]);
    }
    MPI_Datatype t;
    MPI_Type_create_subarray(n, sizes, subsizes, starts,
                             below(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN, of, &t);
    return t;
}

static MPI_Datatype random_darray(MPI_Datatype of)
{
    static const int distributions[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC,
                                        MPI_DISTRIBUTE_NONE};
    int n = from_to(1, 3), sizes[3], how[3], args[3], grid[3], size = 1;
    for (int i = 0; i < n; i++) {
        how[i] = distributions[below(3)];
        grid[i] = how[i] == MPI_DISTRIBUTE_NONE ? 1 : from_to(1, 3);
        sizes[i] = from_to(grid[i] * 2, 9);
        /* every process has something: MPICH's bounds of nothing are odd */
        if (how[i] == MPI_DISTRIBUTE_BLOCK)
            sizes[i] = sizes[i] / grid[i] * grid[i];
        args[i] = MPI_DISTRIBUTE_DFLT_DARG;
        if (how[i] == MPI_DISTRIBUTE_CYCLIC && below(2))
            args[i] = from_to(1, 2);
        if (how[i] == MPI_DISTRIBUTE_BLOCK && below(2))
            args[i] = (sizes[i] + grid[i] - 1) / grid[i];
        size *= grid[i];
    }
    MPI_Datatype t;
    MPI_Type_create_darray(size, (int)below((unsigned)size), n, sizes, how, args, grid,
                           below(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN, of, &t);
    return t;
}

/* Where to put the next block: mostly where it overlaps none before, which end there. */
static MPI_Aint next_place(MPI_Aint *end, MPI_Datatype of, int length)
{
    MPI_Aint lb, extent, at;
    MPI_Type_get_true_extent(of, &lb, &extent);
    at = below(8) ? *end - lb + from_to(0, 9) : from_to(-20, 150);
    MPI_Aint true_end = at + lb + extent;
    MPI_Type_get_extent(of, &lb, &extent);
    true_end += length > 1 ? (length - 1) * labs(extent) : 0;
    *end = true_end > *end ? true_end : *end;
    return at;
}

/* MPICH 4.0 forgets the alignment of some derived types, and of structs whose elements
 * are all of one size, so the padding at the end of a struct varies. */
static MPI_Datatype with_true_bounds(MPI_Datatype t)
{
    MPI_Aint lb, extent;
    MPI_Datatype bounded;
    MPI_Type_get_true_extent(t, &lb, &extent);
    MPI_Type_create_resized(t, lb, extent, &bounded);
    MPI_Type_free(&t);
    return bounded;
}

static MPI_Datatype random_struct(int depth)
{
    int n = from_to(1, BLOCKS), lengths[BLOCKS];
    MPI_Aint at[BLOCKS], end = 0;
    MPI_Datatype types[BLOCKS], t;
    for (int i = 0; i < n; i++) {
        int marker = (i == 1 || i == 2) && below(6) == 0;
        types[i] = !marker ? random_type(depth - 1) : i == 1 ? MPI_LB : MPI_UB;
        lengths[i] = i && !marker ? from_to(0, 3) : 1;
        at[i] = next_place(&end, types[i], lengths[i]);
        if (marker)
            at[i] = i == 1 ? from_to(-30, -20) : from_to(300, 400);
    }
    used.uniform = 0;
    MPI_Type_create_struct(n, lengths, at, types, &t);
    int derived = 0, sizes = 0, size;
    for (int i = 0; i < n; i++) {
        MPI_Type_size(types[i], &size);
        sizes |= lengths[i] ? size : 0;
        if (is_named(types[i]))
            continue;
        MPI_Type_free(&types[i]);
        derived = 1;
    }
    return derived || !(sizes & (sizes - 1)) ? with_true_bounds(t) : t;
}

static MPI_Datatype random_list(MPI_Datatype of, int how)
{
    int n = from_to(1, BLOCKS), lengths[BLOCKS], at[BLOCKS];
    MPI_Aint addresses[BLOCKS], end = 0;
    MPI_Datatype t;
    for (int i = 0; i < n; i++) {
        lengths[i] = i ? from_to(0, 3) : 1;
        at[i] = 4 * i + from_to(-1, 1);
        addresses[i] = next_place(&end, of, 3);
    }
    switch (how) {
    case 0:
        MPI_Type_indexed(n, lengths, at, of, &t);
        break;
    case 1:
        MPI_Type_create_hindexed(n, lengths, addresses, of, &t);
        break;
    case 2:
        MPI_Type_create_indexed_block(n, from_to(1, 3), at, of, &t);
        break;
    default:
        MPI_Type_create_hindexed_block(n, from_to(1, 3), addresses, of, &t);
    }
    return t;
}

static MPI_Datatype random_type(int depth)
{
    if (depth == 0 || below(8) == 0)
        return random_basic();
    if (below(4) == 0)
        return random_struct(depth);
    MPI_Datatype of = random_type(depth - 1), t;
    switch (below(11)) {
    case 0:
        MPI_Type_contiguous(from_to(1, 4), of, &t);
        break;
    case 1:
        MPI_Type_vector(from_to(1, 4), from_to(1, 3), from_to(2, 6) * (below(4) ? 1 : -1),
                        of, &t);
        break;
    case 2:
        MPI_Type_create_hvector(from_to(1, 4), from_to(1, 3),
                                from_to(0, 90) * (below(4) ? 1 : -1), of, &t);
        break;
    case 3:
        MPI_Type_create_resized(of, from_to(-20, 20), from_to(0, 60), &t);
        break;
    case 4:
        MPI_Type_dup(of, &t);
        break;
    case 5:
        t = random_subarray(of);
        break;
    case 6:
        t = random_darray(of);
        break;
    default:
        t = random_list(of, (int)below(4));
    }
    if (!is_named(of))
        MPI_Type_free(&of);
    return t;
}

/* ---- what MPI says ---- */

static void show_contents(MPI_Datatype t, int depth)
{
    int nints, naddresses, ntypes, combiner;
    MPI_Type_get_envelope(t, &nints, &naddresses, &ntypes, &combiner);
    printf("%*scombiner %d:", depth, "", combiner);
    if (combiner == MPI_COMBINER_NAMED) {
        char name[MPI_MAX_OBJECT_NAME];
        int length;
        MPI_Type_get_name(t, name, &length);
        printf(" %s %d\n", name, length);
        return;
    }
    int ints[64];
    MPI_Aint addresses[64];
    MPI_Datatype types[64];
    MPI_Type_get_contents(t, 64, 64, 64, ints, addresses, types);
    for (int i = 0; i < nints; i++)
        printf(" %d", ints[i]);
    for (int i = 0; i < naddresses; i++)
        printf(" @%ld", (long)addresses[i]);
    printf("\n");
    for (int i = 0; i < ntypes; i++) {
        show_contents(types[i], depth + 1);
        if (!is_named(types[i]))
            MPI_Type_free(&types[i]);
    }
}

struct room {
    char *memory, *origin;
    size_t bytes;
};

/* Memory for some of them, wherever they are. */
static struct room room_for(MPI_Datatype t, int count)
{
    MPI_Aint lb, extent, true_lb, true_extent;
    MPI_Type_get_extent(t, &lb, &extent);
    MPI_Type_get_true_extent(t, &true_lb, &true_extent);
    MPI_Aint last = (count - 1) * extent;
    MPI_Aint low = true_lb + (last < 0 ? last : 0);
    MPI_Aint high = true_lb + true_extent + (last > 0 ? last : 0);
    struct room r = {.bytes = (size_t)(high - low)};
    r.memory = calloc(1, r.bytes + 1);
    r.origin = r.memory - low;
    return r;
}

static void show_hash(const void *bytes, size_t n)
{
    if (!used.padded)
        printf(" %lx", hash(bytes, n));
}

/* Does a byte occur twice in the type map? The bytes of the buffer are numbered, by three
 * bytes of a number in turn, and what is packed shows the numbers. */
static int overlaps(MPI_Datatype t, int count, int size)
{
    struct room r = room_for(t, count);
    unsigned char *packed = malloc((size_t)size + 1);
    unsigned *number = calloc((size_t)size + 1, sizeof *number);
    char *seen = calloc(1, r.bytes + 1);
    int twice = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int position = 0;
        for (size_t i = 0; i < r.bytes; i++)
            r.memory[i] = (char)(i >> shift);
        MPI_Pack(r.origin, count, t, packed, size, &position, MPI_COMM_SELF);
        for (int i = 0; i < size; i++)
            number[i] |= (unsigned)packed[i] << shift;
    }
    for (int i = 0; i < size; i++)
        twice |= seen[number[i]]++ > 0;
    free(packed);
    free(number);
    free(seen);
    free(r.memory);
    return twice;
}

static void show_packed(MPI_Datatype t, int count)
{
    int size, position = 0;
    MPI_Pack_size(count, t, MPI_COMM_SELF, &size);
    struct room from = room_for(t, count), to = room_for(t, count);
    for (size_t i = 0; i < from.bytes; i++)
        from.memory[i] = (char)(i * 7 + 1);
    char *packed = calloc(1, (size_t)size + 1);
    MPI_Pack(from.origin, count, t, packed, size, &position, MPI_COMM_SELF);
    printf(" %d packed %d %d", count, size, position);
    show_hash(packed, (size_t)size);
    if (!used.padded && !overlaps(t, count, size)) {
        position = 0;
        MPI_Unpack(packed, size, &position, to.origin, count, t, MPI_COMM_SELF);
        printf(" unpacked");
        show_hash(to.memory, to.bytes);
    } else {
        printf(" overlaps");
    }
    printf("\n");
    free(packed);
    free(from.memory);
    free(to.memory);
}

static void show_external(MPI_Datatype t, int count)
{
    MPI_Aint size, position = 0;
    struct room from = room_for(t, count), to = room_for(t, count);
    for (size_t i = 0; i < from.bytes; i++)
        from.memory[i] = (char)(i * 5 + 3);
    MPI_Pack_external_size("external32", count, t, &size);
    char *packed = calloc(1, (size_t)size + 1);
    MPI_Pack_external("external32", from.origin, count, t, packed, size, &position);
    printf(" external %ld %ld %lx\n", (long)size, (long)position,
           hash(packed, (size_t)size));
    free(packed);
    free(from.memory);
    free(to.memory);
}

/* A message that is shorter than there is room for. */
static void show_partial(MPI_Datatype t, int count, int size)
{
    int bytes = size ? (int)below((unsigned)size + 1) : 0, n, elements;
    bytes = used.uniform ? bytes / used.element * used.element : size;
    if (used.padded || overlaps(t, count, size))
        return; /* nothing can be received into it, or MPICH does not show whether */
    struct room to = room_for(t, count);
    char *message = malloc((size_t)bytes + 1);
    for (int i = 0; i < bytes; i++)
        message[i] = (char)(i * 3 + 1);
    MPI_Status status;
    MPI_Sendrecv(message, bytes, MPI_PACKED, 0, 0, to.origin, count, t, 0, 0,
                 MPI_COMM_SELF, &status);
    MPI_Get_count(&status, t, &n);
    printf(" partial %d: count %d", bytes, n);
    if (used.uniform) {
        MPI_Get_elements(&status, t, &elements);
        printf(" elements %d", elements);
    }
    show_hash(to.memory, to.bytes);
    printf("\n");
    free(message);
    free(to.memory);
}

static void show_elements(MPI_Datatype t)
{
    MPI_Status status;
    memset(&status, 0, sizeof status);
    for (int i = 0; i < 4; i++) {
        int n = from_to(0, 40), elements, count;
        MPI_Count many;
        MPI_Status_set_elements(&status, MPI_BYTE, n);
        MPI_Get_count(&status, t, &count);
        MPI_Get_elements(&status, t, &elements);
        MPI_Get_elements_x(&status, t, &many);
        printf(" %d bytes: %d %d %ld;", n, count, elements, (long)many);
    }
    printf("\n");
}

static void show(MPI_Datatype t, int number)
{
    int size;
    MPI_Aint lb, extent, true_lb, true_extent;
    MPI_Count size_x, lb_x, extent_x;
    MPI_Type_size(t, &size);
    MPI_Type_size_x(t, &size_x);
    MPI_Type_get_extent(t, &lb, &extent);
    MPI_Type_get_extent_x(t, &lb_x, &extent_x);
    printf("%d: size %d %ld bounds %ld %ld, %ld %ld", number, size, (long)size_x,
           (long)lb, (long)extent, (long)lb_x, (long)extent_x);
    MPI_Type_get_true_extent(t, &true_lb, &true_extent);
    printf(", true %ld %ld\n", (long)true_lb, (long)true_extent);
    show_contents(t, 1);
    MPI_Type_commit(&t);
    for (int count = 0; count < 4; count++)
        show_packed(t, count);
    if (used.uniform && used.external)
        show_external(t, 2);
    show_partial(t, 2, 2 * size);
    if (used.uniform && size < 1000)
        show_elements(t);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int types = argc > 1 ? atoi(argv[1]) : 100;
    int seed = argc > 2 ? atoi(argv[2]) : 1;
    for (int i = 0; i < types; i++) {
        random_state = (uint64_t)seed * 1000003 + (uint64_t)i;
        below(2);
        memset(&used, 0, sizeof used);
        used.uniform = used.external = 1;
        MPI_Datatype t = random_type(from_to(1, 4)), committed = t;
        int size;
        MPI_Type_size(t, &size);
        if (size < 100000)
            show(t, i);
        if (!is_named(t))
            MPI_Type_free(&committed);
    }
    MPI_Finalize();
    return 0;
}
