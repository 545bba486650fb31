/* mazurka: -n 1 --executions 1 --show-output => exit-code */
/* env: SAY_EXIT=1 */
/* mpich: prints the same */
/* Error handlers, error classes and codes. */
#include "say.h"

static MPI_Comm expected;

static void handler(MPI_Comm *comm, int *code, ...)
{
    int class;
    MPI_Error_class(*code, &class);
    printf("0 000 handler: %s, class %d\n", *comm == expected ? "this one" : "another",
           class);
}

static void error(const char *what, int code)
{
    int class;
    MPI_Error_class(code, &class);
    printf("0 000 %s: error class %d\n", what, class);
}

int main(int argc, char **argv)
{
    MPI_Errhandler e, got;
    MPI_Comm dup, copy;
    int class, code, found, n, len, *last, flag;
    char text[MPI_MAX_ERROR_STRING];
    begin(&argc, &argv);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got);
    printf("0 000 at first fatal: %d\n", got == MPI_ERRORS_ARE_FATAL);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_create_errhandler(handler, &e);
    MPI_Comm_set_errhandler(dup, e);
    MPI_Errhandler_free(&e);
    printf("0 000 null after free: %d\n", e == MPI_ERRHANDLER_NULL);
    expected = dup;
    error("called", MPI_Comm_call_errhandler(dup, MPI_ERR_TAG));
    error("wrong", MPI_Comm_size(dup, NULL));
    MPI_Comm_dup(dup, &copy);
    expected = copy;
    error("inherited", MPI_Comm_call_errhandler(copy, MPI_ERR_RANK));
    MPI_Comm_get_errhandler(copy, &got);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    error("returns", MPI_Comm_size(copy, NULL));
    error("returns as well", MPI_Comm_call_errhandler(copy, MPI_ERR_RANK));
    MPI_Comm_set_errhandler(copy, got);
    error("back again", MPI_Comm_size(copy, NULL));
    MPI_Errhandler_free(&got);
    MPI_Comm_free(&copy);
    MPI_Comm_split(dup, 0, 0, &copy);
    expected = copy;
    error("inherited by split", MPI_Comm_size(copy, NULL));
    MPI_Comm_free(&copy);
    MPI_Comm_free(&dup);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int i = 0; i <= 12; i++) {
        MPI_Error_class(i, &class);
        MPI_Error_string(i, text, &len);
        printf("0 000 %d: class %d, %s (%d)\n", i, class, text, len);
    }
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
    int before = *last;
    MPI_Add_error_class(&class);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
    printf("0 000 greater: %d %d\n", class > before, *last >= class);
    MPI_Error_string(class, text, &len);
    printf("0 000 no text yet: \"%s\" %d\n", text, len);
    MPI_Add_error_code(class, &code);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
    printf("0 000 greater: %d\n", code > class);
    MPI_Add_error_string(code, "my own error");
    MPI_Error_string(code, text, &len);
    printf("0 000 text: \"%s\" %d\n", text, len);
    MPI_Error_class(code, &found);
    printf("0 000 its class: %d\n", found == class);
    MPI_Error_class(class, &found);
    printf("0 000 class of a class: %d\n", found == class);
    MPI_Add_error_code(MPI_ERR_ARG, &code);
    MPI_Error_class(code, &found);
    printf("0 000 class of a code in a predefined class: %d\n", found);
    error("no handler", MPI_Comm_create_errhandler(NULL, &e));
    e = MPI_ERRHANDLER_NULL;
    error("set null", MPI_Comm_set_errhandler(MPI_COMM_WORLD, e));
    error("free null", MPI_Errhandler_free(&e));
    error("get of null", MPI_Comm_get_errhandler(MPI_COMM_NULL, &e));
    error("call of null", MPI_Comm_call_errhandler(MPI_COMM_NULL, MPI_ERR_TAG));
    error("still fine", MPI_Comm_size(MPI_COMM_WORLD, &n));
    MPI_Finalize();
    return 0;
}
