package mpi

// #cgo noescape tc_collective
// #cgo nocallback tc_collective
// #cgo noescape tc_shift
// #cgo nocallback tc_shift
// #include "native.h"
import "C"

import (
	"fmt"

	"topocoll/comm"
)

// The functions below call the library's collectives. They take the same arguments as this module's
// procedures for these operations. If a slice has the wrong length or an operator is from another package,
// they return an error without calling MPI. MPI's errors are of type *Error.

// Barrier returns after every process has called it: MPI_Barrier.
func Barrier[T comm.Number](p *Port[T]) error {
	return callNative[T](p, C.BARRIER, 0, noMPIOp, nil, nil)
}

// Bcast copies x from root to x on every other process: MPI_Bcast.
func Bcast[T comm.Number](p *Port[T], root int, x []T) error {
	return callNative(p, C.BCAST, root, noMPIOp, x, nil)
}

// Gather collects the slices x of all processes, in rank order, in root's result: MPI_Gather. len(result) =
// p·len(x) on root; the other processes may pass nil.
func Gather[T comm.Number](p *Port[T], root int, x, result []T) error {
	return callNative(p, C.GATHER, root, noMPIOp, x, result)
}

// Scatter sends block i of root's x to process i, which receives it in result: MPI_Scatter.
// len(x) = p·len(result) on root; the other processes may pass nil.
func Scatter[T comm.Number](p *Port[T], root int, x, result []T) error {
	return callNative(p, C.SCATTER, root, noMPIOp, x, result)
}

// Allgather collects the slices x of all processes, in rank order, in the result of every process:
// MPI_Allgather. len(result) = p·len(x).
func Allgather[T comm.Number](p *Port[T], x, result []T) error {
	return callNative(p, C.ALLGATHER, 0, noMPIOp, x, result)
}

// Alltoall sends block i of x to process i, and receives block i of result from process i: MPI_Alltoall.
// len(result) = len(x), a multiple of p.
func Alltoall[T comm.Number](p *Port[T], x, result []T) error {
	return callNative(p, C.ALLTOALL, 0, noMPIOp, x, result)
}

// Reduce combines the slices x of all processes, in rank order, into root's result: MPI_Reduce. len(result) =
// len(x) on root; the other processes may pass nil.
func Reduce[T comm.Number](p *Port[T], root int, op comm.Op[T], x, result []T) error {
	return callNative(p, C.REDUCE, root, mpiOp(op), x, result)
}

// Allreduce combines the slices x of all processes into every result: MPI_Allreduce. len(result) = len(x).
func Allreduce[T comm.Number](p *Port[T], op comm.Op[T], x, result []T) error {
	return callNative(p, C.ALLREDUCE, 0, mpiOp(op), x, result)
}

// ReduceScatterBlock combines the slices x of all processes and sends block i of the combination to process
// i: MPI_Reduce_scatter_block. len(x) = p·len(result).
func ReduceScatterBlock[T comm.Number](p *Port[T], op comm.Op[T], x, result []T) error {
	return callNative(p, C.REDUCE_SCATTER_BLOCK, 0, mpiOp(op), x, result)
}

// Scan combines the slices x of this process and all lower ranks into result: MPI_Scan. len(result) = len(x).
func Scan[T comm.Number](p *Port[T], op comm.Op[T], x, result []T) error {
	return callNative(p, C.SCAN, 0, mpiOp(op), x, result)
}

// Exscan combines x of all processes with lower ranks into result: MPI_Exscan. len(result) = len(x). On
// process 0, result does not change.
func Exscan[T comm.Number](p *Port[T], op comm.Op[T], x, result []T) error {
	return callNative(p, C.EXSCAN, 0, mpiOp(op), x, result)
}

// Shift sends x from process i to process (i + q) modulo p; q may be negative. It calls MPI_Cart_shift on a
// periodic Cartesian communicator, and MPI_Sendrecv. len(result) = len(x). The first call on a world creates
// the communicator.
func Shift[T comm.Number](p *Port[T], q int, x, result []T) error {
	f := &equalBlockFunctions[C.SHIFT]
	n, err := p.blockLength(f, 0, noMPIOp, x, result)
	if p.world.checked {
		err = p.Agree(nil, p.describeShift(q, typeName[T](), n), err)
	}
	if err != nil {
		return err
	}
	if err := p.world.ensureRingComm(); err != nil {
		return err
	}
	return p.messageError(f.goName, f.mpiName,
		C.tc_shift(p.c, p.world.ringComm, C.int(q%p.Size()), pointer(x), pointer(result), C.int(n)))
}

// describeShift is like describeCall, but the description includes the distance q of the shift. Distances
// that differ by a multiple of the number of processes count as equal.
func (p *port) describeShift(q int, typ string, n int) comm.Call {
	call, size := p.describeCall(&equalBlockFunctions[C.SHIFT], typ, noMPIOp, 0, n), max(1, p.Size())
	call.Distance = (q%size + size) % size
	return call
}

// ensureRingComm creates the world's Cartesian communicator if it has none.
func (w *World) ensureRingComm() error {
	if w.ringComm != C.MPI_Comm(C.MPI_COMM_NULL) {
		return nil
	}
	size, periodic := C.int(w.Size), C.int(1)
	return mpiError("MPI_Cart_create", C.MPI_Cart_create(w.comm, 1, &size, &periodic, 0, &w.ringComm))
}

// An operandLength specifies how many words an operand must have.
type operandLength int

const (
	anyLength operandLength = iota
	oneBlock
	allBlocks
	oneBlockAtRoot // one block on the root; the other processes may have any number of words
	allBlocksAtRoot
)

// A nativeFunction describes a collective of the MPI library.
type nativeFunction struct {
	goName, mpiName string // for errors: the name in this package, and the MPI function
	x, result       operandLength
	reduces         bool
}

func (f *nativeFunction) hasRoot() bool {
	return f.x == allBlocksAtRoot || f.result >= oneBlockAtRoot || f.mpiName == "MPI_Bcast"
}

// equalBlockFunctions describes the collectives with equal blocks, indexed by their C constants.
var equalBlockFunctions = [...]nativeFunction{
	C.BARRIER:              {goName: "mpi: Barrier", mpiName: "MPI_Barrier"},
	C.BCAST:                {"mpi: Bcast", "MPI_Bcast", oneBlock, anyLength, false},
	C.GATHER:               {"mpi: Gather", "MPI_Gather", oneBlock, allBlocksAtRoot, false},
	C.SCATTER:              {"mpi: Scatter", "MPI_Scatter", allBlocksAtRoot, oneBlock, false},
	C.ALLGATHER:            {"mpi: Allgather", "MPI_Allgather", oneBlock, allBlocks, false},
	C.ALLTOALL:             {"mpi: Alltoall", "MPI_Alltoall", allBlocks, allBlocks, false},
	C.REDUCE:               {"mpi: Reduce", "MPI_Reduce", oneBlock, oneBlockAtRoot, true},
	C.ALLREDUCE:            {"mpi: Allreduce", "MPI_Allreduce", oneBlock, oneBlock, true},
	C.REDUCE_SCATTER_BLOCK: {"mpi: ReduceScatterBlock", "MPI_Reduce_scatter_block", allBlocks, oneBlock, true},
	C.SCAN:                 {"mpi: Scan", "MPI_Scan", oneBlock, oneBlock, true},
	C.EXSCAN:               {"mpi: Exscan", "MPI_Exscan", oneBlock, oneBlock, true},
	C.SHIFT:                {"mpi: Shift", "MPI_Sendrecv", oneBlock, oneBlock, false},
}

// noOpError is the error for an operator without an MPI_Op.
func (f *nativeFunction) noOpError() error {
	return fmt.Errorf("%s: the operator has no MPI_Op; use an operator of package mpi, created after Init",
		f.goName)
}

// callNative calls a collective if its operands have the right lengths.
func callNative[T comm.Number](p *Port[T], function C.int, root int, op C.MPI_Op, x, result []T) error {
	f := &equalBlockFunctions[function]
	n, err := p.blockLength(f, root, op, x, result)
	if p.world.checked {
		err = p.Agree(nil, p.describeCall(f, typeName[T](), op, root, n), err)
	}
	if err != nil {
		return err
	}
	return mpiError(f.mpiName, C.tc_collective(p.c, function, pointer(x), pointer(result), C.int(n), op,
		C.int(root)))
}

// blockLength returns the length of a block, or an error for operands of the wrong length.
func (p *Port[T]) blockLength(f *nativeFunction, root int, op C.MPI_Op, x, result []T) (n int, err error) {
	n = len(x)
	switch {
	case f.x == oneBlock:
	case f.result == oneBlock:
		n = len(result)
	default:
		n /= max(1, p.Size())
	}
	if f.reduces && op == noMPIOp {
		return 0, f.noOpError()
	}
	if err := p.checkCollective(f.goName, n); err != nil {
		return 0, err
	}
	if err := p.checkOperand(f.goName, "x", len(x), f.x, n, root); err != nil {
		return 0, err
	}
	return n, p.checkOperand(f.goName, "result", len(result), f.result, n, root)
}

// checkCollective returns the error that port.checkLive returns or, if there is none, an error if n exceeds
// MPI's int.
func (p *port) checkCollective(call string, n int) error {
	if err := p.checkLive(call); err != nil {
		return err
	}
	return checkCount(call, n)
}

// checkOperand returns an error if the length of an operand is wrong for blocks of n words.
func (p *port) checkOperand(call, what string, words int, want operandLength, n, root int) error {
	if want == anyLength || want >= oneBlockAtRoot && p.Rank() != root {
		return nil
	}
	if want == allBlocks || want == allBlocksAtRoot {
		n *= p.Size()
	}
	return comm.CheckLen(call, what, words, n)
}
