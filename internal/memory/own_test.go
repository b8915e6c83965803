package memory

import (
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Memory that a process has mapped for itself counts once it is written to, and a file does not.
func TestOwn(t *testing.T) {
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip(err)
	}
	const size = 64 << 20
	mapped, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	before := Own()
	assert.Positive(t, before)
	for i := 0; i < size; i += 4096 {
		mapped[i] = 1
	}
	assert.InDelta(t, size, Own()-before, size/4)
	require.NoError(t, syscall.Munmap(mapped))
	assert.Less(t, Own()-before, int64(size/4))
}
