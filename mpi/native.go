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

// The functions below call the library's collectives. They have the same arguments as this module's
// procedures for these operations. If a slice has the wrong length or an operator is from a different
// package, they return an error without calling MPI. MPI's errors are of type *Error.

// Barrier returns after every process has called it: MPI_Barrier.
func Barrier[T comm.Number](p *Port[T]) error {
	return native[T](p, C.BARRIER, 0, noMPIOp, nil, nil)
}

// Bcast copies root's x to x on every process: MPI_Bcast.
func Bcast[T comm.Number](p *Port[T], root int, x []T) error {
	return native(p, C.BCAST, root, noMPIOp, x, nil)
}

// Gather collects the slices x of all processes, in rank order, in root's result: MPI_Gather. len(result) =
// p·len(x) on root; the other processes may pass nil.
func Gather[T comm.Number](p *Port[T], root int, x, result []T) error {
	return native(p, C.GATHER, root, noMPIOp, x, result)
}

// Scatter sends block i of root's x to process i, which receives it in result: MPI_Scatter.
// len(x) = p·len(result) on root; the other processes may pass nil.
func Scatter[T comm.Number](p *Port[T], root int, x, result []T) error {
	return native(p, C.SCATTER, root, noMPIOp, x, result)
}

// Allgather collects the slices x of all processes, in rank order, in the result of every process:
// MPI_Allgather. len(result) = p·len(x).
func Allgather[T comm.Number](p *Port[T], x, result []T) error {
	return native(p, C.ALLGATHER, 0, noMPIOp, x, result)
}

// Alltoall sends block i of x to process i, and receives block i of result from process i: MPI_Alltoall.
// len(result) = len(x), a multiple of p.
func Alltoall[T comm.Number](p *Port[T], x, result []T) error {
	return native(p, C.ALLTOALL, 0, noMPIOp, x, result)
}

// Reduce combines the slices x of all processes, in rank order, into root's result: MPI_Reduce. len(result) =
// len(x) on root; the other processes may pass nil.
func Reduce[T comm.Number](p *Port[T], root int, op comm.Op[T], x, result []T) error {
	return native(p, C.REDUCE, root, mpiOp(op), x, result)
}

// Allreduce combines the slices x of all processes into the result of every process: MPI_Allreduce.
// len(result) = len(x).
func Allreduce[T comm.Number](p *Port[T], op comm.Op[T], x, result []T) error {
	return native(p, C.ALLREDUCE, 0, mpiOp(op), x, result)
}

// ReduceScatterBlock combines the slices x of all processes and sends block i of the combination to process
// i: MPI_Reduce_scatter_block. len(x) = p·len(result).
func ReduceScatterBlock[T comm.Number](p *Port[T], op comm.Op[T], x, result []T) error {
	return native(p, C.REDUCE_SCATTER_BLOCK, 0, mpiOp(op), x, result)
}

// Scan combines x of this process and of all processes with lower ranks into result: MPI_Scan. len(result) =
// len(x).
func Scan[T comm.Number](p *Port[T], op comm.Op[T], x, result []T) error {
	return native(p, C.SCAN, 0, mpiOp(op), x, result)
}

// Exscan combines x of all processes with lower ranks into result: MPI_Exscan. len(result) = len(x). On
// process 0, result does not change.
func Exscan[T comm.Number](p *Port[T], op comm.Op[T], x, result []T) error {
	return native(p, C.EXSCAN, 0, mpiOp(op), x, result)
}

// Shift sends x from process i to process (i + q) modulo p; q may be negative. It calls MPI_Cart_shift on a
// periodic Cartesian communicator, and MPI_Sendrecv. len(result) = len(x). The first call on a world creates
// the communicator.
func Shift[T comm.Number](p *Port[T], q int, x, result []T) error {
	if err := p.checkShift(q, len(x), len(result), typeName[T]); err != nil {
		return err
	}
	if err := p.world.makeRing(); err != nil {
		return err
	}
	return p.messageError("mpi: Shift", "MPI_Sendrecv",
		C.tc_shift(p.c, p.world.ring, C.int(q%p.Size()), pointer(x), pointer(result), C.int(len(x))))
}

// checkShift returns an error if the operands have the wrong lengths or, with Checked, if the calls differ
// between the ranks.
func (p *port) checkShift(q, x, result int, typ func() string) error {
	err := p.checkCollective("mpi: Shift", x)
	if err == nil {
		err = comm.CheckLen("mpi: Shift", "result", result, x)
	}
	if p.world.checked {
		err = p.Agree(nil, shiftCall(q, p.Size(), x, typ()), err)
	}
	return err
}

// shiftCall returns a description of a shift, which the ranks compare. Distances that differ by a multiple of
// size count as equal.
func shiftCall(q, size, n int, typ string) comm.Call {
	return comm.Call{Name: "mpi: Shift", Type: typ, Length: n, Distance: ((q % size) + size) % size}
}

// makeRing creates the world's Cartesian communicator if it has none.
func (w *World) makeRing() error {
	if w.ring != C.MPI_Comm(C.MPI_COMM_NULL) {
		return nil
	}
	size, periodic := C.int(w.Size), C.int(1)
	return mpiError("MPI_Cart_create", C.MPI_Cart_create(w.comm, 1, &size, &periodic, 0, &w.ring))
}

// A length determines how many words an operand must have: any number, one block, or one block for every
// process.
type length int

const (
	anything length = iota
	one
	all
	oneAtRoot // one block on the root; the other processes may have any number of words
	allAtRoot
)

// A function describes a collective of the MPI library.
type function struct {
	call, function string // for errors: the name in this package, and the MPI function
	x, result      length
	reduces        bool
}

// rooted reports whether the collective has a root.
func (f *function) rooted() bool {
	return f.x == allAtRoot || f.result >= oneAtRoot || f.function == "MPI_Bcast"
}

// natives are the collectives with equal blocks, indexed by their C constants.
var natives = [...]function{
	C.BARRIER:              {call: "mpi: Barrier", function: "MPI_Barrier"},
	C.BCAST:                {"mpi: Bcast", "MPI_Bcast", one, anything, false},
	C.GATHER:               {"mpi: Gather", "MPI_Gather", one, allAtRoot, false},
	C.SCATTER:              {"mpi: Scatter", "MPI_Scatter", allAtRoot, one, false},
	C.ALLGATHER:            {"mpi: Allgather", "MPI_Allgather", one, all, false},
	C.ALLTOALL:             {"mpi: Alltoall", "MPI_Alltoall", all, all, false},
	C.REDUCE:               {"mpi: Reduce", "MPI_Reduce", one, oneAtRoot, true},
	C.ALLREDUCE:            {"mpi: Allreduce", "MPI_Allreduce", one, one, true},
	C.REDUCE_SCATTER_BLOCK: {"mpi: ReduceScatterBlock", "MPI_Reduce_scatter_block", all, one, true},
	C.SCAN:                 {"mpi: Scan", "MPI_Scan", one, one, true},
	C.EXSCAN:               {"mpi: Exscan", "MPI_Exscan", one, one, true},
}

// noOpError is the error for an operator without an MPI_Op.
func (f *function) noOpError() error {
	return fmt.Errorf("%s: the operator has no MPI_Op; use an operator of package mpi, created after Init",
		f.call)
}

// native calls a collective if its operands have the right lengths.
func native[T comm.Number](p *Port[T], function C.int, root int, op C.MPI_Op, x, result []T) error {
	f := &natives[function]
	n, err := p.blockLength(f, root, op, x, result)
	if p.world.checked {
		err = p.Agree(nil, p.describe(f, typeName[T](), op, root, n), err)
	}
	if err != nil {
		return err
	}
	return mpiError(f.function, C.tc_collective(p.c, function, pointer(x), pointer(result), C.int(n), op,
		C.int(root)))
}

// blockLength returns the length of a block, or an error for operands of the wrong length.
func (p *Port[T]) blockLength(f *function, root int, op C.MPI_Op, x, result []T) (n int, err error) {
	n = len(x)
	switch {
	case f.x == one:
	case f.result == one:
		n = len(result)
	default:
		n /= max(1, p.Size())
	}
	if f.reduces && op == noMPIOp {
		return 0, f.noOpError()
	}
	if err := p.checkCollective(f.call, n); err != nil {
		return 0, err
	}
	if err := p.checkOperand(f.call, "x", len(x), f.x, n, root); err != nil {
		return 0, err
	}
	return n, p.checkOperand(f.call, "result", len(result), f.result, n, root)
}

// checkCollective returns an error if MPI is not initialised or is already finalised, because the call would
// then abort the program. It also returns an error if the world is freed, if words of this type cannot be
// sent, or if the length of a block exceeds MPI's int.
func (p *port) checkCollective(call string, n int) error {
	if err := p.checkLive(call); err != nil {
		return err
	}
	return checkCount(call, n)
}

// checkOperand returns an error if the length of an operand is wrong for blocks of n words.
func (p *port) checkOperand(call, what string, words int, want length, n, root int) error {
	if want == anything || want >= oneAtRoot && p.Rank() != root {
		return nil
	}
	if want == all || want == allAtRoot {
		n *= p.Size()
	}
	return comm.CheckLen(call, what, words, n)
}
