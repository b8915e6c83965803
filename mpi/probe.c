//go:build cgo

#include "state.h"

int tc_probe(port *p, int from, int *here) {
	return MPI_Iprobe(from, PORT_TAG, of(p)->comm, here, MPI_STATUS_IGNORE);
}
