package topo

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
)

// SwingPartner agrees with figure 1 of De Sensi et al. 2024. On 16 nodes, node 0 exchanges with 1, 15, 3 and
// 11. Each partner's partner is the node itself.
func TestSwingPartner(t *testing.T) {
	var of0, of5 []int
	for i := range 4 {
		of0, of5 = append(of0, SwingPartner(0, i, 16)), append(of5, SwingPartner(5, i, 16))
		for node := range 16 {
			assert.Equal(t, node, SwingPartner(SwingPartner(node, i, 16), i, 16))
		}
	}
	assert.Equal(t, []int{1, 15, 3, 11}, of0)
	assert.Equal(t, []int{4, 6, 2, 10}, of5)
}

// The rounds of a path, taken from the highest to the lowest, lead from node 0 to the node. The path is
// longer than the shorter way around the ring by at most a third of the nodes.
func TestSwingPath(t *testing.T) {
	for n := 1; n <= 1024; n *= 2 {
		for node := range n {
			at, path := 0, SwingPath(node, n)
			assert.Less(t, path, n)
			for i := bits.Len(uint(path)) - 1; i >= 0; i-- {
				if path&(1<<i) != 0 {
					at = SwingPartner(at, i, n)
				}
			}
			assert.Equal(t, node, at, "of %d", n)
		}
	}
}
