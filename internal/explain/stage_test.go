package explain

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/sim"
	"topocoll/topo"
)

// A long line of hosts becomes a circle. Nodes are as large in the picture as on a ring, and no node hides
// another.
func TestStageOfManyHosts(t *testing.T) {
	var links []string
	for host := range 64 {
		links = append(links, fmt.Sprintf("h%d-s%d", host, host/8))
	}
	for rack := range 8 {
		links = append(links, fmt.Sprintf("s%d-s8", rack))
	}
	for _, name := range []string{"links:" + strings.Join(links, ","), "tree", "ring"} {
		spec, err := topo.ParseSpec(name)
		require.NoError(t, err)
		row, _ := catalog.Find[struct{}]("hcube/bcast")
		f, err := RunAt(context.Background(), row.Info, spec.With(64, nil).Between(),
			sim.Config{Ts: 1, Tw: 1}, Args{P: 64})
		require.NoError(t, err)
		stage := f.Stage()
		assert.InDelta(t, stage.Size[0], stage.Size[1], 0.2*stage.Size[0], name)
		assert.Less(t, stage.Size[0], 2200.0, name) // as for a ring
		for i, at := range stage.Nodes {
			for _, other := range stage.Nodes[:i] {
				assert.Greater(t, (point{at[0], at[1]}).minus(point{other[0], other[1]}).length(), 46.0,
					"%s: strips hide each other", name)
			}
		}
	}
}
