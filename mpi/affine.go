package mpi

// #include "op.h"
import "C"

import "topocoll/comm"

// Affine composes maps x -> a·x + b of the integers modulo 2^32, packed as a·2^32 + b: first the map
// of the lower label, then that of the higher. It is associative and does not commute, so it shows
// whether a reduction keeps label order, natively (MPI_Op_create) as by hand. Call it after Init.
func Affine() comm.Op[uint64] {
	return comm.Op[uint64]{Name: "affine", Handle: C.reduction{op: C.tc_affine, loop: -1}, Apply: func(dst, f, g []uint64) {
		for j := range dst {
			dst[j] = composeAffine(f[j], g[j])
		}
	}}
}

// composeAffine is g(f(x)) = ga·(fa·x + fb) + gb.
func composeAffine(f, g uint64) uint64 {
	fa, fb := uint32(f>>32), uint32(f)
	ga, gb := uint32(g>>32), uint32(g)
	return uint64(ga*fa)<<32 | uint64(ga*fb+gb)
}
