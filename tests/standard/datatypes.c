/* mpich: compiles */
/* Chapter 5: datatypes. See standard.h. */
#include "standard.h"

static MPI_Datatype type, other;
static int lengths[2] = {1, 1}, places[2] = {0, 2};

static void to_itself(const void *give, MPI_Datatype given, void *take, MPI_Datatype taken)
{
    MPI_Request q;
    MPI_Irecv(take, 1, taken, 0, 0, SELF, &q);
    MPI_Send(give, 1, given, 0, 0, SELF);
    MPI_Wait(&q, IGNORE);
}

/* 5.1.9: a datatype is committed before it is used in communication. */
/* mazurka: -n 1 -- committed right => verified!any */
/* mazurka: -n 1 -- committed wrong => invalid-argument */
RULE(committed)
{
    MPI_Type_contiguous(2, MPI_INT, &type);
    if (!wrong)
        MPI_Type_commit(&type);
    to_itself(in, type, out, type);
    MPI_Type_free(&type);
}

/* 5.1.9: a freed datatype is not used. */
/* mazurka: -n 1 -- freed right => verified!any */
/* mazurka: -n 1 -- freed wrong => invalid-argument */
RULE(freed)
{
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    other = type;
    if (wrong)
        MPI_Type_free(&type);
    to_itself(in, other, out, other);
    if (!wrong)
        MPI_Type_free(&type);
}

/* 5.1.9: predefined datatypes are not freed. */
/* mazurka: -n 1 -- predefined right => verified!any */
/* mazurka: -n 1 -- predefined wrong => invalid-argument */
RULE(predefined)
{
    type = MPI_INT;
    if (wrong)
        MPI_Type_free(&type);
}

/* 5.1.2: counts and lengths are not negative. */
/* mazurka: -n 1 -- count right => verified!any */
/* mazurka: -n 1 -- count wrong => invalid-argument */
RULE(count)
{
    MPI_Type_contiguous(wrong ? -1 : 2, MPI_INT, &type);
    MPI_Type_free(&type);
}

/* mazurka: -n 1 -- block_length right => verified!any */
/* mazurka: -n 1 -- block_length wrong => invalid-argument */
/* 5.1.2 */
RULE(block_length)
{
    lengths[1] = wrong ? -1 : 1;
    MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
    MPI_Type_free(&type);
}

/* 5.1.2: a constructor gets a datatype. */
/* mazurka: -n 1 -- of_null right => verified!any */
/* mazurka: -n 1 -- of_null wrong => invalid-argument */
RULE(of_null)
{
    MPI_Type_vector(2, 1, 2, wrong ? MPI_DATATYPE_NULL : MPI_INT, &type);
    MPI_Type_free(&type);
}

/* 5.1.11: the datatype of a receive has no overlapping entries. */
/* mazurka: -n 1 -- overlap right => verified!any */
/* mazurka: -n 1 -- overlap wrong => finding */
RULE(overlap)
{
    places[1] = wrong ? 0 : 2;
    MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Type_contiguous(2, MPI_INT, &other);
    MPI_Type_commit(&other);
    to_itself(in, other, out, type);
    MPI_Type_free(&type);
    MPI_Type_free(&other);
}

/* 5.1.11: entries of two elements of a receive do not overlap. */
/* mazurka: -n 1 -- overlap_next right => verified!any */
/* mazurka: -n 1 -- overlap_next wrong => finding */
RULE(overlap_next)
{
    MPI_Request q;
    MPI_Type_create_resized(MPI_INT, 0, wrong ? 2 : 8, &type);
    MPI_Type_commit(&type);
    MPI_Irecv(out, 2, type, 0, 0, SELF, &q);
    MPI_Send(in, 2, MPI_INT, 0, 0, SELF);
    MPI_Wait(&q, IGNORE);
    MPI_Type_free(&type);
}

/* 5.1.11: the sequences of basic types of both sides are the same. */
/* mazurka: -n 1 -- signature right => verified!any */
/* mazurka: -n 1 -- signature wrong => datatype-mismatch */
RULE(signature)
{
    MPI_Aint at[2] = {0, 8};
    MPI_Datatype one[2] = {MPI_INT, MPI_FLOAT}, two[2] = {MPI_FLOAT, MPI_INT};
    char give[16] = {0}, take[16];
    MPI_Type_create_struct(2, lengths, at, one, &type);
    MPI_Type_create_struct(2, lengths, at, wrong ? two : one, &other);
    MPI_Type_commit(&type);
    MPI_Type_commit(&other);
    to_itself(give, type, take, other);
    MPI_Type_free(&type);
    MPI_Type_free(&other);
}

/* 5.1.12: the bytes of all entries are within the program's memory. */
/* mazurka: -n 1 -- bounds right => verified!any */
/* mazurka: -n 1 -- bounds wrong => invalid-argument */
RULE(bounds)
{
    double *heap = calloc(4, sizeof *heap);
    double take[4];
    MPI_Type_vector(2, 1, wrong ? 4 : 3, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    MPI_Type_contiguous(2, MPI_DOUBLE, &other);
    MPI_Type_commit(&other);
    to_itself(heap, type, take, other);
    MPI_Type_free(&type);
    MPI_Type_free(&other);
    free(heap);
}

/* 5.1.3: subarrays lie within their array. */
/* mazurka: -n 1 -- subarray right => verified!any */
/* mazurka: -n 1 -- subarray wrong => invalid-argument */
RULE(subarray)
{
    int sizes[1] = {4}, subsizes[1] = {2}, starts[1] = {wrong ? 3 : 2};
    MPI_Type_create_subarray(1, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_free(&type);
}

/* 5.1.4: the processes of a distributed array are as many as its grid has. */
/* mazurka: -n 1 -- darray right => verified!any */
/* mazurka: -n 1 -- darray wrong => invalid-argument */
RULE(darray)
{
    int sizes[1] = {4}, how[1] = {MPI_DISTRIBUTE_BLOCK}, args[1] = {MPI_DISTRIBUTE_DFLT_DARG}, procs[1] = {wrong ? 3 : 2};
    MPI_Type_create_darray(2, 0, 1, sizes, how, args, procs, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_free(&type);
}

/* 5.1.13: MPI_Type_get_contents is not for predefined datatypes. */
/* mazurka: -n 1 -- contents right => verified!any */
/* mazurka: -n 1 -- contents wrong => invalid-argument */
RULE(contents)
{
    int n[4], ni, na, nd, combiner;
    MPI_Aint a[4];
    MPI_Datatype d[4];
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_get_envelope(type, &ni, &na, &nd, &combiner);
    if (wrong)
        MPI_Type_get_contents(MPI_INT, 4, 4, 4, n, a, d);
    else
        MPI_Type_get_contents(type, 4, 4, 4, n, a, d);
    MPI_Type_free(&type);
}

/* 5.2: what is packed fits into its buffer. */
/* mazurka: -n 1 -- pack_room right => verified!any */
/* mazurka: -n 1 -- pack_room wrong => finding */
RULE(pack_room)
{
    char space[8];
    int at = 0;
    MPI_Pack(in, wrong ? 3 : 2, MPI_INT, space, 8, &at, SELF);
}

/* 5.2: no more is unpacked than there is. */
/* mazurka: -n 1 -- unpack_room right => verified */
/* mazurka: -n 1 -- unpack_room wrong => finding */
RULE(unpack_room)
{
    char space[8];
    int at = 0;
    MPI_Pack(in, 2, MPI_INT, space, 8, &at, SELF);
    at = 0;
    MPI_Unpack(space, 8, &at, out, wrong ? 3 : 2, MPI_INT, SELF);
}

/* 5.3: the name of a canonical representation is "external32". */
/* mazurka: -n 1 -- external right => verified */
/* mazurka: -n 1 -- external wrong => invalid-argument */
RULE(external)
{
    MPI_Aint n;
    MPI_Pack_external_size(wrong ? "external64" : "external32", 1, MPI_INT, &n);
}

/* 5.1.8: MPI_Type_create_f90_integer and their like: the types that they give are not freed. */
/* mazurka: -n 1 -- f90 right => verified */
/* mazurka: -n 1 -- f90 wrong => invalid-argument */
RULE(f90)
{
    MPI_Type_create_f90_integer(6, &type);
    if (wrong)
        MPI_Type_free(&type);
}

/* 5.1.9: datatypes are freed (a leak, if not). */
/* mazurka: -n 1 -- leak right => verified!any */
/* mazurka: -n 1 -- leak wrong => verified+resource-leak */
RULE(leak)
{
    MPI_Type_contiguous(2, MPI_INT, &type);
    if (!wrong)
        MPI_Type_free(&type);
}

/* 5.1.5: MPI_BOTTOM goes with absolute addresses. */
/* mazurka: -n 1 -- bottom right => verified!any */
/* mazurka: -n 1 -- bottom wrong => invalid-argument */
RULE(bottom)
{
    MPI_Aint at = 0;
    int one = 1;
    if (!wrong)
        MPI_Get_address(in, &at);
    MPI_Type_create_hindexed(1, &one, &at, MPI_INT, &type);
    MPI_Type_commit(&type);
    to_itself(MPI_BOTTOM, type, out, MPI_INT);
    MPI_Type_free(&type);
}

/* 3.2.2, 5.1: a struct is sent with the types of its members. */
/* mazurka: -n 1 -- members right => verified!any */
/* mazurka: -n 1 -- members wrong => verified+buffer-type */
/* cc: -g */
RULE(members)
{
    static struct part {
        int id;
        double mass;
    } give, take;
    MPI_Aint at[2] = {0, 8};
    MPI_Datatype fits[2] = {MPI_INT, MPI_DOUBLE}, not[2] = {MPI_INT, MPI_LONG};
    MPI_Type_create_struct(2, lengths, at, wrong ? not : fits, &type);
    MPI_Type_commit(&type);
    to_itself(&give, type, &take, type);
    MPI_Type_free(&type);
}

/* 5.1.7: a type of several structs is resized to their extent. */
/* mazurka: -n 1 -- extent right => verified!any */
/* mazurka: -n 1 -- extent wrong => verified+buffer-type|invalid-argument */
/* cc: -g */
RULE(extent)
{
    static struct body {
        double mass;
        int id;
        int spare;
    } give[2], take[2];
    MPI_Request q;
    MPI_Aint at[2] = {0, 8};
    MPI_Datatype parts[2] = {MPI_DOUBLE, MPI_INT}, whole;
    MPI_Type_create_struct(2, lengths, at, parts, &type);
    MPI_Type_create_resized(type, 0, wrong ? 12 : (MPI_Aint)sizeof *give, &whole);
    MPI_Type_commit(&whole);
    MPI_Irecv(take, 2, whole, 0, 0, SELF, &q);
    MPI_Send(give, 2, whole, 0, 0, SELF);
    MPI_Wait(&q, IGNORE);
    MPI_Type_free(&type);
    MPI_Type_free(&whole);
}

/* 5.1.3: the order is that of C or that of Fortran. */
/* mazurka: -n 2 -- subarray_order right => verified!any */
/* mazurka: -n 2 -- subarray_order wrong => invalid-argument */
RULE(subarray_order)
{
    MPI_Datatype t;
    int s = 4, u = 2, a = 2;
    MPI_Type_create_subarray(1, &s, &u, &a, wrong ? 12 : MPI_ORDER_C, MPI_INT, &t);
    MPI_Type_free(&t);
}

/* 5.1.13: a predefined type has no contents. */
/* mazurka: -n 2 -- contents_named right => verified!any */
/* mazurka: -n 2 -- contents_named wrong => invalid-argument */
RULE(contents_named)
{
    MPI_Datatype t, ty[2];
    int i[4];
    MPI_Aint a[4];
    MPI_Type_contiguous(2, MPI_INT, &t);
    MPI_Type_get_contents(wrong ? MPI_INT : t, 1, 0, 1, i, a, ty);
    MPI_Type_free(&t);
}

/* 5.1.4: the grid of MPI_Type_create_darray has as many processes as there are. */
/* mazurka: -n 2 -- darray_grid right => verified!any */
/* mazurka: -n 2 -- darray_grid wrong => invalid-argument */
RULE(darray_grid)
{
    MPI_Datatype t;
    int g = 4, di = MPI_DISTRIBUTE_BLOCK, da = MPI_DISTRIBUTE_DFLT_DARG,
        p = wrong ? 3 : 2;
    MPI_Type_create_darray(2, rank, 1, &g, &di, &da, &p, MPI_ORDER_C, MPI_INT, &t);
    MPI_Type_free(&t);
}

/* 19.1.7: there is a type of the size that MPI_Type_match_size is asked for. */
/* mazurka: -n 2 -- match_size right => verified!any */
/* mazurka: -n 2 -- match_size wrong => invalid-argument */
RULE(match_size)
{
    MPI_Datatype t;
    MPI_Type_match_size(MPI_TYPECLASS_REAL, wrong ? 3 : 4, &t);
}

/* 2.3, 5.2: what is packed, and where to, share no memory. */
/* mazurka: -n 1 -- pack_apart right => verified!any */
/* mazurka: -n 1 -- pack_apart wrong => invalid-argument: overlap */
RULE(pack_apart)
{
    int at = 0;
    MPI_Pack(in, 2, MPI_INT, wrong ? in + 1 : out, 8, &at, WORLD);
}

/* 2.3, 5.2: nor do what is unpacked, and where from. */
/* mazurka: -n 1 -- unpack_apart right => verified!any */
/* mazurka: -n 1 -- unpack_apart wrong => invalid-argument: overlap */
RULE(unpack_apart)
{
    int at = 0;
    MPI_Unpack(in, 8, &at, wrong ? in + 1 : out, 2, MPI_INT, WORLD);
}

/* 2.3, 5.3: the same holds for "external32". */
/* mazurka: -n 1 -- external_apart right => verified!any */
/* mazurka: -n 1 -- external_apart wrong => invalid-argument: overlap */
RULE(external_apart)
{
    MPI_Aint at = 0;
    MPI_Pack_external("external32", in, 2, MPI_INT, wrong ? in + 1 : out, 8, &at);
}

/* 5.3: there is room for what is packed as "external32". */
/* mazurka: -n 1 -- external_room right => verified!any */
/* mazurka: -n 1 -- external_room wrong => invalid-argument|truncation: 8 bytes */
RULE(external_room)
{
    static char little[4];
    MPI_Aint at = 0;
    MPI_Pack_external("external32", in, 2, MPI_INT, wrong ? little : (char *)out, 8, &at);
}
