// Fits weights to samples by gradient descent. Every process has its own samples, and one MPI_Allreduce per
// step adds up the gradients. Prints in how many steps the error did not decrease, or two processes had
// different weights, and the seconds per step.
//   usage: descent [WEIGHTS [STEPS]]      32768 weights, 10 steps
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 4 }; // of a process

static double feature(long sample, long j) {
	return (double)((sample * 7919 + 1) * (j + 1) % 1009) / 1009 - 0.5;
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	int rank, p, n = argc > 1 ? atoi(argv[1]) : 32768, steps = argc > 2 ? atoi(argv[2]) : 10, wrong = 0;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p);
	double *x = malloc(SAMPLES * n * sizeof *x), *weights = calloc(n, sizeof *weights);
	double *mine = malloc(n * sizeof *mine), *gradient = malloc(n * sizeof *gradient);
	double squares = 0, rate, seconds = 0, before = INFINITY;
	for (long i = 0; i < SAMPLES; i++) {
		for (long j = 0; j < n; j++) {
			x[i * n + j] = feature(rank * SAMPLES + i, j);
			squares += x[i * n + j] * x[i * n + j];
		}
	}
	MPI_Allreduce(&squares, &rate, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	for (int k = 0; k < steps; k++) {
		MPI_Barrier(MPI_COMM_WORLD);
		double began = MPI_Wtime(), error = 0, all, sum = 0, least, most;
		for (long j = 0; j < n; j++) {
			mine[j] = 0;
		}
		for (long i = 0; i < SAMPLES; i++) {
			double off = -1 - (rank * SAMPLES + i) % 3; // the samples have the values 1, 2 and 3
			for (long j = 0; j < n; j++) {
				off += weights[j] * x[i * n + j];
			}
			for (long j = 0; j < n; j++) {
				mine[j] += off * x[i * n + j];
			}
			error += off * off;
		}
		MPI_Allreduce(mine, gradient, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
		for (long j = 0; j < n; j++) {
			weights[j] -= gradient[j] / rate;
		}
		seconds += MPI_Wtime() - began;
		for (long j = 0; j < n; j++) {
			sum += weights[j] * (double)(j % 17 + 1);
		}
		MPI_Allreduce(&error, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
		MPI_Allreduce(&sum, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
		MPI_Allreduce(&sum, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
		wrong += !(all < before) || most - least > 1e-9;
		before = all;
	}
	if (rank == 0) {
		printf("%d weights, %d steps: %d wrong, error %.6g; %.6f s each\n", n, steps, wrong, before,
			seconds / steps);
	}
	MPI_Finalize();
	return wrong != 0;
}
