// Transforms a cube of complex numbers and back several times, and compares it with the original. The
// processes have slabs, which FFTW transforms, and exchange them with MPI_Alltoall. Prints whether every
// transform restored the cube, and the seconds of a transform and its inverse.
//   usage: fft [N [TIMES]]
//     an edge of N numbers, 32, rounded up to a multiple of the processes, and 4 times
#include <complex.h>
#include <fftw3.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef complex double word;

static int rank, p;

// value is the number at an index of the whole cube.
static word value(long i) { return (double)(i * 7919 % 1009) / 1009 + I * (double)(i * 104729 % 997) / 997; }

// turn makes slabs of planes [n/p][n][n] slabs of rows: the second index becomes the divided one.
static void turn(word *x, word *y, long n) {
	long s = n / p, block = s * s * n; // the words for each process
	for (int k = 0; k < p; k++) {
		for (long i = 0; i < s; i++) {
			for (long j = 0; j < s * n; j++) {
				y[k * block + i * s * n + j] = x[i * n * n + k * s * n + j];
			}
		}
	}
	MPI_Alltoall(y, (int)block, MPI_C_DOUBLE_COMPLEX, x, (int)block, MPI_C_DOUBLE_COMPLEX, MPI_COMM_WORLD);
	for (long i = 0; i < n; i++) { // x is [n][s][n]
		for (long j = 0; j < s; j++) {
			for (long k = 0; k < n; k++) {
				y[j * n * n + i * n + k] = x[(i * s + j) * n + k];
			}
		}
	}
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	long n = (argc > 1 ? atol(argv[1]) : 32) + p - 1;
	n -= n % p;
	int times = argc > 2 ? atoi(argv[2]) : 4, wrong = 0, all, edge = (int)n, s = (int)(n / p);
	long words = n * n * s;
	word *x = (word *)fftw_alloc_complex(words), *y = (word *)fftw_alloc_complex(words);
	int plane[] = {edge, edge}, line[] = {edge};
	fftw_plan planes[2], lines[2];
	for (int back = 0; back < 2; back++) {
		int sign = back ? FFTW_BACKWARD : FFTW_FORWARD;
		planes[back] = fftw_plan_many_dft(2, plane, s, x, NULL, 1, edge * edge, x, NULL, 1, edge * edge, sign,
			FFTW_ESTIMATE);
		lines[back] = fftw_plan_many_dft(1, line, edge, y, NULL, edge, 1, y, NULL, edge, 1, sign,
			FFTW_ESTIMATE);
	}
	double seconds = 0;
	for (int k = 0; k < times; k++) {
		for (long i = 0; i < words; i++) {
			x[i] = value(rank * words + i);
		}
		MPI_Barrier(MPI_COMM_WORLD);
		double began = MPI_Wtime();
		fftw_execute(planes[0]);
		turn(x, y, n);
		// along the first index of the cube, in each of the slab's rows
		for (int back = 0; back < 2; back++) {
			for (int row = 0; row < s; row++) {
				fftw_execute_dft(lines[back], (fftw_complex *)y + (long)row * edge * edge,
					(fftw_complex *)y + (long)row * edge * edge);
			}
		}
		turn(y, x, n);
		fftw_execute(planes[1]);
		seconds += MPI_Wtime() - began;
		for (long i = 0; i < words; i++) {
			wrong += !(cabs(x[i] / (double)(n * n * n) - value(rank * words + i)) < 1e-12);
		}
	}
	MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (rank == 0) {
		printf("%ld x %ld x %ld, %d times there and back: %d wrong; %.6f s each\n", n, n, n, times, all,
			seconds / times);
	}
	MPI_Finalize();
	return all != 0;
}
