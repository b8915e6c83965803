//go:build cgo

package bench

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// Where every process has links to several others it can use several at once.
func TestManyLinks(t *testing.T) {
	for text, many := range map[string]bool{"ring:4": true, "ring:2": false, "torus:2x2": true, "star:4": false, "tree:4": false, "hypercube:8": true} {
		fabric, err := topo.ParseFabric(text)
		assert.NoError(t, err)
		assert.Equal(t, many, manyLinks(pack.Into(fabric.Network)), text)
	}
	assert.False(t, manyLinks(pack.Into(results.Between("ring:4", strings.Fields("h0 h0 h1 h1 h2 h2 h3 h3"), nil))), "a rank has one link, to its host")
	assert.False(t, manyLinks(nil))
}

// With many processes the algorithms that need trees are left out, and no others.
func TestTooLarge(t *testing.T) {
	trees, ring := catalog.Info{ID: "network/bcast"}, catalog.Info{ID: "ring/bcast"}
	assert.False(t, tooLarge(trees, mostPacked))
	assert.True(t, tooLarge(trees, mostPacked+1))
	assert.False(t, tooLarge(ring, mostPacked+1))
}
