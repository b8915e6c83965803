//go:build cgo

#include "clock.h"
#include "port.h"

int tc_pingpong(port *p, int partner, char *x, int count, int64_t *ns, int n) {
	int code = MPI_SUCCESS, first = partner == 1;
	for (int i = 0; i < n && code == MPI_SUCCESS; i++) {
		int64_t start = tc_now();
		code = first ? tc_send(p, x, count, partner) : tc_recv(p, x, count, partner);
		if (code == MPI_SUCCESS) {
			code = first ? tc_recv(p, x, count, partner) : tc_send(p, x, count, partner);
		}
		ns[i] = tc_now() - start;
	}
	return code;
}
