package host

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The numbers of cores are plausible on any machine.
func TestCores(t *testing.T) {
	assert.GreaterOrEqual(t, Cores(), 1)
	assert.GreaterOrEqual(t, UsableCores(), 1)
	if online := len(online()); online > 0 {
		assert.LessOrEqual(t, Cores(), online)
		assert.LessOrEqual(t, UsableCores(), online)
	}
}

func TestCPUs(t *testing.T) {
	assert.Equal(t, []int{0, 1, 2, 8}, CPUs("0-2,8"))
	assert.Empty(t, CPUs(""))
}
