package sim_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/sim"
	"topocoll/topo"
)

// Without a network, the nodes are on a crossbar.
func TestMemoryOfACrossbar(t *testing.T) {
	few, all := sim.Memory(8, sim.Config{})
	wantFew, wantAll := sim.Memory(8, sim.Config{Network: topo.Crossbar{Size: 8}})
	assert.Equal(t, []int64{wantFew, wantAll}, []int64{few, all})
}

// In a tree, few nodes are alive at once; in an exchange, all nodes are. A limit that suffices for the tree
// is too low for the exchange, which then ends with an error. If a limit is too low for any run, Run returns
// an error before the run begins.
func TestMemory(t *testing.T) {
	const p = 1 << 12
	network := topo.NewHypercube(p)
	for _, oblivious := range []bool{false, true} {
		config := sim.Config{Network: network, Oblivious: oblivious}
		few, all := sim.Memory(p, config)
		for name, c := range map[string]struct {
			memory int64
			body   func(c *comm.Comm[none]) error
			want   error
		}{
			"a tree": {few + (all-few)/8,
				func(c *comm.Comm[none]) error { return hcube.Bcast(c, 0, make([]none, 1)) }, nil},
			"an exchange":            {few + (all-few)/8, butterfly, sim.ErrMemory},
			"an exchange, with room": {all, butterfly, nil},
			"an exchange, no limit":  {0, butterfly, nil},
			"less than the nodes": {few - 1,
				func(c *comm.Comm[none]) error { t.Error("it has begun"); return nil }, sim.ErrMemory},
		} {
			config.Memory = c.memory
			_, err := sim.Run(context.Background(), p, config, func(port comm.Port[none]) error {
				return c.body(comm.New(port))
			})
			assert.Equal(t, c.want, err, "%s, oblivious=%v", name, oblivious)
		}
	}
}

// An overflow of the number of words, in total or on one link, is an error.
func TestTooManyWords(t *testing.T) {
	half := make([]none, math.MaxInt/2)
	_, err := sim.Run(context.Background(), 2, sim.Config{}, func(port comm.Port[none]) error {
		c := comm.New(port)
		for range 3 {
			c.SendRecv(1-c.Label(), half, 1-c.Label(), half)
		}
		return c.Err()
	})
	assert.EqualError(t, err, "sim: all messages together have more than 9223372036854775807 words")

	_, err = sim.Run(context.Background(), 2, sim.Config{Network: topo.NewHypercube(1 << 30)},
		func(comm.Port[none]) error { return nil })
	assert.EqualError(t, err, "sim: hypercube:1073741824 has 32212254720 links, want at most 2147483647")
}
