/* mpich: compiles */
/* Chapter 14: files. See standard.h. */
#include "standard.h"

static MPI_File f;

/* 14.2.1: MPI_MODE_CREATE and MPI_MODE_RDONLY exclude each other. */
/* mazurka: -n 2 -- excl_readonly right => verified!any */
/* mazurka: -n 2 -- excl_readonly wrong => finding */
RULE(excl_readonly)
{
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(WORLD, "x", (wrong ? MPI_MODE_RDONLY : MPI_MODE_RDWR) | MPI_MODE_CREATE,
                  MPI_INFO_NULL, &f);
    MPI_File_close(&f);
}

/* 14.2.1: so do MPI_MODE_RDWR and MPI_MODE_SEQUENTIAL. */
/* mazurka: -n 2 -- sequential_rdwr right => verified!any */
/* mazurka: -n 2 -- sequential_rdwr wrong => finding */
RULE(sequential_rdwr)
{
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(WORLD, "x",
                  (wrong ? MPI_MODE_RDWR : MPI_MODE_WRONLY) | MPI_MODE_CREATE |
                      MPI_MODE_SEQUENTIAL,
                  MPI_INFO_NULL, &f);
    MPI_File_close(&f);
}

/* 14.2.1: a file that was opened with MPI_MODE_UNIQUE_OPEN is not opened elsewhere. */
/* mazurka: -n 2 -- unique_open right => verified!any */
/* mazurka: -n 2 -- unique_open wrong => finding */
RULE(unique_open)
{
    MPI_File g;
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(WORLD, "x", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_UNIQUE_OPEN,
                  MPI_INFO_NULL, &f);
    if (wrong) {
        MPI_File_open(WORLD, "x", MPI_MODE_RDWR, MPI_INFO_NULL, &g);
        MPI_File_close(&g);
    }
    MPI_File_close(&f);
}

/* 14.2.1: with MPI_MODE_DELETE_ON_CLOSE it is gone when it is closed. */
/* mazurka: -n 2 -- delete_on_close right => verified!any */
/* mazurka: -n 2 -- delete_on_close wrong => finding */
RULE(delete_on_close)
{
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(WORLD, "x",
                  MPI_MODE_RDWR | MPI_MODE_CREATE |
                      (wrong ? MPI_MODE_DELETE_ON_CLOSE : 0),
                  MPI_INFO_NULL, &f);
    MPI_File_close(&f);
    MPI_Barrier(WORLD);
    MPI_File_open(WORLD, "x", MPI_MODE_RDWR, MPI_INFO_NULL, &f);
    MPI_File_close(&f);
}

/* 14.4.3: who has nothing to write writes nothing together with the others. */
/* mazurka: -n 2 -- zero_part right => verified!any */
/* mazurka: -n 2 -- zero_part wrong => finding */
RULE(zero_part)
{
    MPI_File_open(WORLD, "x", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    if (!wrong || !rank)
        MPI_File_write_at_all(f, 0, in, rank ? 0 : 4, MPI_INT, IGNORE);
    MPI_File_close(&f);
}

/* 14.3: displacements of views may differ, and what is written through them must not
 * overlap. */
/* mazurka: -n 2 -- view_disp right => verified!any */
/* mazurka: -n 2 -- view_disp wrong => finding */
RULE(view_disp)
{
    MPI_File_open(WORLD, "x", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    MPI_File_set_view(f, rank * (wrong ? 4 : 16), MPI_INT, MPI_INT, "native",
                      MPI_INFO_NULL);
    in[0] = rank + 1;
    in[1] = rank + 5;
    MPI_File_write_all(f, in, 4, MPI_INT, IGNORE);
    MPI_File_close(&f);
}

/* 14.4.2: behind the end of a file nothing is read. */
/* mazurka: -n 2 -- eof right => verified!any */
/* mazurka: -n 2 -- eof wrong => finding */
RULE(eof)
{
    MPI_Status s;
    int n;
    MPI_File_open(WORLD, "x", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    MPI_File_read_at(f, 100, out, 4, MPI_INT, &s);
    MPI_Get_count(&s, MPI_INT, &n);
    CHECK(n == (wrong ? 4 : 0));
    MPI_File_close(&f);
}

/* 14.4.4: the shared pointer does not move the individual one. */
/* mazurka: -n 2 -- own_pointer right => verified!any */
/* mazurka: -n 2 -- own_pointer wrong => finding */
RULE(own_pointer)
{
    MPI_Offset at;
    MPI_File_open(WORLD, "x", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    MPI_File_write_ordered(f, in, 4, MPI_INT, IGNORE);
    MPI_File_get_position(f, &at);
    CHECK(at == (wrong ? 16 : 0));
    MPI_File_close(&f);
}

/* 14.6.1: MPI_File_sync is called by all ranks. */
/* mazurka: -n 2 -- sync_alone right => verified!any */
/* mazurka: -n 2 -- sync_alone wrong => finding */
RULE(sync_alone)
{
    MPI_File_open(WORLD, "x", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    if (!wrong || rank)
        MPI_File_sync(f);
    MPI_File_close(&f);
}

/* 14.3: MPI_File_set_view is called by all ranks. */
/* mazurka: -n 2 -- view_alone right => verified!any */
/* mazurka: -n 2 -- view_alone wrong => finding */
RULE(view_alone)
{
    MPI_File_open(WORLD, "x", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    if (!wrong || rank)
        MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_close(&f);
}

/* 14.4.3: offsets count etypes of the view. */
/* mazurka: -n 2 -- byte_etype right => verified!any */
/* mazurka: -n 2 -- byte_etype wrong => finding */
RULE(byte_etype)
{
    MPI_Offset at;
    MPI_File_open(WORLD, "x", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    MPI_File_set_view(f, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_seek(f, 2, MPI_SEEK_SET);
    MPI_File_get_byte_offset(f, 2, &at);
    CHECK(at == (wrong ? 10 : 16));
    MPI_File_close(&f);
}

/* 14.6.1: what another rank has written is read after sync, barrier, sync also if its
 * size is asked for. */
/* mazurka: -n 2 -- size_between right => verified!any */
/* mazurka: -n 2 -- size_between wrong => finding */
RULE(size_between)
{
    MPI_Offset n;
    MPI_File_open(WORLD, "x", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    if (rank)
        MPI_File_write_at(f, 0, in, 4, MPI_INT, IGNORE);
    if (!wrong)
        MPI_File_sync(f);
    MPI_Barrier(WORLD);
    if (!wrong)
        MPI_File_sync(f);
    if (!rank) {
        MPI_File_read_at(f, 0, out, 4, MPI_INT, IGNORE);
        MPI_File_get_size(f, &n);
    }
    MPI_File_close(&f);
}

/* 14.4.2: the buffer of a read that is not complete is not touched. */
/* mazurka: -n 2 -- iread_wait right => verified!any */
/* mazurka: -n 2 -- iread_wait wrong => finding */
RULE(iread_wait)
{
    MPI_Request r;
    MPI_File_open(WORLD, "x", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    MPI_File_iread_at_all(f, 0, out, 4, MPI_INT, &r);
    if (wrong)
        out[1] = 2;
    MPI_Wait(&r, IGNORE);
    MPI_File_close(&f);
}

/* 14.2.1: with MPI_MODE_APPEND pointers begin at the end. */
/* mazurka: -n 2 -- append right => verified!any */
/* mazurka: -n 2 -- append wrong => finding */
RULE(append)
{
    MPI_Offset at;
    MPI_File_open(WORLD, "x", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    MPI_File_write_ordered(f, in, 2, MPI_INT, IGNORE);
    MPI_File_close(&f);
    MPI_File_open(WORLD, "x", MPI_MODE_RDWR | (wrong ? 0 : MPI_MODE_APPEND),
                  MPI_INFO_NULL, &f);
    MPI_File_get_position(f, &at);
    CHECK(at == 16);
    MPI_File_close(&f);
}
