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

// Checked reports whether [Checked] is in effect for the port's world.
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

// A failingPort returns err from every call.
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
func (r failingPort[T]) Started() *plan.Started[T]                  { return &plan.Started[T]{} }
