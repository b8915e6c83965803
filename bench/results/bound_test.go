package results

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
)

// By hand: 1 Gbit/s is 8 ns a byte, and a host of a ring has two links.
func TestBoundOfANetwork(t *testing.T) {
	on := func(network string, p int) *Result {
		r := &Result{Env: Env{Network: network}}
		for host := range p {
			r.Env.Ranks = append(r.Env.Ranks, Rank{Host: fmt.Sprint("h", host)})
		}
		return r
	}
	for _, c := range []struct {
		network string
		kind    catalog.Kind
		p       int
		bytes   int
		want    float64
	}{
		{"ring:8@1gbit", catalog.Bcast, 8, 1000, 1000 * 8.0 / 2},
		{"ring:8@1gbit", catalog.Allgather, 8, 1000, 7 * 1000 * 8.0 / 2},
		{"ring:8@1gbit", catalog.Allreduce, 8, 1000, 1750 * 8.0 / 2},
		{"star:8@1gbit", catalog.Alltoall, 8, 1000, 7 * 1000 * 8.0},
		{"torus:4x4@200mbit", catalog.Scatter, 16, 1000, 15 * 1000 * 40.0 / 4},
		{"torus:2x2@200mbit", catalog.Bcast, 4, 1000, 1000 * 40.0 / 2}, // an extent of 2 is one cable, not two
		{"hypercube:8@100mbit", catalog.Bcast, 8, 1000, 1000 * 80.0 / 3},
		{"tree:8@1gbit", catalog.Bcast, 8, 1000, 1000 * 8.0},
		{"ring:8@1gbit", catalog.Barrier, 8, 0, 0},
		{"ring:8", catalog.Bcast, 8, 1000, 0},
		{"somewhere else", catalog.Bcast, 8, 1000, 0},
	} {
		assert.InDelta(t, c.want, Bound(on(c.network, c.p), c.kind, c.p, c.bytes), 1e-9, "%s %s", c.network, c.kind)
	}
}

func TestBoundFromMessages(t *testing.T) {
	r := &Result{Messages: []Message{
		{P: 8, Bytes: 8, Median: 500},
		{P: 8, Bytes: 1 << 20, Median: 1 << 18}, // a quarter of a ns a byte
		{P: 4, Bytes: 8, Median: 1},
	}}
	assert.Equal(t, 1500.0, Bound(r, catalog.Bcast, 8, 8), "three of the shortest")
	assert.Equal(t, float64(7<<20)/4, Bound(r, catalog.Alltoall, 8, 1<<20))
	assert.Zero(t, Bound(r, catalog.Bcast, 16, 8), "nothing measured there")
	assert.Zero(t, Bound(r, catalog.Bcast, 1, 8))
}
