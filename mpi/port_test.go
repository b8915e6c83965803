//go:build cgo

package mpi

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/internal/check"
)

type metres float64 // a named type over an element

// neighbours returns the ranks after and before this one.
func neighbours() (right, left int) {
	return (world.Rank + 1) % world.Size, (world.Rank + world.Size - 1) % world.Size
}

// from returns n words that identify the rank as their sender.
func from[T comm.Number](rank, n int) []T {
	x := make([]T, n)
	for j := range x {
		x[j] = word[T]((7*rank + j) % 100)
	}
	return x
}

// word returns n as a T, because Go has no conversion from int to every T.
func word[T comm.Number](n int) (x T) {
	for range n {
		x++
	}
	return x
}

func passOn[T comm.Number](t *testing.T) {
	t.Run(fmt.Sprintf("%T", *new(T)), func(t *testing.T) {
		on(t, func(t require.TestingT) {
			p := NewPort[T](world)
			right, left := neighbours()
			for _, n := range []int{0, 1, 1000} {
				got := make([]T, n)
				require.NoError(t, p.SendRecv(right, from[T](p.Rank(), n), left, got))
				assert.Equal(t, from[T](left, n), got)
			}
		})
	})
}

func TestSendRecvOfEveryElementType(t *testing.T) {
	passOn[int](t)
	passOn[uint](t)
	passOn[int8](t)
	passOn[int16](t)
	passOn[uint8](t)
	passOn[uint16](t)
	passOn[int32](t)
	passOn[int64](t)
	passOn[uint32](t)
	passOn[uint64](t)
	passOn[float32](t)
	passOn[float64](t)
	passOn[complex64](t)
	passOn[complex128](t)
	passOn[metres](t)
}

// pairs forms pairs of an even rank and the next odd rank. It calls the function `first` on the even rank and
// `second` on the odd rank.
func pairs(t require.TestingT, first, second func(p *Port[float64], partner int)) {
	p := NewPort[float64](world)
	switch partner := p.Rank() ^ 1; {
	case partner >= p.Size():
	case p.Rank()&1 == 0:
		first(p, partner)
	default:
		second(p, partner)
	}
}

func TestMessagesMatchInOrder(t *testing.T) {
	on(t, func(t require.TestingT) {
		pairs(t, func(p *Port[float64], partner int) {
			for i := range 5 {
				require.NoError(t, p.Send(partner, from[float64](i, i)))
			}
		}, func(p *Port[float64], partner int) {
			for i := range 5 {
				got := make([]float64, i)
				require.NoError(t, p.Recv(partner, got))
				assert.Equal(t, from[float64](i, i), got)
			}
		})
	})
}

// Long messages in both directions do not deadlock. 8 MiB exceed every eager limit, so a send waits for its
// receive.
func TestLongMessagesBidirectional(t *testing.T) {
	on(t, func(t require.TestingT) {
		const n = 1 << 20
		p := NewPort[float64](world)
		right, left := neighbours()
		got := make([]float64, n)
		require.NoError(t, p.SendRecv(right, from[float64](p.Rank(), n), left, got))
		assert.Equal(t, from[float64](left, n), got)

		clear(got)
		require.NoError(t, p.Round([]comm.Message[float64]{{Peer: left, Data: from[float64](p.Rank(), n)}},
			[]comm.Message[float64]{{Peer: right, Data: got}}))
		assert.Equal(t, from[float64](right, n), got)

		clear(got)
		_, err := p.StartRecv(left, 0, got)
		require.NoError(t, err)
		_, err = p.StartSend(right, 0, from[float64](p.Rank(), n))
		require.NoError(t, err)
		waitAll(t, p, 2)
		assert.Equal(t, from[float64](left, n), got)
	})
}

type words = []float64

// exchange maps a kind of call to a function that sends or receives messages with one such call.
var exchange = map[string]func(p *Port[float64], peer int, out, in words) error{
	"Recv": func(p *Port[float64], peer int, out, in words) error {
		if in == nil {
			return p.Send(peer, out)
		}
		return p.Recv(peer, in)
	},
	"SendRecv": func(p *Port[float64], peer int, out, in words) error {
		return p.SendRecv(peer, out, peer,
			in)
	},
	"Round": func(p *Port[float64], peer int, out, in words) error {
		return p.Round([]comm.Message[float64]{{Peer: peer, Data: out}}, []comm.Message[float64]{{Peer: peer,
			Data: in}})
	},
	"WaitSome": func(p *Port[float64], peer int, out, in words) error {
		start, x := p.StartRecv, in
		if in == nil {
			start, x = p.StartSend, out
		}
		if _, err := start(peer, p.MaxTag(), x); err != nil {
			return err
		}
		done, err := p.WaitSome(nil)
		if len(done) != 1 {
			return fmt.Errorf("%d messages are done: %w", len(done), err)
		}
		return err
	},
}

// A message whose length differs from its receive gives an error. Messages that are too long are tested only
// below the eager limit. Above it, Open MPI 4.1.4 writes beyond the receive buffer (shared memory, single
// copy) or never returns (TCP).
func TestMessageOfTheWrongLength(t *testing.T) {
	for _, call := range []string{"Recv", "SendRecv", "Round", "WaitSome"} {
		for _, c := range []struct{ sent, want int }{{3, 5}, {8, 5}, {0, 1}, {1, 0}, {4999, 5000}, {7,
			100000}, {100000, 100001}} {
			t.Run(fmt.Sprint(call, " of ", c.sent, " for ", c.want), func(t *testing.T) {
				on(t, func(t require.TestingT) {
					pairs(t, func(p *Port[float64], partner int) {
						require.NoError(t, exchange[call](p, partner, make(words, c.sent), nil))
					}, func(p *Port[float64], partner int) {
						got := check.FormatCount(c.sent, "word")
						if c.sent > c.want && BuiltFor() == MPICH {
							got = "too many words"
						}
						err := exchange[call](p, partner, nil, make(words, c.want))
						assert.EqualError(t, err, fmt.Sprintf("mpi: %s: got %s from rank %d, want %d", call,
							got, partner, c.want))
					})
				})
			})
		}
	}
}

func TestPeerThatDoesNotExist(t *testing.T) {
	on(t, func(t require.TestingT) {
		p, size := NewPort[int32](world), world.Size
		for _, peer := range []int{-2, -1, size, 1 << 40} {
			want := fmt.Sprintf("no process %d, want 0..%d", peer, size-1)
			assert.EqualError(t, p.Send(peer, nil), "mpi: Send: "+want)
			assert.EqualError(t, p.Recv(peer, nil), "mpi: Recv: "+want)
			assert.EqualError(t, p.SendRecv(0, nil, peer, nil), "mpi: SendRecv: "+want)
			assert.EqualError(t, p.Round(nil, []comm.Message[int32]{{Peer: peer}}), "mpi: Round: "+want)
			_, err := p.StartSend(peer, 0, nil)
			assert.EqualError(t, err, "mpi: StartSend: "+want)
		}
	})
}

func TestBeforeInit(t *testing.T) {
	for name, w := range map[string]*World{"nil": nil, "zero": {}} {
		t.Run(name, func(t *testing.T) {
			p := NewPort[float64](w)
			assert.EqualError(t, p.Send(0, nil), "mpi: Send: MPI is not initialised")
			assert.EqualError(t, p.Round(nil, nil), "mpi: Round: MPI is not initialised")
			assert.EqualError(t, Bcast(p, 0, nil), "mpi: Bcast: MPI is not initialised")
			assert.EqualError(t, Alltoall(p, nil, nil), "mpi: Alltoall: MPI is not initialised")
			_, err := w.Dup()
			assert.EqualError(t, err, "mpi: Dup: MPI is not initialised")
			assert.Zero(t, p.Size())
		})
	}
}
