package option

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

func TestCount(t *testing.T) {
	for text, want := range map[string]Count{"0": 0, "7": 7, "1K": 1024, "64k": 65536, "1M": 1 << 20,
		"1G": 1 << 30, "1024M": 1 << 30} {
		var n Count
		require.NoError(t, n.UnmarshalText([]byte(text)))
		assert.Equal(t, want, n)
		assert.Equal(t, strings.ReplaceAll(strings.ToUpper(text), "1024M", "1G"), n.String())
	}
	for _, text := range []string{"", "-1", "K", "2G", "2048M", "1KK", "8b", "1KB", "1KiB"} {
		var n Count
		assert.Error(t, n.UnmarshalText([]byte(text)), text)
	}
}

func TestBytes(t *testing.T) {
	for text, want := range map[string]Bytes{"8b": 8, "1KB": 1000, "1KiB": 1024, "1K": 1024} {
		var n Bytes
		require.NoError(t, n.UnmarshalText([]byte(text)))
		assert.Equal(t, want, n)
	}
}

func TestPlacements(t *testing.T) {
	grid := topo.NewOpenMesh(topo.Mesh{2, 2, 3})
	place, err := Placement("snake", 12, grid)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1, 2, 5, 4, 3, 9, 10, 11, 8, 7, 6}, place)
	for i := range 11 {
		assert.Len(t, grid.Route(nil, place[i], place[i+1]), 1, "a step of the walk")
	}
	place, err = Placement("gray", 8, topo.NewHypercube(8))
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1, 3, 2, 6, 7, 5, 4}, place)
	place, err = Placement("random:3", 8, topo.NewHypercube(8))
	require.NoError(t, err)
	slices.Sort(place)
	assert.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7}, place)
}
