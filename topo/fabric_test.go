package topo

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFabricRoundTrip(t *testing.T) {
	for _, text := range []string{"ring:8", "torus:4x4@200mbit", "torus:2x2x2", "hypercube:8@1gbit", "tree:4",
		"mesh:2x3@1gbit", "star:4@100mbit,slots=4", "ring:3,slots=2",
		"links:h0-h1", "links:h0-s0=1gbit,s0>h1=8kbit,h1>s0=1gbit,slots=2", "links:h0-h1,h1>h2,h2>h0@1gbit"} {
		spec, err := ParseFabric(text)
		require.NoError(t, err, text)
		assert.Equal(t, text, spec.String())
	}
	spec, err := ParseFabric("star:4@100mbit,slots=1")
	require.NoError(t, err)
	assert.Equal(t, "star:4@100mbit", spec.String(), "one slot goes without saying")
	assert.Equal(t, 4, spec.Ranks())
}

// ParseFabric returns a one-line error for every invalid input.
func TestFabricRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                      `network "", want ring:P`,
		"ring":                  `network "ring" lacks the number of hosts; use, for example, ring:8`,
		"torus@1gbit":           "lacks the number of hosts; use, for example, torus:4x4",
		"ring:":                 "want ring:8",
		"ring:0":                "want ring:8",
		"star:-1":               "want star:8",
		"ring:2x2":              "want ring:8",
		"mesh:4y4":              "want mesh:4x4",
		"pentagon:5":            "want ring:P",
		"hypercube:6":           "want 2^d nodes, such as hypercube:8",
		"hcube:8@1gbit":         "want hypercube:8",
		"Torus:4X4@200MBit":     `network "Torus:4X4@200MBit", want lower case: torus:4x4@200mbit`,
		"RING":                  "want lower case: ring",
		"Ring:0":                "want ring:P",
		"crossbar:8":            "use a star",
		"ring:4097":             "at most 4096 hosts",
		"torus:64x65":           "at most 4096 hosts",
		"ring:8@fast":           `rate "fast"`,
		"ring:8@":               `rate ""`,
		"ring:8@infgbit":        `rate "infgbit"`,
		"ring:8@nanmbit":        `rate "nanmbit"`,
		"ring:8@1e300gbit":      `rate "1e300gbit"`,
		"ring:8@-1gbit":         `rate "-1gbit"`,
		"ring:8@0.001kbit":      `rate "0.001kbit"`,
		"star:4@1gbit,slots=":   `slots "" in`,
		"star:4@1gbit,slots=x":  `slots "x" in`,
		"star:4@1gbit,slots=0":  "0 slots on each of 4 hosts, want 1 or more",
		"star:4,slots=-2":       "-2 slots on each",
		"star:4@1gbit,slots=99": "",
		"star:4,slots=65537": "65537 slots on each of 4 hosts, want 1 or more and at " +
			"most 262144 in total",
		"star:4,slots=9223372036854775807":        "at most 262144 in total",
		"star:4@1gbit,places=4":                   `rate "1gbit,places=4"`,
		"torus:4294967296x4294967296":             "at most 4096 hosts", // the product is 2^64
		"torus:3x6148914691236517206":             "at most 4096 hosts", // the product is 2^64 + 2
		"torus:2x18446744073709551617":            "at most 4096 hosts", // does not fit in an int
		"torus:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2":   "at most 4096 hosts",
		"torus:" + strings.Repeat("1x", 90) + "0": "want torus:4x4",
	} {
		_, err := ParseFabric(text)
		if want == "" {
			assert.NoError(t, err, text)
			continue
		}
		require.ErrorContains(t, err, want, text)
		assert.NotContains(t, err.Error(), "\n")
	}
}

// A spec without extents results in the smallest network of its kind with room for the ranks.
func TestSpecWith(t *testing.T) {
	for _, c := range []struct {
		text    string
		p       int
		extents Mesh
		want    string
	}{
		{"ring", 6, nil, "ring:6"},
		{"hypercube", 6, nil, "hypercube:8"},
		{"tree@1gbit", 3, nil, "tree:4@1gbit"},
		{"crossbar", 5, nil, "crossbar:5"},
		{"torus", 12, nil, "torus:3x4"},
		{"torus", 12, Mesh{2, 2, 3}, "torus:2x2x3"},
		{"mesh", 12, Mesh{5, 5}, "mesh:3x4"},
		{"mesh", 1, nil, "mesh:1x1"},
		{"star,slots=4", 10, nil, "star:3,slots=4"},
		{"torus:4x4", 3, Mesh{1, 3}, "torus:4x4"},
	} {
		spec, err := ParseSpec(c.text)
		require.NoError(t, err)
		assert.Equal(t, c.text, spec.String())
		assert.Equal(t, c.want, spec.With(c.p, c.extents).String(), c.text)
	}
}

// Only neighbours are linked on an open mesh.
func TestNoLinkAroundAnOpenMesh(t *testing.T) {
	for link := range NewOpenMesh(Mesh{3, 4}).Links() {
		from, to := NewOpenMesh(Mesh{3, 4}).Ends(int32(link))
		assert.Contains(t, []int{0, 1, 4}, max(from-to, to-from))
		assert.False(t, min(from, to)%4 == 3 && max(from, to)%4 == 0, "%d to %d", from, to)
	}
}
