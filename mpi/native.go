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

// The collectives of the library, with the arguments of ours. Their errors are *Error, or name a slice of the wrong length or
// an operator of another package before MPI is called.

// Barrier returns when every process has called it: MPI_Barrier.
func Barrier[T comm.Number](p *Port[T]) error {
	return native[T](p, C.BARRIER, 0, noOp, nil, nil)
}

// Bcast gives every process root's x: MPI_Bcast.
func Bcast[T comm.Number](p *Port[T], root int, x []T) error {
	return native(p, C.BCAST, root, noOp, x, nil)
}

// Gather puts the x of every process, in rank order, into root's result: MPI_Gather.
// len(result) = p·len(x) on root; on the others it is not used.
func Gather[T comm.Number](p *Port[T], root int, x, result []T) error {
	return native(p, C.GATHER, root, noOp, x, result)
}

// Scatter gives process i block i of root's x as its result: MPI_Scatter.
// len(x) = p·len(result) on root; on the others it is not used.
func Scatter[T comm.Number](p *Port[T], root int, x, result []T) error {
	return native(p, C.SCATTER, root, noOp, x, result)
}

// Allgather puts the x of every process, in rank order, into every result: MPI_Allgather.
// len(result) = p·len(x).
func Allgather[T comm.Number](p *Port[T], x, result []T) error {
	return native(p, C.ALLGATHER, 0, noOp, x, result)
}

// Alltoall sends block i of x to process i and puts what comes from process i at block i of result:
// MPI_Alltoall. len(result) = len(x), a multiple of p.
func Alltoall[T comm.Number](p *Port[T], x, result []T) error {
	return native(p, C.ALLTOALL, 0, noOp, x, result)
}

// Reduce combines the x of every process, in rank order, in root's result: MPI_Reduce.
// len(result) = len(x) on root; on the others it is not used.
func Reduce[T comm.Number](p *Port[T], root int, op comm.Op[T], x, result []T) error {
	return native(p, C.REDUCE, root, mpiOp(op), x, result)
}

// Allreduce combines the x of every process in every result: MPI_Allreduce. len(result) = len(x).
func Allreduce[T comm.Number](p *Port[T], op comm.Op[T], x, result []T) error {
	return native(p, C.ALLREDUCE, 0, mpiOp(op), x, result)
}

// ReduceScatterBlock combines the x of every process and gives process i block i of the outcome:
// MPI_Reduce_scatter_block. len(x) = p·len(result).
func ReduceScatterBlock[T comm.Number](p *Port[T], op comm.Op[T], x, result []T) error {
	return native(p, C.REDUCE_SCATTER_BLOCK, 0, mpiOp(op), x, result)
}

// Scan combines the x of the processes 0 to rank in result: MPI_Scan. len(result) = len(x).
func Scan[T comm.Number](p *Port[T], op comm.Op[T], x, result []T) error {
	return native(p, C.SCAN, 0, mpiOp(op), x, result)
}

// Exscan combines the x of the processes 0 to rank-1 in result: MPI_Exscan. len(result) = len(x); that
// of process 0 keeps what it had.
func Exscan[T comm.Number](p *Port[T], op comm.Op[T], x, result []T) error {
	return native(p, C.EXSCAN, 0, mpiOp(op), x, result)
}

// Shift gives process i + q the x of process i, numbers modulo p; q may be negative: MPI_Cart_shift on
// a periodic line of all processes, and MPI_Sendrecv. len(result) = len(x). The first call on a world
// makes the line.
func Shift[T comm.Number](p *Port[T], q int, x, result []T) error {
	if err := p.shifts(q, len(x), len(result), typeName[T]); err != nil {
		return err
	}
	if err := p.world.line(); err != nil {
		return err
	}
	return p.result("mpi: Shift", "MPI_Sendrecv",
		C.tc_shift(p.c, p.world.ring, C.int(q%p.Size()), pointer(x), pointer(result), C.int(len(x))))
}

// shifts refuses operands of a shift that do not fit.
func (p *port) shifts(q, x, result int, typ func() string) error {
	err := p.collective("mpi: Shift", x)
	if err == nil {
		err = comm.CheckLen("mpi: Shift", "result", result, x)
	}
	if p.world.checked {
		err = p.Agree(shiftCall(q, p.Size(), x, typ()), err)
	}
	return err
}

// shiftCall returns the description of a shift. Distances that differ by a multiple of the ranks are the same.
func shiftCall(q, size, n int, typ string) comm.Call {
	return comm.Call{Name: "mpi: Shift", Type: typ, Length: n, Distance: ((q % size) + size) % size}
}

// line makes the world's Cartesian communicator if it has none.
func (w *World) line() error {
	if w.ring != C.MPI_Comm(C.MPI_COMM_NULL) {
		return nil
	}
	size, periodic := C.int(w.Size), C.int(1)
	return failed("MPI_Cart_create", C.MPI_Cart_create(w.comm, 1, &size, &periodic, 0, &w.ring))
}

// A length is how many words an operand has: any number, those of one block, or one block for every process.
type length int

const (
	anything length = iota
	one
	all
	oneAtRoot // the other processes may have any number
	allAtRoot
)

// A function is a collective of the library.
type function struct {
	call, function string // ours, and MPI's
	x, result      length
	reduces        bool
}

// rooted reports whether the collective has a root.
func (f *function) rooted() bool {
	return f.x == allAtRoot || f.result >= oneAtRoot || f.function == "MPI_Bcast"
}

// natives are the collectives by their numbers in C.
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

// withoutOp refuses an operator that only Go has.
func (f *function) withoutOp() error {
	return fmt.Errorf("%s: the operator has no MPI_Op, want one of this package made after Init", f.call)
}

// native calls a collective once its operands fit.
func native[T comm.Number](p *Port[T], function C.int, root int, op C.MPI_Op, x, result []T) error {
	f := &natives[function]
	n, err := p.block(f, root, op, x, result)
	if p.world.checked {
		err = p.Agree(p.describe(f, typeName[T](), op, root, n), err)
	}
	if err != nil {
		return err
	}
	return failed(f.function, C.tc_collective(p.c, function, pointer(x), pointer(result), C.int(n), op, C.int(root)))
}

// block returns the words of a block of a call whose operands fit.
func (p *Port[T]) block(f *function, root int, op C.MPI_Op, x, result []T) (n int, err error) {
	n = len(x)
	switch {
	case f.x == one:
	case f.result == one:
		n = len(result)
	default:
		n /= max(1, p.Size())
	}
	if f.reduces && op == noOp {
		return 0, f.withoutOp()
	}
	if err := p.collective(f.call, n); err != nil {
		return 0, err
	}
	if err := p.fits(f.call, "x", len(x), f.x, n, root); err != nil {
		return 0, err
	}
	return n, p.fits(f.call, "result", len(result), f.result, n, root)
}

// collective refuses a call where MPI would end the program, or blocks of more words than its int counts.
func (p *port) collective(call string, n int) error {
	if err := p.world.live(call); err != nil {
		return err
	}
	return checkCount(call, n)
}

// fits refuses an operand of the wrong length, with blocks of n words.
func (p *port) fits(call, what string, words int, want length, n, root int) error {
	if want == anything || want >= oneAtRoot && p.Rank() != root {
		return nil
	}
	if want == all || want == allAtRoot {
		n *= p.Size()
	}
	return comm.CheckLen(call, what, words, n)
}
