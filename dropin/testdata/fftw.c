// Transforms boxes of complex numbers with FFTW-MPI and back, and compares each with the original. The boxes
// have two or three dimensions, some not divisible by the number of processes. It covers transforms in place
// and out of place, natural and transposed order, and plans that are estimated or measured. Out of place,
// where FFTW may destroy the input, it tries MPI_Alltoall.
//   usage: fftw
#include <complex.h>
#include <fftw3-mpi.h>
#include <mpi.h>
#include <stdio.h>

static const ptrdiff_t boxes[][3] = {{32, 32, 1}, {64, 48, 1}, {31, 17, 1}, {16, 16, 16}, {24, 12, 20},
	{7, 11, 13}};

// value is the number at an index of the whole box.
static complex double value(long i) {
	return (double)(i * 7919 % 1009) / 1009 + I * (double)(i * 104729 % 997) / 997;
}

// wrong counts the numbers that do not come back, on this process.
static int wrong(const ptrdiff_t *box, int inPlace, unsigned there, unsigned back) {
	int n = box[2] > 1 ? 3 : 2, count = 0;
	ptrdiff_t mine, first, other, otherFirst;
	ptrdiff_t room = fftw_mpi_local_size_transposed(n, box, MPI_COMM_WORLD, &mine, &first, &other,
		&otherFirst);
	complex double *x = fftw_alloc_complex(room), *y = inPlace ? x : fftw_alloc_complex(room);
	fftw_plan forward = fftw_mpi_plan_dft(n, box, x, y, MPI_COMM_WORLD, FFTW_FORWARD, there);
	fftw_plan backward = fftw_mpi_plan_dft(n, box, y, x, MPI_COMM_WORLD, FFTW_BACKWARD, back);
	long plane = box[1] * box[2], all = box[0] * plane;
	for (long i = 0; i < mine * plane; i++) {
		x[i] = value(first * plane + i);
	}
	fftw_execute(forward);
	fftw_execute(backward);
	for (long i = 0; i < mine * plane; i++) {
		count += !(cabs(x[i] / (double)all - value(first * plane + i)) < 1e-12);
	}
	fftw_destroy_plan(forward);
	fftw_destroy_plan(backward);
	if (!inPlace) {
		fftw_free(y);
	}
	fftw_free(x);
	return count;
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	fftw_mpi_init();
	int rank, failed = 0, plans = 0;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (unsigned b = 0; b < sizeof boxes / sizeof *boxes; b++) {
		for (int kind = 0; kind < 4; kind++) {
			int inPlace = kind % 2;
			unsigned how = FFTW_DESTROY_INPUT | (kind / 2 == 0 ? FFTW_ESTIMATE : FFTW_MEASURE);
			failed += wrong(boxes[b], inPlace, how, how);
			failed += wrong(boxes[b], inPlace, how | FFTW_MPI_TRANSPOSED_OUT, how | FFTW_MPI_TRANSPOSED_IN);
			plans += 4;
		}
	}
	MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (rank == 0) {
		printf("FFTW-MPI, %d plans: %d wrong\n", plans, failed);
	}
	fftw_mpi_cleanup();
	MPI_Finalize();
	return failed != 0;
}
