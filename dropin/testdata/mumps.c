// Solves the Poisson equation on a square grid several times with MUMPS, and compares the solution with the
// known one. Prints whether every solution was right, and the seconds of a solution.
//   usage: mumps [N [TIMES]]
//     a grid of N x N points, 50, solved TIMES times, 3
#include <dmumps_c.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ANALYSE = 1, FACTORIZE_AND_SOLVE = 5, BEGIN = -1, END = -2, WORLD = -987654 };

// The matrix of the five-point stencil: `count` nonzero values, with their rows and columns from 1.
typedef struct {
	int n, count, *row, *column;
	double *value;
} matrix;

static void add(matrix *m, int row, int column, double value) {
	m->row[m->count] = row + 1;
	m->column[m->count] = column + 1;
	m->value[m->count++] = value;
}

static matrix poisson(int edge) {
	int n = edge * edge;
	matrix m = {n, 0, malloc(5 * n * sizeof(int)), malloc(5 * n * sizeof(int)), malloc(5 * n * sizeof(double))};
	for (int i = 0; i < n; i++) {
		int x = i % edge, y = i / edge;
		add(&m, i, i, 4);
		if (x > 0) {
			add(&m, i, i - 1, -1);
		}
		if (x < edge - 1) {
			add(&m, i, i + 1, -1);
		}
		if (y > 0) {
			add(&m, i, i - edge, -1);
		}
		if (y < edge - 1) {
			add(&m, i, i + edge, -1);
		}
	}
	return m;
}

static void run(DMUMPS_STRUC_C *solver, int job) {
	solver->job = job;
	dmumps_c(solver);
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	int rank, edge = argc > 1 ? atoi(argv[1]) : 50, times = argc > 2 ? atoi(argv[2]) : 3, wrong = 0;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	DMUMPS_STRUC_C solver = {.comm_fortran = WORLD, .par = 1};
	run(&solver, BEGIN);
	for (int i = 0; i < 3; i++) {
		solver.icntl[i] = -1; // no output
	}
	solver.icntl[3] = 0;
	matrix m = poisson(edge);
	double *x = malloc(m.n * sizeof(double)), began = MPI_Wtime();
	if (rank == 0) { // the other ranks have no part of the matrix
		solver.n = m.n;
		solver.nnz = m.count;
		solver.irn = m.row;
		solver.jcn = m.column;
		solver.a = m.value;
		solver.rhs = x;
	}
	run(&solver, ANALYSE);
	for (int t = 0; t < times; t++) {
		for (int i = 0; i < m.n; i++) {
			x[i] = 0;
		}
		for (int k = 0; k < m.count; k++) { // the right-hand side whose solution is 1 everywhere
			x[m.row[k] - 1] += m.value[k];
		}
		run(&solver, FACTORIZE_AND_SOLVE);
		for (int i = 0; i < m.n && rank == 0; i++) {
			wrong += !(fabs(x[i] - 1) < 1e-9);
		}
	}
	double took = (MPI_Wtime() - began) / times;
	wrong += solver.infog[0] < 0; // MUMPS reports an error
	if (rank == 0) {
		printf("%d points, %d times: %d wrong; %.6f s each\n", m.n, times, wrong, took);
	}
	run(&solver, END);
	MPI_Finalize();
	return wrong > 0;
}
