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

// A wrong word, a word too many and a changed input are found, and said.
func TestCheck(t *testing.T) {
	right := func(a catalog.Args[float64]) {
		for j := range a.Out {
			a.Out[j] = word[float64](j/3, j%3)
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
		{"input", func(a catalog.Args[float64]) { right(a); a.In[2]++ }, "input: rank 1 changed its input at word 2"},
	}
	for _, test := range tests {
		b := newBuffers[float64](catalog.Allgather, 2, 3, 1)
		c := contender[float64]{name: test.name, run: func(a catalog.Args[float64]) error { test.run(a); return nil }}
		failure, err := b.check(c, b.args(nil, 0, 0, 0, mpi.Op[float64]{}))
		require.NoError(t, err)
		assert.Equal(t, test.want, failure)
	}
}

// Long results begin on a cache line: a copy to a word after one can take twice as long.
func TestResultsBeginOnALine(t *testing.T) {
	words := newBuffers[float64](catalog.Allgather, 2, 1<<15, 0).args(nil, 0, 0, 0, mpi.Op[float64]{})
	bytes := newBuffers[uint8](catalog.Allgather, 2, 1<<18, 0).args(nil, 0, 0, 0, mpi.Op[uint8]{})
	assert.Zero(t, uintptr(unsafe.Pointer(&words.Out[0]))%64)
	assert.Zero(t, uintptr(unsafe.Pointer(&bytes.Out[0]))%64)
}
