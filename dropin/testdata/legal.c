// Legal programs that an intercepting library easily breaks. Prints "right", or what is wrong and fails.
//   usage: legal PROGRAM...
//          callbacks   delete callbacks of attributes call collectives while their communicator is freed
//          huge        only one rank has a datatype of 2 GiB
//          levels      only rank 0 asks for MPI_THREAD_MULTIPLE; must come first
//          finalize    a delete callback on MPI_COMM_SELF calls collectives in MPI_Finalize
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, p, wrong;

// total checks a sum and an allgather over a communicator.
static void total(MPI_Comm comm) {
	int p, rank, sum = -1;
	PMPI_Comm_size(comm, &p);
	PMPI_Comm_rank(comm, &rank);
	int mine = rank + 1;
	MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
	if (sum != p * (p + 1) / 2) {
		fprintf(stderr, "rank %d of %d: sum %d, want %d\n", rank, p, sum, p * (p + 1) / 2);
		wrong++;
	}
	int all[64] = {0};
	MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, comm);
	for (int i = 0; i < 64; i++) {
		if (all[i] != (i < p ? i : 0)) {
			fprintf(stderr, "rank %d of %d: block %d is %d\n", rank, p, i, all[i]);
			wrong++;
			break;
		}
	}
}

static int with_call(MPI_Comm comm, int key, void *value, void *state) {
	total(comm);
	return MPI_SUCCESS;
}

static int refuses(MPI_Comm comm, int key, void *value, void *state) {
	total(comm);
	return *(int *)value ? MPI_ERR_OTHER : MPI_SUCCESS;
}

// callbacks frees communicators of changing sizes, whose handles MPI reuses. It sets the attribute before or
// after our own.
static void callbacks(void) {
	int before, after;
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, with_call, &before, NULL);
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, with_call, &after, NULL);
	for (int i = 0; i < 40; i++) {
		MPI_Comm comm;
		MPI_Comm_split(MPI_COMM_WORLD, i % 2 == 0 ? 0 : rank % 2, -rank, &comm);
		if (i % 5 != 0) {
			MPI_Comm_set_attr(comm, before, NULL);
		}
		if (i % 3 != 0) { // otherwise the first call on comm is in the callback
			total(comm);
		}
		if (i % 7 != 0) {
			MPI_Comm_set_attr(comm, after, NULL);
		}
		i % 4 == 0 ? MPI_Comm_disconnect(&comm) : MPI_Comm_free(&comm);
	}
	int key, refused = 1;
	MPI_Comm comm;
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, refuses, &key, NULL);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	total(comm);
	MPI_Comm_set_attr(comm, key, &refused);
	MPI_Comm same = comm;
	if (MPI_Comm_free(&comm) == MPI_SUCCESS) { // MPICH frees it nevertheless
		return;
	}
	comm = same;
	total(comm);
	refused = 0;
	MPI_Comm_free(&comm);
}

// huge broadcasts 0 words, because 2 GiB would take seconds. The type alone once made rank 0 skip a call in
// which the others waited.
static void huge(void) {
	enum { SMALL = 1 << 20, ELEMENTS = 1 << 11 };
	MPI_Datatype block, all;
	MPI_Type_contiguous(SMALL, MPI_BYTE, &block);
	MPI_Type_contiguous(ELEMENTS, block, &all);
	MPI_Type_commit(&block);
	MPI_Type_commit(&all);
	char x = 1;
	MPI_Comm comm;
	MPI_Comm_dup(MPI_COMM_WORLD, &comm); // the broadcast is the first call on it
	MPI_Bcast(&x, 0, rank == 0 ? all : block, 0, comm);
	MPI_Comm other; // created without a plan's messages
	MPI_Comm_dup(comm, &other);
	total(comm);
	MPI_Comm_free(&other);
	MPI_Comm_free(&comm);
}

static int in_finalize(MPI_Comm comm, int key, void *value, void *state) {
	total(MPI_COMM_WORLD);
	if (rank == 0) {
		puts(wrong == 0 ? "right in MPI_Finalize" : "wrong in MPI_Finalize");
	}
	return MPI_SUCCESS;
}

static void run(const char *what) {
	if (strcmp(what, "callbacks") == 0) {
		callbacks();
	} else if (strcmp(what, "huge") == 0) {
		huge();
	} else if (strcmp(what, "levels") == 0) {
		MPI_Comm comm;
		MPI_Comm_dup(MPI_COMM_WORLD, &comm);
		total(comm);
		total(MPI_COMM_WORLD);
		MPI_Comm_free(&comm);
	} else if (strcmp(what, "finalize") == 0) {
		int key;
		MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, in_finalize, &key, NULL);
		MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
	} else {
		fprintf(stderr, "legal %s, want callbacks, huge, levels or finalize\n", what);
		MPI_Abort(MPI_COMM_WORLD, 2);
	}
}

int main(int argc, char **argv) {
	const char *first = argc > 1 ? argv[1] : "";
	const char *place = getenv("OMPI_COMM_WORLD_RANK");
	place = place != NULL ? place : getenv("PMI_RANK");
	int multiple = strcmp(first, "levels") == 0 && place != NULL && atoi(place) == 0, given;
	MPI_Init_thread(&argc, &argv, multiple ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &given);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	for (int i = 1; i < argc; i++) {
		run(argv[i]);
	}
	int all = 0;
	PMPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (rank == 0) {
		puts(all == 0 ? "right" : "wrong");
	}
	MPI_Finalize();
	return wrong != 0;
}
