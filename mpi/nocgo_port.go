//go:build !cgo

package mpi

import (
	"topocoll/comm"
	"topocoll/internal/check"
	"topocoll/plan"
)

// A Port sends and receives words of type T on a world. A send waits for the matching receive.
//
// T is a number, or another type without pointers, such as an array or a struct of numbers.
type Port[T any] struct {
	plan.Async[T]
	world *World
}

// NewPort returns the port of this goroutine on w. The port's calls return an error if w is freed, and an
// ErrArgument if T contains pointers or has size 0.
func NewPort[T any](w *World) *Port[T] {
	if err := w.checkLive("mpi: NewPort"); err != nil {
		return &Port[T]{failingPort[T]{err}, &World{}}
	}
	if err := check.Words[T]("mpi: NewPort"); err != nil {
		return &Port[T]{failingPort[T]{err}, w}
	}
	return &Port[T]{portsOf[T](w.group, w.ranks).Of(w.Rank), w}
}

// Err returns nil if p can be used. If NewPort could not make a working port, or if the world is freed, Err
// returns the error that all calls of p return.
func (p *Port[T]) Err() error {
	if refused, is := p.Async.(failingPort[T]); is {
		return refused.err
	}
	return p.world.checkLive("mpi: NewPort")
}

// World returns the world of p.
func (p *Port[T]) World() *World { return p.world }

// Rank returns the rank of this goroutine, 0 <= Rank < Size.
func (p *Port[T]) Rank() int { return p.world.Rank }

// Size returns the number of goroutines.
func (p *Port[T]) Size() int { return p.world.Size }

// Hosts returns the host of each rank of the port's world.
func (p *Port[T]) Hosts() []int { return p.world.Hosts() }

// Checked reports whether collective calls on the port's world are checked (see the option [Checked]).
func (p *Port[T]) Checked() bool { return p.world.checked }

// Agree compares a collective call with the calls of other ranks: see [comm.Checker].
func (p *Port[T]) Agree(ranks []int, call comm.Call, refusal error) error {
	w := p.world
	if ranks == nil {
		return w.compare(w.ranks, call, refusal)
	}
	jobRanks := make([]int, len(ranks))
	for i, rank := range ranks {
		jobRanks[i] = w.ranks[rank]
	}
	return w.compare(jobRanks, call, refusal)
}

// Free does nothing: World.Free frees the ports.
func (p *Port[T]) Free() {}

var (
	_ plan.Async[float64] = (*Port[float64])(nil)
	_ comm.Checker        = (*Port[float64])(nil)
)

// A failingPort is a port that returns err from every call.
type failingPort[T any] struct{ err error }

func (r failingPort[T]) Rank() int                                  { return 0 }
func (r failingPort[T]) Size() int                                  { return 1 }
func (r failingPort[T]) Send(int, []T) error                        { return r.err }
func (r failingPort[T]) Recv(int, []T) error                        { return r.err }
func (r failingPort[T]) SendRecv(int, []T, int, []T) error          { return r.err }
func (r failingPort[T]) Round(sends, recvs []comm.Message[T]) error { return r.err }
func (r failingPort[T]) StartSend(int, int, []T) (int, error)       { return 0, r.err }
func (r failingPort[T]) StartRecv(int, int, []T) (int, error)       { return 0, r.err }
func (r failingPort[T]) WaitSome(done []int) ([]int, error)         { return done, r.err }
func (r failingPort[T]) TestSome(done []int) ([]int, error)         { return done, r.err }
func (r failingPort[T]) MaxTag() int                                { return 1<<62 - 1 }
func (r failingPort[T]) ActiveCalls() *plan.ActiveCalls[T]          { return &plan.ActiveCalls[T]{} }

// Sum returns the operator for addition.
func Sum[T comm.Number]() comm.Op[T] { return comm.Sum[T]() }

// Prod returns the operator for multiplication.
func Prod[T comm.Number]() comm.Op[T] { return comm.Prod[T]() }

// Max returns the operator for the maximum.
func Max[T comm.Ordered]() comm.Op[T] { return comm.Max[T]() }

// Min returns the operator for the minimum.
func Min[T comm.Ordered]() comm.Op[T] { return comm.Min[T]() }

// Land returns the operator for the logical and, with result 1 or 0.
func Land[T Integer]() comm.Op[T] {
	return logical("land", func(a, b T) bool { return a != 0 && b != 0 })
}

// Lor returns the operator for the logical or, with result 1 or 0.
func Lor[T Integer]() comm.Op[T] {
	return logical("lor", func(a, b T) bool { return a != 0 || b != 0 })
}

// Lxor returns the operator for the logical exclusive or, with result 1 or 0.
func Lxor[T Integer]() comm.Op[T] {
	return logical("lxor", func(a, b T) bool { return (a != 0) != (b != 0) })
}

// Band returns the bitwise AND operator.
func Band[T Integer]() comm.Op[T] { return comm.OpFunc("band", true, func(a, b T) T { return a & b }) }

// Bor returns the operator for the bitwise or.
func Bor[T Integer]() comm.Op[T] { return comm.OpFunc("bor", true, func(a, b T) T { return a | b }) }

// Bxor returns the operator for the bitwise exclusive or.
func Bxor[T Integer]() comm.Op[T] { return comm.OpFunc("bxor", true, func(a, b T) T { return a ^ b }) }

// logical returns a commutative operator whose result is 1 or 0.
func logical[T Integer](name string, f func(a, b T) bool) comm.Op[T] {
	return comm.OpFunc(name, true, func(a, b T) T {
		if f(a, b) {
			return 1
		}
		return 0
	})
}
