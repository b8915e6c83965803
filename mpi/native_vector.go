package mpi

// #cgo noescape tc_vector
// #cgo nocallback tc_vector
// #include "native.h"
import "C"

import (
	"unsafe"

	"topocoll/comm"
)

// A Layout holds the lengths and positions of the blocks of an operand, one block for each process: MPI's
// counts and displacements. Create it once and reuse it for many calls.
type Layout struct {
	blocks         comm.Blocks
	counts, starts []C.int
}

// LayoutOf returns the layout of consecutive blocks.
func LayoutOf(blocks comm.Blocks) Layout {
	l := Layout{blocks: blocks}
	for i := range blocks.Count() {
		l.counts, l.starts = append(l.counts, C.int(blocks.Len(i))), append(l.starts, C.int(blocks.Start(i)))
	}
	return l
}

// Allgatherv is like Allgather, but blocks may have different lengths: MPI_Allgatherv. len(x) is the length
// of this process's block, and len(result) is the total length.
func Allgatherv[T comm.Number](p *Port[T], layout Layout, x, result []T) error {
	return callVector(p, C.ALLGATHERV, 0, noMPIOp, layout, layout, x, result)
}

// Gatherv is like Gather, but blocks may have different lengths: MPI_Gatherv. len(x) is the length of this
// process's block. On root, len(result) is the total length.
func Gatherv[T comm.Number](p *Port[T], root int, layout Layout, x, result []T) error {
	return callVector(p, C.GATHERV, root, noMPIOp, layout, layout, x, result)
}

// Scatterv is like Scatter, but blocks may have different lengths: MPI_Scatterv. On root, len(x) is the total
// length. len(result) is the length of this process's block.
func Scatterv[T comm.Number](p *Port[T], root int, layout Layout, x, result []T) error {
	return callVector(p, C.SCATTERV, root, noMPIOp, layout, layout, x, result)
}

// Alltoallv is like Alltoall, but blocks may have different lengths: MPI_Alltoallv. `sent` is the layout of
// x, and `received` is the layout of `result`. On process r, block i of `sent` must be as long as block r of
// `received` on process i.
func Alltoallv[T comm.Number](p *Port[T], sent, received Layout, x, result []T) error {
	return callVector(p, C.ALLTOALLV, 0, noMPIOp, sent, received, x, result)
}

// ReduceScatter is like ReduceScatterBlock, but blocks may have different lengths: MPI_Reduce_scatter. len(x)
// is the total length, and len(result) is the length of this process's block.
func ReduceScatter[T comm.Number](p *Port[T], op comm.Op[T], layout Layout, x, result []T) error {
	return callVector(p, C.REDUCE_SCATTER, 0, mpiOp(op), layout, layout, x, result)
}

// vectorFunctions describes the v-collectives, indexed by their C constants.
var vectorFunctions = [...]nativeFunction{
	C.ALLGATHERV:     {"mpi: Allgatherv", "MPI_Allgatherv", oneBlock, allBlocks, false},
	C.GATHERV:        {"mpi: Gatherv", "MPI_Gatherv", oneBlock, allBlocksAtRoot, false},
	C.SCATTERV:       {"mpi: Scatterv", "MPI_Scatterv", allBlocksAtRoot, oneBlock, false},
	C.ALLTOALLV:      {"mpi: Alltoallv", "MPI_Alltoallv", allBlocks, allBlocks, false},
	C.REDUCE_SCATTER: {"mpi: ReduceScatter", "MPI_Reduce_scatter", allBlocks, oneBlock, true},
}

// checkVector returns an error if an operand has the wrong length. If all lengths are right, it returns the
// length of this process's block, which tc_vector needs as a count. MPI_Alltoallv and MPI_Reduce_scatter take
// no such count.
func checkVector[T comm.Number](p *Port[T], f *nativeFunction, root int, op C.MPI_Op, sent,
	received *Layout, x, result []T) (block int, err error) {
	if f.reduces && op == noMPIOp {
		return 0, f.noOpError()
	}
	if err := p.checkLayout(f, "x", len(x), f.x, sent, root); err != nil {
		return 0, err
	}
	if err := p.checkLayout(f, "result", len(result), f.result, received, root); err != nil {
		return 0, err
	}
	if f.result == oneBlock {
		return len(result), nil
	}
	return len(x), nil
}

// callVector calls a v-collective if its operands have the right lengths.
func callVector[T comm.Number](p *Port[T], function C.int, root int, op C.MPI_Op, sent, received Layout, x,
	result []T) error {
	f := &vectorFunctions[function]
	n, err := checkVector(p, f, root, op, &sent, &received, x, result)
	if p.world.checked {
		err = p.compareCounts(f, p.describeCall(f, typeName[T](), op, root, 0), root, &sent, &received, err)
	}
	if err != nil {
		return err
	}
	return mpiError(f.mpiName, C.tc_vector(p.c, function, pointer(x), unsafe.SliceData(sent.counts),
		unsafe.SliceData(sent.starts),
		pointer(result), unsafe.SliceData(received.counts), unsafe.SliceData(received.starts), C.int(n), op,
		C.int(root)))
}

// checkLayout returns an error if the number of blocks in the layout is not the number of processes, or if
// the operand has the wrong length.
func (p *port) checkLayout(f *nativeFunction, what string, words int, want operandLength, l *Layout,
	root int) error {
	if err := p.checkCollective(f.goName, l.blocks.Total()); err != nil {
		return err
	}
	if err := comm.CheckBlocks(f.goName, l.blocks, p.Size()); err != nil {
		return err
	}
	switch {
	case want == oneBlock:
		return comm.CheckLen(f.goName, what, words, l.blocks.Len(p.Rank()))
	case want == allBlocks || p.Rank() == root:
		return comm.CheckLen(f.goName, what, words, l.blocks.Total())
	}
	return nil
}
