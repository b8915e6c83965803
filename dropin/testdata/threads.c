// Threads call collectives on communicators of their own, with MPI_THREAD_MULTIPLE. Rank 0 has one thread,
// which makes the calls of one communicator after those of another. Then threads of all ranks create, use and
// free communicators. Prints "right", or what is wrong and fails.
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 3, CALLS = 50, MOST = 64 };
static MPI_Comm comms[THREADS];
static MPI_Datatype pair[THREADS]; // every other int
static atomic_int wrong;
static int world;

static void check(const char *call, int rank, long got, long want) {
	if (got != want) {
		fprintf(stderr, "rank %d: %s: %ld, want %ld\n", rank, call, got, want);
		wrong++;
	}
}

// use makes n calls of each kind.
static void use(MPI_Comm comm, MPI_Datatype pairs, int n) {
	int p, rank, all[MOST], words[8];
	MPI_Comm_size(comm, &p);
	MPI_Comm_rank(comm, &rank);
	for (int i = 0; i < n; i++) {
		int mine = rank + i, sum = -1, root = i % p, high[2] = {rank, -rank}, most[2];
		MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
		check("MPI_Allreduce", world, sum, p * (p - 1) / 2 + p * i);
		MPI_Allreduce(high, most, 2, MPI_INT, MPI_MAX, comm);
		check("MPI_Allreduce of maxima", world, most[0] + most[1], p - 1);
		MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, comm);
		for (int k = 0; k < p; k++) {
			check("MPI_Allgather", world, all[k], k + i);
		}
		for (int k = 0; k < 8; k++) {
			words[k] = rank == root ? i + k : -1;
		}
		MPI_Bcast(words, 2, pairs, root, comm);
		for (int k = 0; k < 8; k++) {
			int moved = k % 4 == 0 || k % 4 == 2;
			check("MPI_Bcast", world, words[k], rank == root || moved ? i + k : -1);
		}
	}
}

static void *use_own(void *t) {
	int at = (int)(long)t;
	use(comms[at], pair[at], CALLS);
	return NULL;
}

// duplicate calls MPI_Comm_dup. Every second rank calls the Fortran function that libtopocoll.so defines.
static void duplicate(MPI_Comm comm, MPI_Comm *made) {
	MPI_Fint old = MPI_Comm_c2f(comm), new;
	void (*fortran)(MPI_Fint *, MPI_Fint *, MPI_Fint *) = dlsym(RTLD_DEFAULT, "mpi_comm_dup_f08_");
	if (world % 2 == 0 || fortran == NULL) {
		wrong += fortran == NULL;
		MPI_Comm_dup(comm, made);
		return;
	}
	fortran(&old, &new, NULL);
	*made = MPI_Comm_f2c(new);
}

static void *create_and_use(void *t) {
	int at = (int)(long)t, p, period = 1;
	MPI_Comm_size(comms[at], &p);
	for (int i = 0; i < 10; i++) {
		MPI_Comm comm;
		switch ((i + at) % 3) {
		case 0:
			duplicate(comms[at], &comm);
			break;
		case 1:
			MPI_Comm_split(comms[at], 0, -world, &comm);
			break;
		case 2:
			MPI_Cart_create(comms[at], 1, &p, &period, 0, &comm);
			break;
		}
		use(comm, pair[at], 3);
		MPI_Comm_free(&comm);
	}
	return NULL;
}

static void start(void *(*body)(void *)) {
	pthread_t thread[THREADS];
	for (long t = 0; t < THREADS; t++) {
		pthread_create(&thread[t], NULL, body, (void *)t);
	}
	for (int t = 0; t < THREADS; t++) {
		pthread_join(thread[t], NULL);
	}
}

int main(int argc, char **argv) {
	int given, all = 0;
	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
	MPI_Comm_rank(MPI_COMM_WORLD, &world);
	if (given != MPI_THREAD_MULTIPLE) {
		puts("no threads");
		MPI_Finalize();
		return 0;
	}
	for (int t = 0; t < THREADS; t++) {
		MPI_Comm_split(MPI_COMM_WORLD, 0, t % 2 == 0 ? world : -world, &comms[t]);
		MPI_Type_vector(2, 1, 2, MPI_INT, &pair[t]);
		MPI_Datatype whole = pair[t];
		MPI_Type_create_resized(whole, 0, 4 * sizeof(int), &pair[t]);
		MPI_Type_free(&whole);
		MPI_Type_commit(&pair[t]);
	}
	if (world == 0) {
		for (long t = THREADS - 1; t >= 0; t--) {
			use_own((void *)t);
		}
	} else {
		start(use_own);
	}
	// the first call loads a part of Open MPI 4.1.4, which crashes if two threads make the first call
	MPI_Comm cart;
	int one = 1, period = 0;
	MPI_Cart_create(MPI_COMM_SELF, 1, &one, &period, 0, &cart);
	MPI_Comm_free(&cart);
	start(create_and_use);
	int mine = wrong;
	PMPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (world == 0) {
		puts(all == 0 ? "right" : "wrong");
	}
	MPI_Finalize();
	return all != 0;
}
