/* mazurka: -n 2 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Attributes: which functions are called, with what, in which order. */
#include "say.h"

static int me, fail_copy, fail_delete;
static MPI_Comm copied;

static int copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)keyval;
    printf("%d 000 copy %s extra %ld value %ld\n", me,
           comm == copied ? "of dup" : "of another", (long)extra, (long)in);
    *(void **)out = (char *)in + 100;
    *flag = (long)in % 10 != 3;
    return fail_copy && (long)in == fail_copy ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int delete (MPI_Comm comm, int keyval, void *value, void *extra)
{
    void *again;
    int flag;
    MPI_Comm_get_attr(comm, keyval, &again, &flag);
    printf("%d 000 delete extra %ld value %ld, still there: %d\n", me, (long)extra,
           (long)value, flag);
    return fail_delete && (long)value == fail_delete ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static void get(const char *what, MPI_Comm comm, int keyval)
{
    void *value;
    int flag;
    MPI_Comm_get_attr(comm, keyval, &value, &flag);
    printf("%d 000 %s: %d %ld\n", me, what, flag, flag ? (long)value : 0L);
}

static void error(const char *what, int code)
{
    int class;
    MPI_Error_class(code, &class);
    printf("%d 000 %s: error class %d\n", me, what, class);
}

static void predefined(const char *what, int keyval)
{
    int *value, flag;
    MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &value, &flag);
    printf("%d 000 %s: %d %d\n", me, what, flag, flag ? *value : 0);
}

int main(int argc, char **argv)
{
    int key[4], k, flag, *p;
    MPI_Comm c, d;
    begin(&argc, &argv);
    me = rank;
    predefined("MPI_TAG_UB", MPI_TAG_UB);
    predefined("MPI_HOST", MPI_HOST);
    predefined("MPI_IO", MPI_IO);
    predefined("MPI_WTIME_IS_GLOBAL", MPI_WTIME_IS_GLOBAL);
    predefined("MPI_UNIVERSE_SIZE", MPI_UNIVERSE_SIZE);
    predefined("MPI_LASTUSEDCODE", MPI_LASTUSEDCODE);
    predefined("MPI_APPNUM", MPI_APPNUM);

    MPI_Comm_dup(MPI_COMM_WORLD, &copied);
    for (int i = 0; i < 4; i++)
        MPI_Comm_create_keyval(copy, delete, &key[i], (void *)(long)(i + 1));
    for (int i = 0; i < 4; i++)
        MPI_Comm_set_attr(copied, key[i], (void *)(long)(i + 1));
    printf("%d 000 set again\n", me);
    MPI_Comm_set_attr(copied, key[1], (void *)20L);
    get("first", copied, key[0]);
    get("second", copied, key[1]);
    get("of world", MPI_COMM_WORLD, key[1]);
    printf("%d 000 dup\n", me);
    MPI_Comm_dup(copied, &c);
    for (int i = 0; i < 4; i++)
        get("copied", c, key[i]);
    printf("%d 000 split\n", me);
    MPI_Comm_split(copied, 0, 0, &d);
    get("not copied", d, key[0]);
    MPI_Comm_free(&d);
    printf("%d 000 delete one\n", me);
    MPI_Comm_delete_attr(c, key[0]);
    get("deleted", c, key[0]);
    printf("%d 000 free\n", me);
    MPI_Comm_free(&c);

    MPI_Comm_set_errhandler(copied, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    fail_copy = 4;
    c = MPI_COMM_WORLD;
    printf("%d 000 dup that fails: %d\n", me, MPI_Comm_dup(copied, &c) != MPI_SUCCESS);
    fail_copy = 0;
    fail_delete = 20;
    printf("%d 000 delete fails: %d\n", me,
           MPI_Comm_delete_attr(copied, key[1]) != MPI_SUCCESS);
    get("still there", copied, key[1]);
    printf("%d 000 set fails: %d\n", me,
           MPI_Comm_set_attr(copied, key[1], NULL) != MPI_SUCCESS);
    get("as before", copied, key[1]);
    fail_delete = 0;

    error("delete predefined", MPI_Comm_delete_attr(copied, MPI_TAG_UB));
    error("set predefined", MPI_Comm_set_attr(copied, MPI_TAG_UB, NULL));
    error("get of no keyval", MPI_Comm_get_attr(copied, MPI_KEYVAL_INVALID, &p, &flag));
    error("set of no keyval", MPI_Comm_set_attr(copied, MPI_KEYVAL_INVALID, NULL));
    error("get of null", MPI_Comm_get_attr(MPI_COMM_NULL, key[0], &p, &flag));
    k = MPI_KEYVAL_INVALID;
    error("free of no keyval", MPI_Comm_free_keyval(&k));
    k = MPI_TAG_UB;
    error("free of predefined", MPI_Comm_free_keyval(&k));
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &k, NULL);
    error("of another kind", MPI_Comm_set_attr(copied, k, NULL));
    MPI_Type_free_keyval(&k);
    printf("%d 000 invalid after free: %d\n", me, k == MPI_KEYVAL_INVALID);

    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &k, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, k, (void *)77L);
    MPI_Comm_dup(MPI_COMM_SELF, &c);
    get("MPI_COMM_DUP_FN", c, k);
    MPI_Comm_free(&c);
    MPI_Comm_free_keyval(&k);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete, &k, (void *)9L);
    MPI_Comm_set_attr(MPI_COMM_SELF, k, (void *)91L);
    MPI_Comm_set_attr(MPI_COMM_WORLD, k, (void *)92L);
    MPI_Comm_set_attr(copied, k, (void *)93L);
    MPI_Comm_free_keyval(&k);
    for (int i = 0; i < 4; i++)
        MPI_Comm_free_keyval(&key[i]);
    MPI_Comm_free(&copied);
    printf("%d 000 the end\n", me);
    MPI_Finalize();
    return 0;
}
