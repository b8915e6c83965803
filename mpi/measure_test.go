//go:build cgo

package mpi

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Flush changes neither the words that it evicts nor their neighbours.
func TestFlush(t *testing.T) {
	for _, n := range []int{0, 1, 63, 64, 65, 1000} {
		x := make([]uint8, n+2)
		for i := range x {
			x[i] = uint8(i)
		}
		assert.Equal(t, runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64", Flush(x[1:n+1]), "%d words",
			n)
		for i := range x {
			assert.Equal(t, uint8(i), x[i])
		}
	}
}
