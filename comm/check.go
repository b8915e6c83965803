package comm

import (
	"cmp"
	"errors"
	"fmt"
)

// ErrArgument is the error for invalid arguments. If a procedure refuses a call because of its arguments,
// errors.Is(err, ErrArgument) is true. An example of such an error is "ring: Bcast: root 9, want 0..3".
//
// Every procedure of ring, mesh, hcube, circulant, tree, butterfly and network checks its arguments first. It
// refuses:
//   - a mesh whose number of nodes is not p
//   - a p that is odd or not a power of two, if the procedure needs an even p or a power of two
//   - a root outside 0..p-1, a negative segment length, or a radix below 2
//   - an op without a function, or an op that does not commute if the procedure requires it
//   - a number of blocks other than p, a block of negative length, or more than one argument for `counts`
//   - a slice whose length is not the documented length
//
// A refused call has sent no message and changed no slice, so the communicator can be used for the next call.
// Procedures do not detect forbidden overlaps between slices.
//
// A process checks only its own arguments. If all processes pass the same bad argument, all of them refuse
// the call. If only some processes pass it, those processes refuse the call, and the other processes wait for
// messages that never come. Package local then reports a deadlock; under MPI the job must be aborted, as
// mpi.Run does. On a checked MPI world, the error names the processes whose arguments differ: see Checker.
//
// Some slices are needed on root only: the result of a reduction to root, or the slice `all` of a scatter or
// gather. On root such a slice has its full length. On another node it is empty or has the same length as on
// root. So if all nodes pass the same wrong length, all of them refuse the call.
var ErrArgument = errors.New("comm: bad argument")

// A refusal is an error that matches ErrArgument.
type refusal string

func (r refusal) Error() string      { return string(r) }
func (refusal) Is(target error) bool { return target == ErrArgument }

// Refuse returns an error that matches ErrArgument. The message should name the procedure, the value that it
// got and the values that it accepts.
func Refuse(format string, args ...any) error { return refusal(fmt.Sprintf(format, args...)) }

// CheckRoot returns an error if root is not in 0..p-1.
func CheckRoot(proc string, root, p int) error {
	if root >= 0 && root < p {
		return nil
	}
	return Refuse("%s: root %d, want 0..%d", proc, root, p-1)
}

// CheckLen returns an error if the slice with the name `what` has the length `got`, not `want`.
func CheckLen(proc, what string, got, want int) error {
	if got == want {
		return nil
	}
	return Refuse("%s: %s has %d words, want %d", proc, what, got, want)
}

// CheckSegment returns an error if a segment length is negative.
func CheckSegment(proc string, segment int) error {
	if segment >= 0 {
		return nil
	}
	return Refuse("%s: a segment of %d words, want 1 or more, or 0 for the default length", proc, segment)
}

// CheckRadix returns an error if a radix is below 2.
func CheckRadix(proc string, radix int) error {
	if radix >= 2 {
		return nil
	}
	return Refuse("%s: a radix of %d, want 2 or more", proc, radix)
}

// CheckBlocks returns an error if the number of blocks is not p, or if a block has a negative length. It also
// returns an error if BlocksOf got more than one element of `counts`.
func CheckBlocks(proc string, blocks Blocks, p int) error {
	switch {
	case blocks.p < 0:
		return Refuse("%s: %d arguments for counts, want at most 1", proc, -blocks.p)
	case blocks.p != p:
		return Refuse("%s: %d blocks, want %d", proc, blocks.p, p)
	case blocks.shortest < 0:
		return Refuse("%s: a block of %d words, want 0 or more", proc, blocks.shortest)
	}
	return nil
}

// Check returns an error if op has no function.
func (op Op[T]) Check(proc string) error {
	if op.Apply != nil {
		return nil
	}
	if op.Name == "" {
		return Refuse("%s: the operator is missing; pass one such as comm.Sum", proc)
	}
	return Refuse("%s: op %q has no Apply function; use an operator that has one", proc, op.Name)
}

// CheckCommutes is like Check, but also returns an error if op does not commute. Use it unless a procedure
// combines in label order.
func (op Op[T]) CheckCommutes(proc string) error {
	if err := op.Check(proc); err != nil || op.Commutative {
		return err
	}
	return Refuse(
		"%s: op %q does not commute, but this algorithm combines out of label order; "+
			"use an operator that commutes",
		proc,
		op.Name)
}

// checkAtRoot checks the length of a slice that only root needs. On other nodes the slice may be empty.
func checkAtRoot[T any](proc string, c *Comm[T], root int, what string, got, want int) error {
	if c.label != root && got == 0 {
		return nil
	}
	return CheckLen(proc, what, got, want)
}

// checkOwnBlock checks the number of blocks, and the length of the slice `mine` for this node's block.
func checkOwnBlock[T any](proc string, c *Comm[T], blocks Blocks, mine []T) error {
	if err := CheckBlocks(proc, blocks, c.size); err != nil {
		return err
	}
	return CheckLen(proc, "mine", len(mine), blocks.Len(c.label))
}

// CheckReduce returns an error if the arguments of a Reduce are invalid.
func CheckReduce[T any](proc string, c *Comm[T], root int, op Op[T], x, result []T) error {
	return cmp.Or(CheckRoot(proc, root, c.size), op.Check(proc),
		checkAtRoot(proc, c, root, "result", len(result), len(x)))
}

// CheckScatter returns an error if the arguments of a Scatter or a Gather are invalid.
func CheckScatter[T any](proc string, c *Comm[T], root int, blocks Blocks, all, mine []T) error {
	return cmp.Or(CheckRoot(proc, root, c.size), checkOwnBlock(proc, c, blocks, mine),
		checkAtRoot(proc, c, root, "all", len(all), blocks.Total()))
}

// CheckAllgather returns an error if the arguments of an Allgather are invalid.
func CheckAllgather[T any](proc string, c *Comm[T], blocks Blocks, mine, result []T) error {
	return cmp.Or(checkOwnBlock(proc, c, blocks, mine), CheckLen(proc, "result", len(result), blocks.Total()))
}

// CheckReduceScatter returns an error if the arguments of a ReduceScatter are invalid. op must commute.
func CheckReduceScatter[T any](proc string, c *Comm[T], op Op[T], blocks Blocks, all, mine []T) error {
	return cmp.Or(op.CheckCommutes(proc), CheckReduceScatterInOrder(proc, c, op, blocks, all, mine))
}

// CheckReduceScatterInOrder is like CheckReduceScatter, but op need not commute.
func CheckReduceScatterInOrder[T any](proc string, c *Comm[T], op Op[T], blocks Blocks, all,
	mine []T) error {
	return cmp.Or(op.Check(proc), checkOwnBlock(proc, c, blocks, mine),
		CheckLen(proc, "all", len(all), blocks.Total()))
}

// CheckAllreduce returns an error if the arguments of an Allreduce, a Scan or an Exscan are invalid.
func CheckAllreduce[T any](proc string, op Op[T], x, result []T) error {
	return cmp.Or(op.Check(proc), CheckLen(proc, "result", len(result), len(x)))
}

// CheckAlltoall returns an error if the arguments of an Alltoall are invalid.
func CheckAlltoall[T any](proc string, c *Comm[T], all, result []T) error {
	if len(all)%c.size != 0 {
		return Refuse("%s: all has %d words, want a multiple of %d", proc, len(all), c.size)
	}
	return CheckLen(proc, "result", len(result), len(all))
}

// CheckAlltoallv returns an error if the arguments of an Alltoallv are invalid.
func CheckAlltoallv[T any](proc string, c *Comm[T], out, in Blocks, all, result []T) error {
	if err := cmp.Or(CheckBlocks(proc, out, c.size), CheckBlocks(proc, in, c.size),
		CheckLen(proc, "all", len(all), out.Total()),
		CheckLen(proc, "result", len(result), in.Total())); err != nil {
		return err
	}
	return CheckLen(proc, "this node's block of result", in.Len(c.label), out.Len(c.label))
}

// A Call describes the arguments of a collective call that must be equal on all processes. Fields that do not
// apply to the operation are zero.
type Call struct {
	Name     string // name of the function, such as "mpi: Bcast"
	Type     string // type of an element
	Op       string // name of the operator
	Root     int
	Length   int    // number of words in a block
	Distance int    // distance of a shift
	Counts   string // lengths of all blocks, if they differ
	Size     int    // size of a new communicator
	Ranks    string // ranks of a new communicator, in the order of its labels
}

// A Checker is a Port that can compare a collective call across all processes before the call begins.
type Checker interface {
	// Checked reports whether the calls of this port are compared.
	Checked() bool
	// Agree waits until all processes in ranks have described their next collective call. It returns the same
	// error on all of them if the descriptions differ. The error names the processes by their ranks in the
	// port. If `ranks` is nil, all processes take part. `refusal` is the error with which this process refuses
	// its own arguments, or nil. If all processes pass a refusal, Agree returns to each process its own
	// refusal.
	Agree(ranks []int, call Call, refusal error) error
}
