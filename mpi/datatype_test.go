//go:build cgo

package mpi

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/plan"
	"topocoll/ring"
)

type record struct {
	On    bool // padding follows
	Where [2]float64
	Count int16
}

// Words that are not numbers are sent as bytes, both in messages and in compiled procedures. Words of equal
// size share a datatype.
func TestWordsThatAreNoNumbers(t *testing.T) {
	movesAny(t, func(n int) [3]int16 { return [3]int16{int16(n), int16(-n), 7} },
		func(a, b [3]int16) [3]int16 {
			return [3]int16{a[0] + b[0], a[1] + b[1], b[2]}
		})
	movesAny(t, func(n int) record { return record{n%2 == 1, [2]float64{float64(n), -1}, int16(n)} },
		func(a, b record) record {
			return record{a.On != b.On, [2]float64{max(a.Where[0], b.Where[0]), -1}, a.Count + b.Count}
		})
	movesAny(t, func(n int) struct{ A, B, C uint16 } { return struct{ A, B, C uint16 }{A: uint16(n)} },
		func(a, b struct{ A, B, C uint16 }) struct{ A, B, C uint16 } {
			return struct{ A, B, C uint16 }{A: max(a.A, b.A)}
		})
	movesAny(t, func(n int) bool { return n%3 == 0 }, func(a, b bool) bool { return a || b })
	assert.Len(t, byteTypes, 3)
}

func movesAny[T comparable](t *testing.T, word func(n int) T, combine func(a, b T) T) {
	t.Run(fmt.Sprintf("%T", *new(T)), func(t *testing.T) {
		on(t, func(t require.TestingT) {
			p := NewPort[T](world)
			defer p.Free()
			right, left := neighbours()
			words := func(rank, n int) []T {
				x := make([]T, n)
				for j := range x {
					x[j] = word(7*rank + j)
				}
				return x
			}
			for _, n := range []int{0, 1, 3000} {
				got := make([]T, n)
				require.NoError(t, p.SendRecv(right, words(p.Rank(), n), left, got))
				require.Equal(t, words(left, n), got)
			}
			err := p.SendRecv(right, words(0, 3), left, make([]T, 5))
			assert.EqualError(t, err, fmt.Sprintf("mpi: SendRecv: got 3 words from rank %d, want 5", left))

			c, op := comm.New(p), comm.OpFunc("own", true, combine)
			allreduce := plan.Compile[T](func(_ struct{}, c *comm.Comm[byte], op comm.Op[byte], in,
				out []byte) error {
				return ring.Allreduce(c, op, in, out)
			})
			for _, n := range []int{1, 1000} {
				want, got, started := words(0, n), make([]T, n), make([]T, n)
				for rank := 1; rank < world.Size; rank++ {
					op.Apply(want, want, words(rank, n))
				}
				require.NoError(t, allreduce.Call(c, struct{}{}, op, words(p.Rank(), n), got))
				require.Equal(t, want, got)
				request, err := allreduce.Start(c, struct{}{}, op, words(p.Rank(), n), started)
				require.NoError(t, err)
				require.NoError(t, request.Wait())
				require.Equal(t, want, started)
			}
		})
	})
}

// The first call on a port returns an error if words of its type cannot be sent.
func TestTypesThatAreRefused(t *testing.T) {
	refuses[string](t, "type string contains pointers; use a type without pointers")
	refuses[struct {
		ID   int
		Name struct{ First string }
	}](t, "type struct { ID int; Name struct { First string } } has field Name.First of type string; "+
		"use a type without pointers")
	refuses[struct{}](t, "type struct {} has no bytes; use a type of at least 1 byte")
}

func refuses[T any](t *testing.T, why string) {
	on(t, func(t require.TestingT) {
		p, x := NewPort[T](world), make([]T, 1)
		_, started := p.StartRecv(0, 0, x)
		_, arrived := p.Arrived(0)
		_, loaded := p.Load(&plan.Plan{})
		refused := []error{p.Send(0, x), p.Recv(0, x), p.SendRecv(0, x, 0, x), p.Round(nil, nil), started,
			arrived,
			loaded}
		if world.Size > 1 { // a ring of one node sends nothing
			refused = append(refused, ring.Bcast(comm.New(p), 0, x))
		}
		for _, err := range refused {
			assert.EqualError(t, err, "mpi: NewPort: "+why)
			assert.ErrorIs(t, err, comm.ErrArgument)
		}
		p.Free()
	})
}
