#include <mpi.h>

// tc_variable writes the value of the control variable name to text as words.
int tc_variable(const char *name, char *text, int size);
int tc_set_variable(const char *name, int value);

// tc_description writes what the library says of the variable.
int tc_description(const char *name, char *text, int size);

// tc_choice is entry i of the values an enumerated variable can have; tc_choices is their number.
int tc_choices(const char *name, int *n);
int tc_choice(const char *name, int i, int *value, char *text, int size);

// tc_prefer duplicates comm so that the operations of one of Open MPI's components go before those of the others.
int tc_prefer(MPI_Comm comm, const char *component, MPI_Comm *preferring);

// tc_on_host tells how many processes of comm are on the host that has most of them.
int tc_on_host(MPI_Comm comm, int *most);
