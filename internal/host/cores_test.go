package host

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The numbers of cores are plausible on any machine.
func TestCores(t *testing.T) {
	assert.GreaterOrEqual(t, Cores(), 1)
	assert.GreaterOrEqual(t, UsableCores(), 1)
	if onlineCPUs := len(onlineCPUs()); onlineCPUs > 0 {
		assert.LessOrEqual(t, Cores(), onlineCPUs)
		assert.LessOrEqual(t, UsableCores(), onlineCPUs)
	}
}

func TestCPUs(t *testing.T) {
	assert.Equal(t, []int{0, 1, 2, 8}, CPUs("0-2,8"))
	assert.Empty(t, CPUs(""))
}
