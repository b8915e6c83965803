package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What the kernel says is within reason, whatever the machine.
func TestThisHost(t *testing.T) {
	cores := Cores()
	assert.GreaterOrEqual(t, cores, 1)
	if online := len(cpus(firstLine("/sys/devices/system/cpu/online"))); online > 0 {
		assert.LessOrEqual(t, cores, online)
	}
	assert.Equal(t, []int{0, 1, 2, 8}, cpus("0-2,8"))
}
