#include "dropin.h"

API int MPI_Init(int *argc, char ***argv) {
	int code = PMPI_Init(argc, argv);
	if (code == MPI_SUCCESS) {
		tc_begin_world();
	}
	return code;
}

API int MPI_Init_thread(int *argc, char ***argv, int wanted, int *given) {
	int code = PMPI_Init_thread(argc, argv, wanted, given);
	if (code == MPI_SUCCESS) {
		tc_begin_world();
	}
	return code;
}
