package network

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
	"topocoll/tuned"
)

func TestJobOnACluster(t *testing.T) {
	spec, err := topo.ParseFabric("star:4,slots=4")
	require.NoError(t, err)
	for n, want := range map[int][2]tuned.Job{
		2:  {{Ranks: 2, Hosts: 1, Slots: 2}, {Ranks: 2, Hosts: 2, Slots: 1}},
		6:  {{Ranks: 6, Hosts: 2, Slots: 4}, {Ranks: 6, Hosts: 4, Slots: 2}},
		16: {{Ranks: 16, Hosts: 4, Slots: 4}, {Ranks: 16, Hosts: 4, Slots: 4}},
	} {
		assert.Equal(t, want, [2]tuned.Job{jobOn(spec, n, "slot"), jobOn(spec, n, "node")})
	}
}
