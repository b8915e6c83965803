package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/host"
)

func TestColdBytes(t *testing.T) {
	one := host.Caches{Private: 2 << 20, Last: 100 << 20, All: 100 << 20}
	assert.Equal(t, 2*(200<<20), coldBytes(one, 1))
	assert.Equal(t, 2*(50<<20), coldBytes(one, 4))
	assert.Equal(t, 2*(8<<20), coldBytes(one, 100), "four times level 2")
	sixteen := host.Caches{Private: 1 << 20, Last: 32 << 20, All: 16 * 32 << 20}
	assert.Equal(t, 2*(64<<20), coldBytes(sixteen, 2), "a rank cannot fill more than one of them")
	assert.Equal(t, 2*(16<<20), coldBytes(sixteen, 64))
}
