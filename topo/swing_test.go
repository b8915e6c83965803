package topo

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
)

// De Sensi et al. 2024, fig. 1: on 16 nodes node 0 exchanges with 1, 15, 3 and 11. Partners are partners of each other.
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

// Over the rounds of its path, the highest first, node 0 reaches every node, over no more links than there are on the ring's shorter way
// and a third of its nodes besides.
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
