// Which results TOPOCOLL_CHECK takes for others: the functions of check.c, on one process. Prints what is
// wrong, and fails if anything is.
#include "../calls/check.c"

plans_head *tc_plans;
const char *const tc_names[RECORDED];
const plans_set *tc_plans_set(const plans_head *f, int i) { return NULL; }

static int wrong;

static void want(const char *what, int64_t got, int64_t wanted) {
	if (got != wanted) {
		wrong++;
		printf("%s: got %lld, want %lld\n", what, (long long)got, (long long)wanted);
	}
}

#define REAL(type, bytes) want("numbers of " #type, real_bytes(type), bytes)

// FIRST checks the first word in which two lists of numbers differ.
#define FIRST(what, wanted, type, a, b)                                                                    \
	want(what, first_difference((char *)(type[])a, (char *)(type[])b, sizeof(type[])a / sizeof(type),      \
	                            sizeof(type), sizeof(type), 0), wanted)
#define LIST(...) {__VA_ARGS__}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	REAL(MPI_DOUBLE_PRECISION, 8);
	REAL(MPI_REAL, 4);
	REAL(MPI_REAL8, 8);
	REAL(MPI_DOUBLE_COMPLEX, 8);
	REAL(MPI_C_FLOAT_COMPLEX, 4);
	REAL(MPI_LONG_DOUBLE, sizeof(long double));
	REAL(MPI_INTEGER, 0);
	REAL(MPI_INT64_T, 0);
	REAL(MPI_BYTE, 0);
	REAL(MPI_DOUBLE_INT, 0); // MPI_MAXLOC has the same result in every order

	MPI_Datatype three, spaced, both;
	MPI_Type_contiguous(3, MPI_DOUBLE, &three);
	MPI_Type_create_resized(MPI_INT, 0, 12, &spaced);
	MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 24}, (MPI_Datatype[]){three, MPI_INT}, &both);
	MPI_Type_commit(&spaced);
	REAL(three, 8);
	REAL(spaced, 0);
	REAL(both, -1);

	const double inf = INFINITY, nan = NAN;
	FIRST("the same", -1, double, LIST(1, 2), LIST(1, 2));
	FIRST("the last digits", -1, double, LIST(1, 0.1 + 0.2), LIST(1, 0.3));
	const double one_rest[] = {2.8e-17}, other_rest[] = {5.6e-17};
	want("the rest of numbers that cancel",
		first_difference((char *)one_rest, (char *)other_rest, 1, 8, 8, 0.6), -1);
	want("small numbers", first_difference((char *)one_rest, (char *)other_rest, 1, 8, 8, 0), 0);
	FIRST("another number", 1, double, LIST(1, 2), LIST(1, 3));
	FIRST("NaN in one", 1, double, LIST(1, nan), LIST(1, 2));
	FIRST("NaN in the other", 0, double, LIST(1, 2), LIST(nan, 2));
	FIRST("NaN in both", -1, double, LIST(nan, 2), LIST(nan, 2));
	FIRST("infinite in both", -1, double, LIST(inf, 2), LIST(inf, 2));
	FIRST("another number beside an infinite one", 1, double, LIST(inf, 2), LIST(inf, 3));
	FIRST("infinite in ours", 0, double, LIST(inf, 2), LIST(1, 2));
	FIRST("another sign", 0, float, LIST(inf), LIST(-inf));
	FIRST("the last digits of float", -1, float, LIST(0.1f + 0.2f), LIST(0.3f));
	FIRST("long double", 1, long double, LIST(1, 2), LIST(1, 3));

	int mine[] = {1, -1, -1, 2, -1, -1}, theirs[] = {1, 7, 7, 3, 7, 7};
	const type_info k = {sizeof(int), 3 * sizeof(int), 0, 1, -1};
	char *a = pack_dense((char *)mine, 2, spaced, &k, MPI_COMM_SELF), *b = pack_dense((char *)theirs, 2,
		spaced, &k, MPI_COMM_SELF);
	want("words with gaps", first_difference(a, b, 2, k.size, 0, 0), 1);
	want("bytes in gaps", first_difference(a, b, 1, k.size, 0, 0), -1);
	MPI_Finalize();
	return wrong > 0;
}
