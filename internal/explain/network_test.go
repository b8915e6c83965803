package explain

import (
	"context"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/sim"
	"topocoll/topo"
)

// A long line of hosts is drawn as a circle. Nodes are as large as in the picture of a ring, and no node
// hides another.
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
		row, _ := catalog.FindByteRow("hcube/bcast")
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

// Nodes and switches have the same positions as in figures of steps. On an unknown network, or on another
// network, they are on a circle.
func TestLinks(t *testing.T) {
	star, racks := []Load{{"h0", "s0", 1}}, []Load{{"h0", "s0", 1}, {"s0", "s1", 1500}}
	for _, c := range []struct {
		network string
		loads   []Load
		shape   shape
		places  int
	}{
		{"torus:2x4@200mbit,slots=2", []Load{{"h0", "h7", 5}}, shapeGrid, 8},
		{"mesh:2x3", []Load{{"h0", "h1", 5}}, shapeGrid, 6},
		{"torus:2x2x2", []Load{{"h0", "h1", 5}}, shapeGrid, 8},
		{"ring:8", []Load{{"h0", "h1", 5}}, shapeCircle, 8},
		{"star:4@1gbit,slots=2", star, shapeCircle, 5},
		{"links:h0-s0,h1-s0,h2-s1,h3-s1,s0-s1", racks, shapeLine, 6},
		{"ring:8", racks, shapeCircle, 3},
		{"<b>", []Load{{"<b>", "h1", 0}}, shapeCircle, 2},
	} {
		l, names := namedLayout(c.network, c.loads)
		assert.Equal(t, c.shape, l.shape, c.network)
		assert.Len(t, names, c.places, c.network)
		picture, width, height := Links(c.network, c.loads, 1500)
		assert.NoError(t, xml.Unmarshal([]byte(picture), new(struct{})), c.network)
		assert.Equal(t, c.places, strings.Count(string(picture), "<circle "), c.network)
		assert.Greater(t, width*height, 0.0)
	}
	picture, _, _ := Links("links:h0-s0,h1-s0,h2-s1,h3-s1,s0-s1", racks, 1500)
	assert.Contains(t, string(picture), "stroke-width:6.8\"><title>s0 to s1: 1\u202f500 bytes</title>")
	l, _ := namedLayout("star:4", star)
	assert.Equal(t, point{}, l.positions[topo.Star(4).Nodes()], "the switch of a star is in the middle")
}
