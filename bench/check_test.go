//go:build cgo

package bench

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/mpi"
)

// A wrong word, a word written outside the result and a changed input are detected and reported.
func TestCheck(t *testing.T) {
	right := func(a catalog.Args[float64]) {
		for j := range a.Out {
			a.Out[j] = float64(operatorOf(Sum).word(j/3, j%3))
		}
	}
	tests := []struct {
		name string
		run  func(a catalog.Args[float64])
		want string
	}{
		{"right", right, ""},
		{"nothing", func(catalog.Args[float64]) {}, "nothing: rank 1 has 77 at word 0 of 6, want 0"},
		{"wrong", func(a catalog.Args[float64]) { right(a); a.Out[4]++ }, "wrong: rank 1 has 1 at word 4 of 6, want 0"},
		{"long", func(a catalog.Args[float64]) { right(a); a.Out[:7][6] = 0 }, "long: rank 1 wrote outside its result"},
		{"longer", func(a catalog.Args[float64]) { right(a); a.Out[:14][13] = 0 }, "longer: rank 1 wrote outside its result"},
		{"before", func(a catalog.Args[float64]) { right(a); *before(a.Out) = 0 }, "before: rank 1 wrote outside its result"},
		{"input", func(a catalog.Args[float64]) { right(a); a.In[2]++ }, "input: rank 1 changed its input at word 2"},
	}
	for _, test := range tests {
		m := &measurer{world: &mpi.World{Rank: 1, Size: 2}}
		s := newSide[float64](m, catalog.Allgather, 3, 0, nil)
		at := laid[float64](t, m, s.most(s.in), s.most(s.out))
		c := contender[float64]{name: test.name, run: func(a catalog.Args[float64]) error { test.run(a); return nil }}
		failure, err := s.check(c, &at, 0)
		require.NoError(t, err)
		assert.Equal(t, test.want, failure)
	}
}

// before points to the word before the first of x.
func before(x []float64) *float64 {
	return (*float64)(unsafe.Add(unsafe.Pointer(&x[0]), -8))
}

// What whole periods add up to equals what the words do, one after the other, with every operator in every type.
func TestOperators(t *testing.T) {
	for _, o := range operators {
		for _, end := range []int{1, 4, 5, 7, 11, 23, 26, 1000} {
			for j := range 7 {
				total := o.word(2, j)
				for rank := 3; rank < 2+end; rank++ {
					total = o.combine(total, o.word(rank, j))
				}
				assert.Equal(t, float64(total), side[float64]{operator: o}.over(2, 2+end, j), "%s of %d", o.name, end)
				assert.Equal(t, int32(total), side[int32]{operator: o}.over(2, 2+end, j), "%s of %d", o.name, end)
				assert.Equal(t, uint8(total), side[uint8]{operator: o}.over(2, 2+end, j), "%s of %d", o.name, end)
			}
		}
		assert.Zero(t, o.over(2, 2, 0), "of nothing")
	}
}
