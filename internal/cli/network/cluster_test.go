package network

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
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

// Without a name, down removes the only network. If several networks are up, it removes none without --all.
func TestClusterDownWithoutAName(t *testing.T) {
	var out strings.Builder
	for _, c := range []struct {
		all      bool
		up, want []string
		fails    string
	}{
		{up: nil},
		{up: []string{"lab"}, want: []string{"lab"}},
		{up: []string{"lab", "torus"},
			fails: "2 networks are up (lab, torus); give the name of one, or --all"},
		{all: true, up: []string{"lab", "torus"}, want: []string{"lab", "torus"}},
	} {
		names, err := (&clusterDown{All: c.all}).defaultNames(&out, c.up)
		assert.Equal(t, c.want, names)
		if c.fails == "" {
			assert.NoError(t, err)
		} else {
			assert.Equal(t, exit.Usagef("%s", c.fails), err)
		}
	}
	assert.Equal(t, "no cluster is up\n", out.String())
}
