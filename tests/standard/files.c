/* mpich: compiles */
/* Chapter 14: files. See standard.h. */
#include "standard.h"

static MPI_File f, g;

static void open_file(MPI_Comm comm, const char *name, MPI_File *file)
{
    MPI_File_open(comm, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, file);
    MPI_File_set_errhandler(*file, MPI_ERRORS_ARE_FATAL);
}

/* 14.2.1: one of the three modes of access is given. */
/* mazurka: -n 1 -- modes right => verified */
/* mazurka: -n 1 -- modes wrong => verified+ignored-error|invalid-argument|crash */
RULE(modes)
{
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(WORLD, "a", MPI_MODE_CREATE | (wrong ? MPI_MODE_RDWR | MPI_MODE_RDONLY : MPI_MODE_RDWR), MPI_INFO_NULL, &f);
    MPI_File_close(&f);
}

/* 14.2.1: all ranks give the same mode. */
/* mazurka: -n 2 -- same_mode right => verified */
/* mazurka: -n 2 -- same_mode wrong => finding */
RULE(same_mode)
{
    MPI_File_open(WORLD, "a", MPI_MODE_CREATE | (wrong && rank ? MPI_MODE_WRONLY : MPI_MODE_RDWR), MPI_INFO_NULL, &f);
    MPI_File_close(&f);
}

/* 14.2.1: all ranks open the same file. */
/* mazurka: -n 2 -- same_file right => verified */
/* mazurka: -n 2 -- same_file wrong => finding */
RULE(same_file)
{
    MPI_File_open(WORLD, wrong && rank ? "b" : "a", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    MPI_File_close(&f);
}

/* 14.2.2: a file is closed before MPI_Finalize. */
/* mazurka: -n 1 -- closed right => verified!any */
/* mazurka: -n 1 -- closed wrong => verified+resource-leak|finding */
RULE(closed)
{
    open_file(WORLD, "a", &f);
    if (!wrong)
        MPI_File_close(&f);
}

/* 14.2.2: operations on it are complete before it is closed. */
/* mazurka: -n 1 -- close_active right => verified */
/* mazurka: -n 1 -- close_active wrong => finding */
RULE(close_active)
{
    MPI_Request q;
    open_file(WORLD, "a", &f);
    MPI_File_iwrite(f, in, 1, MPI_INT, &q);
    if (!wrong)
        MPI_Wait(&q, IGNORE);
    MPI_File_close(&f);
    if (wrong)
        MPI_Wait(&q, IGNORE);
}

/* 14.3: the filetype is made of etypes. */
/* mazurka: -n 1 -- filetype right => verified */
/* mazurka: -n 1 -- filetype wrong => datatype-mismatch */
RULE(filetype)
{
    MPI_Datatype type;
    open_file(WORLD, "a", &f);
    MPI_Type_contiguous(2, wrong ? MPI_FLOAT : MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(f, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&type);
    MPI_File_close(&f);
}

/* 14.3: an access is a multiple of the etype. */
/* mazurka: -n 1 -- whole_etypes right => verified */
/* mazurka: -n 1 -- whole_etypes wrong => invalid-argument */
RULE(whole_etypes)
{
    MPI_Datatype two;
    open_file(WORLD, "a", &f);
    MPI_Type_contiguous(2, MPI_INT, &two);
    MPI_Type_commit(&two);
    MPI_File_set_view(f, 0, two, two, "native", MPI_INFO_NULL);
    MPI_File_write(f, in, wrong ? 1 : 2, MPI_INT, IGNORE);
    MPI_Type_free(&two);
    MPI_File_close(&f);
}

/* 14.4: the type of an access matches the etype. */
/* mazurka: -n 1 -- etype right => verified */
/* mazurka: -n 1 -- etype wrong => datatype-mismatch */
RULE(etype)
{
    open_file(WORLD, "a", &f);
    MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write(f, wrong ? (void *)real : in, 1, wrong ? MPI_FLOAT : MPI_INT, IGNORE);
    MPI_File_close(&f);
}

/* 14.3: displacements of a filetype are not negative, and do not decrease. */
/* mazurka: -n 1 -- monotonic right => verified */
/* mazurka: -n 1 -- monotonic wrong => invalid-argument */
RULE(monotonic)
{
    MPI_Datatype type;
    int lengths[2] = {1, 1}, places[2] = {wrong ? 4 : 0, 2};
    open_file(WORLD, "a", &f);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(f, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&type);
    MPI_File_close(&f);
}

/* 14.3: the filetype of a file that is written has no overlapping places. */
/* mazurka: -n 1 -- filetype_overlap right => verified */
/* mazurka: -n 1 -- filetype_overlap wrong => finding */
RULE(filetype_overlap)
{
    MPI_Datatype type;
    int lengths[2] = {2, 1}, places[2] = {0, wrong ? 1 : 2};
    open_file(WORLD, "a", &f);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(f, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_File_write(f, in, 3, MPI_INT, IGNORE);
    MPI_Type_free(&type);
    MPI_File_close(&f);
}

/* 14.3: the extent of the etype is the same at all ranks, and so is the representation. */
/* mazurka: -n 2 -- etype_extent right => verified */
/* mazurka: -n 2 -- etype_extent wrong => finding */
RULE(etype_extent)
{
    MPI_Datatype t = wrong && rank ? MPI_DOUBLE : MPI_INT;
    open_file(WORLD, "a", &f);
    MPI_File_set_view(f, 0, t, t, "native", MPI_INFO_NULL);
    MPI_File_close(&f);
}

/* 14.4.2: an offset is not negative. */
/* mazurka: -n 1 -- offset right => verified */
/* mazurka: -n 1 -- offset wrong => invalid-argument|verified+ignored-error */
RULE(offset)
{
    open_file(WORLD, "a", &f);
    MPI_File_write_at(f, wrong ? -4 : 4, in, 1, MPI_INT, IGNORE);
    MPI_File_close(&f);
}

/* 14.4: a file that is open for reading is not written. */
/* mazurka: -n 1 -- read_only right => verified */
/* mazurka: -n 1 -- read_only wrong => invalid-argument|finding */
RULE(read_only)
{
    open_file(WORLD, "a", &f);
    MPI_File_close(&f);
    MPI_File_open(WORLD, "a", wrong ? MPI_MODE_RDONLY : MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    MPI_File_set_errhandler(f, MPI_ERRORS_ARE_FATAL);
    MPI_File_write(f, in, 1, MPI_INT, IGNORE);
    MPI_File_close(&f);
}

/* 14.4.3: collective accesses are made by all ranks. */
/* mazurka: -n 2 -- write_all right => verified */
/* mazurka: -n 2 -- write_all wrong => finding */
RULE(write_all)
{
    open_file(WORLD, "a", &f);
    if (!wrong || rank)
        MPI_File_write_at_all(f, 4 * rank, in, 1, MPI_INT, IGNORE);
    MPI_File_close(&f);
}

/* 14.4.4: the shared file pointer needs the same view at all ranks. */
/* mazurka: -n 2 -- shared_view right => verified */
/* mazurka: -n 2 -- shared_view wrong => finding */
RULE(shared_view)
{
    open_file(WORLD, "a", &f);
    MPI_File_set_view(f, wrong ? 16 * rank : 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_shared(f, in, 1, MPI_INT, IGNORE);
    MPI_File_close(&f);
}

/* 14.4.4: also if it is ordered. */
/* mazurka: -n 2 -- ordered_view right => verified */
/* mazurka: -n 2 -- ordered_view wrong => finding */
RULE(ordered_view)
{
    MPI_Datatype type;
    MPI_Type_vector(2, 1, wrong && rank ? 3 : 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    open_file(WORLD, "a", &f);
    MPI_File_set_view(f, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_File_write_ordered(f, in, 1, MPI_INT, IGNORE);
    MPI_Type_free(&type);
    MPI_File_close(&f);
}

/* 14.4.4: MPI_File_seek_shared has the same offset at all ranks. */
/* mazurka: -n 2 -- seek_shared right => verified */
/* mazurka: -n 2 -- seek_shared wrong => finding */
RULE(seek_shared)
{
    open_file(WORLD, "a", &f);
    MPI_File_seek_shared(f, wrong ? 4 * rank : 4, MPI_SEEK_SET);
    MPI_File_close(&f);
}

/* 14.4.5: one split collective of a handle is active at a time. */
/* mazurka: -n 2 -- split_twice right => verified */
/* mazurka: -n 2 -- split_twice wrong => finding */
RULE(split_twice)
{
    open_file(WORLD, "a", &f);
    MPI_File_write_at_all_begin(f, 4 * rank, in, 1, MPI_INT);
    if (!wrong)
        MPI_File_write_at_all_end(f, in, IGNORE);
    MPI_File_write_at_all_begin(f, 16 + 4 * rank, in, 1, MPI_INT);
    MPI_File_write_at_all_end(f, in, IGNORE);
    MPI_File_close(&f);
}

/* 14.4.5: a split collective does not match a regular one. */
/* mazurka: -n 2 -- split_regular right => verified */
/* mazurka: -n 2 -- split_regular wrong => finding */
RULE(split_regular)
{
    open_file(WORLD, "a", &f);
    if (wrong && rank)
        MPI_File_write_at_all(f, 4, in, 1, MPI_INT, IGNORE);
    else {
        MPI_File_write_at_all_begin(f, 4 * rank, in, 1, MPI_INT);
        MPI_File_write_at_all_end(f, in, IGNORE);
    }
    MPI_File_close(&f);
}

/* 14.4.2: the buffer of a write that is not complete is not changed. */
/* mazurka: -n 1 -- iwrite right => verified */
/* mazurka: -n 1 -- iwrite wrong => local-race */
RULE(iwrite)
{
    MPI_Request q;
    open_file(WORLD, "a", &f);
    MPI_File_iwrite(f, in, 1, MPI_INT, &q);
    if (wrong)
        in[0] = 1;
    MPI_Wait(&q, IGNORE);
    MPI_File_close(&f);
}

/* 14.6.1: what one rank has written, another one sees after sync, barrier, sync. */
/* mazurka: -n 2 -- sync right => verified */
/* mazurka: -n 2 -- sync wrong => file-race */
RULE(sync)
{
    open_file(WORLD, "a", &f);
    if (rank)
        MPI_File_write_at(f, 0, in, 1, MPI_INT, IGNORE);
    if (!wrong)
        MPI_File_sync(f);
    MPI_Barrier(WORLD);
    if (!wrong)
        MPI_File_sync(f);
    if (!rank)
        MPI_File_read_at(f, 0, out, 1, MPI_INT, IGNORE);
    MPI_File_close(&f);
}

/* 14.6.1: so is it with two handles of one rank. */
/* mazurka: -n 1 -- two_handles right => verified */
/* mazurka: -n 1 -- two_handles wrong => file-race */
RULE(two_handles)
{
    open_file(SELF, "a", &f);
    open_file(SELF, "a", &g);
    MPI_File_write_at(f, 0, in, 1, MPI_INT, IGNORE);
    if (!wrong) {
        MPI_File_sync(f);
        MPI_File_sync(g);
    }
    MPI_File_read_at(g, 0, out, 1, MPI_INT, IGNORE);
    MPI_File_close(&f);
    MPI_File_close(&g);
}

/* 14.6.1: two handles, of which one is for another communicator. */
/* mazurka: -n 2 -- two_opens right => verified */
/* mazurka: -n 2 -- two_opens wrong => file-race */
RULE(two_opens)
{
    open_file(WORLD, "a", &f);
    open_file(SELF, "a", &g);
    if (!rank)
        MPI_File_write_at(f, 0, in, 1, MPI_INT, IGNORE);
    if (!wrong)
        MPI_File_sync(f);
    if (!rank) {
        if (!wrong)
            MPI_File_sync(g);
        MPI_File_read_at(g, 0, out, 1, MPI_INT, IGNORE);
    }
    MPI_File_close(&g);
    MPI_File_close(&f);
}

/* 14.6.1: two ranks that write to one place. */
/* mazurka: -n 2 -- two_writers right => verified */
/* mazurka: -n 2 -- two_writers wrong => file-race */
RULE(two_writers)
{
    open_file(WORLD, "a", &f);
    in[0] = rank;
    MPI_File_write_at(f, wrong ? 0 : 4 * rank, in, 1, MPI_INT, IGNORE);
    MPI_File_close(&f);
}

/* 14.2.3: a file that is deleted is there. */
/* mazurka: -n 1 -- delete_absent right => verified!any */
/* mazurka: -n 1 -- delete_absent wrong => verified+ignored-error|invalid-argument */
RULE(delete_absent)
{
    open_file(WORLD, "a", &f);
    MPI_File_close(&f);
    MPI_File_delete(wrong ? "b" : "a", MPI_INFO_NULL);
}

/* 14.2.4: MPI_File_set_size is called with the same size by all ranks. */
/* mazurka: -n 2 -- set_size right => verified */
/* mazurka: -n 2 -- set_size wrong => finding */
RULE(set_size)
{
    open_file(WORLD, "a", &f);
    MPI_File_set_size(f, wrong ? 4 * rank : 4);
    MPI_File_close(&f);
}

/* 14.4: MPI_MODE_SEQUENTIAL allows the shared pointer only. */
/* mazurka: -n 1 -- sequential right => verified */
/* mazurka: -n 1 -- sequential wrong => finding */
RULE(sequential)
{
    MPI_File_open(WORLD, "a", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL, &f);
    MPI_File_set_errhandler(f, MPI_ERRORS_ARE_FATAL);
    if (wrong)
        MPI_File_write_at(f, 0, in, 1, MPI_INT, IGNORE);
    else
        MPI_File_write_shared(f, in, 1, MPI_INT, IGNORE);
    MPI_File_close(&f);
}

/* 14.3: a view is set with a datatype that was committed. */
/* mazurka: -n 1 -- view_committed right => verified */
/* mazurka: -n 1 -- view_committed wrong => invalid-argument */
RULE(view_committed)
{
    MPI_Datatype type;
    open_file(WORLD, "a", &f);
    MPI_Type_contiguous(2, MPI_INT, &type);
    if (!wrong)
        MPI_Type_commit(&type);
    MPI_File_set_view(f, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&type);
    MPI_File_close(&f);
}

/* 14.6.10, 14.6: a file that is closed is not used. */
/* mazurka: -n 1 -- file_freed right => verified */
/* mazurka: -n 1 -- file_freed wrong => invalid-argument */
RULE(file_freed)
{
    MPI_File copy;
    open_file(WORLD, "a", &f);
    copy = f;
    if (wrong)
        MPI_File_close(&f);
    MPI_File_sync(copy);
    if (!wrong)
        MPI_File_close(&f);
}

/* 14.6.1: all ranks give the same atomicity. */
/* mazurka: -n 2 -- atomicity right => verified!any */
/* mazurka: -n 2 -- atomicity wrong => invalid-argument */
RULE(atomicity)
{
    open_file(WORLD, "a", &f);
    MPI_File_set_atomicity(f, wrong ? rank : 1);
    MPI_File_close(&f);
}

/* 14.2.5: all ranks preallocate the same size. */
/* mazurka: -n 2 -- prealloc right => verified!any */
/* mazurka: -n 2 -- prealloc wrong => invalid-argument */
RULE(prealloc)
{
    open_file(WORLD, "a", &f);
    MPI_File_preallocate(f, wrong ? 8 * rank + 8 : 8);
    MPI_File_close(&f);
}

/* 14.4.5: a split access ends with the buffer that it began with. */
/* mazurka: -n 2 -- begin_buf right => verified!any */
/* mazurka: -n 2 -- begin_buf wrong => invalid-argument */
RULE(begin_buf)
{
    open_file(WORLD, "a", &f);
    MPI_File_write_at_all_begin(f, 4 * rank, in, 1, MPI_INT);
    MPI_File_write_at_all_end(f, wrong ? out : in, IGNORE);
    MPI_File_close(&f);
}

/* 14.4.3: no place is before the start of the file. */
/* mazurka: -n 2 -- seek_neg right => verified!any */
/* mazurka: -n 2 -- seek_neg wrong => invalid-argument */
RULE(seek_neg)
{
    open_file(WORLD, "a", &f);
    MPI_File_seek(f, wrong ? -4 : 4, MPI_SEEK_SET);
    MPI_File_close(&f);
}

/* 14.5: a data representation exists. */
/* mazurka: -n 2 -- view_rep right => verified!any */
/* mazurka: -n 2 -- view_rep wrong => invalid-argument */
RULE(view_rep)
{
    open_file(WORLD, "a", &f);
    MPI_File_set_view(f, 0, MPI_INT, MPI_INT, wrong ? "funny" : "native", MPI_INFO_NULL);
    MPI_File_close(&f);
}

/* 14.2.2: a file is closed once. */
/* mazurka: -n 2 -- close_twice right => verified!any */
/* mazurka: -n 2 -- close_twice wrong => invalid-argument */
RULE(close_twice)
{
    open_file(WORLD, "a", &f);
    MPI_File g = f;
    MPI_File_close(&f);
    if (wrong)
        MPI_File_close(&g);
}

/* 14.4.4: all ranks make an ordered access. */
/* mazurka: -n 2 -- ordered_some right => verified!any */
/* mazurka: -n 2 -- ordered_some wrong => call-mismatch */
RULE(ordered_some)
{
    open_file(WORLD, "a", &f);
    if (!wrong || rank)
        MPI_File_write_ordered(f, in, 1, MPI_INT, IGNORE);
    MPI_File_close(&f);
}

/* 14.4.2: the buffer has what is written. */
/* mazurka: -n 2 -- write_room right => verified!any */
/* mazurka: -n 2 -- write_room wrong => invalid-argument */
RULE(write_room)
{
    open_file(WORLD, "a", &f);
    int *h = calloc(2, 4);
    MPI_File_write_at(f, 16 * rank, h, wrong ? 4 : 2, MPI_INT, IGNORE);
    free(h);
    MPI_File_close(&f);
}
