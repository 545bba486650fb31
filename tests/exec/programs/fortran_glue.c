/* The few functions that fortran.f90 calls, as Fortran calls them. */
#include <mazurka.h>

void glue_self_(int *me) { *me = mz_self(); }
void glue_send_(int *value) { mz_isend(mz_mailbox_new("box"), value, sizeof *value); }
void glue_recv_(int *value) { mz_recv(mz_mailbox_new("box"), value, sizeof *value); }
void glue_assert_(int *holds) { mz_assert_at(*holds, "condition", "fortran.f90", 0); }
