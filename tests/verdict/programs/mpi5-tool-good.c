/* mazurka: -n 2 => verified; !not supported */
/* MPI_T: before MPI_Init and after MPI_Finalize, too; what there is can be listed, and counts. */
#include <assert.h>
#include <mpi.h>
#include <string.h>

static MPI_T_pvar_session session;

static MPI_T_pvar_handle handle_of(const char *name)
{
    int at, count;
    MPI_T_pvar_handle h;
    assert(!MPI_T_pvar_get_index(name, MPI_T_PVAR_CLASS_COUNTER, &at));
    assert(!MPI_T_pvar_handle_alloc(session, at, NULL, &h, &count) && count == 1);
    return h;
}

static unsigned long long read_of(MPI_T_pvar_handle h)
{
    unsigned long long x;
    assert(!MPI_T_pvar_read(session, h, &x));
    return x;
}

int main(int argc, char **argv)
{
    int level, n, rank, x = 0;
    assert(MPI_T_cvar_get_num(&n) == MPI_T_ERR_NOT_INITIALIZED);
    assert(!MPI_T_init_thread(MPI_THREAD_SINGLE, &level) && level == MPI_THREAD_SINGLE);
    assert(!MPI_T_cvar_get_num(&n) && !n && !MPI_T_category_get_num(&n) && !n);
    assert(MPI_T_cvar_get_index("none", &n) == MPI_T_ERR_INVALID_NAME);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    assert(!MPI_T_pvar_get_num(&n) && n == 3);
    for (int i = 0; i < n; i++) {
        char name[8] = "", desc[100];
        int length = sizeof name, room = sizeof desc, level, class, bind, fixed, always, atomic;
        MPI_Datatype type;
        MPI_T_enum none;
        assert(!MPI_T_pvar_get_info(i, name, &length, &level, &class, &type, &none, desc, &room, &bind, &fixed, &always, &atomic));
        assert(!strcmp(name, "mazurka") && length > 8 && type == MPI_UNSIGNED_LONG_LONG);
        assert(class == MPI_T_PVAR_CLASS_COUNTER && bind == MPI_T_BIND_NO_OBJECT && fixed && always && !atomic);
        assert(room == (int)strlen(desc) + 1 && none == MPI_T_ENUM_NULL);
    }
    assert(MPI_T_pvar_get_info(n, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
    assert(!MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle calls = handle_of("mazurka_calls"), sent = handle_of("mazurka_sent"), got = handle_of("mazurka_received");
    if (rank)
        MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    assert(read_of(sent) == !rank && read_of(got) == (unsigned)rank && read_of(calls) == 8);
    assert(MPI_T_pvar_start(session, calls) == MPI_T_ERR_PVAR_NO_STARTSTOP);
    assert(!MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    assert(MPI_T_pvar_reset(session, calls) == MPI_T_ERR_PVAR_NO_WRITE);
    assert(!MPI_T_pvar_handle_free(session, &calls) && calls == MPI_T_PVAR_HANDLE_NULL);
    assert(MPI_T_pvar_start(session, calls) == MPI_T_ERR_INVALID_HANDLE);
    assert(!MPI_T_pvar_session_free(&session) && session == MPI_T_PVAR_SESSION_NULL);
    MPI_Finalize();
    assert(!MPI_T_pvar_get_num(&n) && !MPI_T_finalize());
    return 0;
}
