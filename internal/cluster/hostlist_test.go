package cluster

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

// MPICH's mpirun maps ranks to the hosts in turn if each host has one slot.
func TestHostList(t *testing.T) {
	spec, err := topo.ParseFabric("star:4,slots=4")
	require.NoError(t, err)
	for _, c := range []struct {
		n               int
		by, want, hydra string
	}{
		{16, BySlot, "h0:4,h1:4,h2:4,h3:4", "h0:4,h1:4,h2:4,h3:4"},
		{1, BySlot, "h0:4", "h0:4"},
		{4, BySlot, "h0:4", "h0:4"},
		{5, BySlot, "h0:4,h1:4", "h0:4,h1:4"},
		{3, ByNode, "h0:4,h1:4,h2:4", "h0:1,h1:1,h2:1"},
		{6, ByNode, "h0:4,h1:4,h2:4,h3:4", "h0:1,h1:1,h2:1,h3:1"},
	} {
		assert.Equal(t, c.want, openMPIHosts(spec, c.n, c.by), "%d by %s", c.n, c.by)
		assert.Equal(t, c.hydra, mpichHosts(spec, c.n, c.by), "%d by %s", c.n, c.by)
	}
}
