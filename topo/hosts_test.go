package topo

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestHostNames(t *testing.T) {
	for name, want := range map[string]int{"h0": 0, "h12": 12} {
		host, ok := HostNumber(name)
		assert.True(t, ok, name)
		assert.Equal(t, want, host)
	}
	for _, name := range []string{"", "h", "h01", "x3", "hal9000x", "node3"} {
		_, ok := HostNumber(name)
		assert.False(t, ok, name)
	}
	assert.Equal(t, "h3 s1", PlaceName(3, 8)+" "+PlaceName(9, 8))
}
