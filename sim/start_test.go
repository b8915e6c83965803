package sim_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/sim"
	"topocoll/topo"
)

// No message starts before both of its nodes have begun, and a node without messages ends when it begins.
// Nodes 0 to 3 pass a message on.
func TestStart(t *testing.T) {
	const m = 8
	const one, late = ts + m*tw, 8 * ts // one: time of a message over one link
	relay := eachNodeDoes(send(1, m), passOn(0, 2, m), passOn(1, 3, m), recv(2, m))
	for _, c := range []struct {
		start []float64
		want  float64
	}{
		{nil, 3 * one},
		{[]float64{0, late, 0, 0, 0}, late + 3*one},
		{[]float64{0, 0, late, 0, 0}, late + 2*one},
		{[]float64{0, 0, 0, late, 0}, late + one},
		{[]float64{0, 0, 0, 0, late}, late},
	} {
		for _, config := range []sim.Config{{}, {Contention: true}, {Contention: true, Repeatable: true},
			{Contention: true, Oblivious: true, Repeatable: true}} {
			config.Network, config.Start = topo.NewRing(5), c.start
			assert.Equal(t, c.want, run(t, 5, config, relay).Time, "%+v", config)
		}
	}
	for want, start := range map[string][]float64{"start times for 2 processes, want 3": {0, 0},
		"want finite numbers of at least 0":             {0, -1, 0},
		"[NaN 0 0], want finite numbers of at least 0":  {math.NaN(), 0, 0},
		"[+Inf 0 0], want finite numbers of at least 0": {math.Inf(1), 0, 0}} {
		_, err := sim.Run(context.Background(), 3, sim.Config{Start: start},
			func(comm.Port[none]) error { return nil })
		assert.ErrorContains(t, err, want)
	}
}

func passOn(from, to, m int) func(c *comm.Comm[none]) {
	return func(c *comm.Comm[none]) { recv(from, m)(c); send(to, m)(c) }
}
