/* mazurka: -n 1 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* MPI_Info_*: results, and the classes of errors. */
#include "say.h"

static void error(const char *what, int code)
{
    int class;
    MPI_Error_class(code, &class);
    printf("0 000 %s: error class %d\n", what, class);
}

static void show(const char *what, MPI_Info info)
{
    int n, flag, len;
    char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];
    MPI_Info_get_nkeys(info, &n);
    printf("0 000 %s: %d keys", what, n);
    for (int i = 0; i < n; i++) {
        MPI_Info_get_nthkey(info, i, key);
        MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &flag);
        MPI_Info_get_valuelen(info, key, &len, &flag);
        printf("; %s = %s (%d)", key, value, len);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    MPI_Info info, copy, null = MPI_INFO_NULL;
    int flag, n;
    char value[64], key[MPI_MAX_INFO_KEY + 1], big[2000];
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Info_create(&info), show("empty", info);
    MPI_Info_set(info, "one", "1"), MPI_Info_set(info, "two", "zwei");
    MPI_Info_set(info, "three", "a longer value"), show("three", info);
    MPI_Info_set(info, "one", "another 1"), show("changed", info);
    MPI_Info_dup(info, &copy);
    MPI_Info_delete(info, "two"), show("deleted", info), show("copy", copy);
    MPI_Info_set(info, "two", "again"), show("at the end", info);
    strcpy(value, "unchanged");
    MPI_Info_get(info, "none", 10, value, &flag),
        printf("0 000 none: %d %s\n", flag, value);
    MPI_Info_get(info, "three", 4, value, &flag),
        printf("0 000 short: %d %s\n", flag, value);
    n = 17;
    MPI_Info_get_valuelen(info, "none", &n, &flag),
        printf("0 000 none: %d %d\n", flag, n);
    MPI_Info_free(&copy), printf("0 000 null after free: %d\n", copy == MPI_INFO_NULL);

    memset(big, 'x', sizeof big);
    big[1500] = 0;
    error("set in null", MPI_Info_set(null, "a", "b"));
    error("key too long", MPI_Info_set(info, big, "b"));
    error("value too long", MPI_Info_set(info, "a", big));
    error("empty key", MPI_Info_set(info, "", "b"));
    error("null key", MPI_Info_set(info, NULL, "b"));
    error("null value", MPI_Info_set(info, "a", NULL));
    error("delete nothing", MPI_Info_delete(info, "nothing"));
    error("get of null", MPI_Info_get(null, "a", 10, value, &flag));
    error("get, negative", MPI_Info_get(info, "a", -1, value, &flag));
    error("get, no value", MPI_Info_get(info, "a", 10, NULL, &flag));
    error("nth negative", MPI_Info_get_nthkey(info, -1, key));
    error("nth too great", MPI_Info_get_nthkey(info, 3, key));
    error("nkeys of null", MPI_Info_get_nkeys(null, &n));
    error("dup of null", MPI_Info_dup(null, &copy));
    error("free of null", MPI_Info_free(&null));
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
