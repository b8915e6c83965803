package explain

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/topo"
)

// Nodes and switches have the same positions as in figures of steps. On an unknown or another network they
// are on a circle.
func TestLinks(t *testing.T) {
	star, racks := []Load{{"h0", "s0", 1}}, []Load{{"h0", "s0", 1}, {"s0", "s1", 1500}}
	for _, c := range []struct {
		network string
		loads   []Load
		shape   shape
		places  int
	}{
		{"torus:2x4@200mbit,slots=2", []Load{{"h0", "h7", 5}}, crossing, 8},
		{"mesh:2x3", []Load{{"h0", "h1", 5}}, crossing, 6},
		{"torus:2x2x2", []Load{{"h0", "h1", 5}}, crossing, 8},
		{"ring:8", []Load{{"h0", "h1", 5}}, round, 8},
		{"star:4@1gbit,slots=2", star, round, 5},
		{"links:h0-s0,h1-s0,h2-s1,h3-s1,s0-s1", racks, line, 6},
		{"ring:8", racks, round, 3},
		{"<b>", []Load{{"<b>", "h1", 0}}, round, 2},
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
	assert.Equal(t, point{}, l.at[topo.Star(4).Nodes()], "the switch of a star is in the middle")
}
