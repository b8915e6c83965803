package conform

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/sim"
	"topocoll/topo"
)

// A simulated run of a plan in program order equals the run of its procedure. The same holds for an oblivious
// run, in which the machine processes lists of calls. The test compares times, rounds, messages, links and
// traces for every algorithm on every kind of machine. Package catalog tests that the times equal the
// formulas of the textbook.
func TestPlansTakeTheTimeOfTheProcedure(t *testing.T) {
	for _, row := range catalog.Rows[struct{}]() {
		// With 36 nodes there are more steps than a list holds at once.
		for _, of := range [][2]int{{1, 7}, {2, 7}, {6, 0}, {6, 7}, {8, 0}, {8, 7}, {8, 1000}, {9, 1000},
			{36, 7}} {
			if p, m := of[0], of[1]; row.Takes(p) {
				takes(t, row, p, m)
			}
		}
	}
}

func takes(t *testing.T, row catalog.Row[struct{}], p, m int) {
	network, err := row.Model().Home.Network(p, nil)
	assert.NoError(t, err)
	k := Case{P: p, M: m, Root: p / 3, Shift: p / 3, Commuting: true}
	job, err := recorded(row.ID, k)
	assert.NoError(t, err)
	nothing := comm.Op[struct{}]{Name: "nothing", Commutative: true, Apply: func(_, _, _ []struct{}) {}}
	type body func(port comm.Port[struct{}], op comm.Op[struct{}], in, out []struct{}) error
	procedure := func(port comm.Port[struct{}], op comm.Op[struct{}], in, out []struct{}) error {
		return row.Run(comm.New(port),
			catalog.Args[struct{}]{Root: k.Root, Shift: k.Shift, Op: op, In: in, Out: out})
	}
	planned := func(port comm.Port[struct{}], op comm.Op[struct{}], in, out []struct{}) error {
		return plan.NewRunner[struct{}](&job[port.Rank()]).Run(port, op, in, out)
	}
	for _, config := range []sim.Config{
		{Ts: 10, Tw: 0.01, Th: 0.1, Network: network, Routing: sim.CT, Contention: true,
			Placement: row.Model().Placement(p)},
		{Ts: 10, Tw: 0.01, Tr: 0.003, Network: network, Contention: true, Repeatable: true},
		{Ts: 3, Tw: 1, Network: network, Ports: sim.HalfDuplex, Contention: true},
		{Ts: 3, Tw: 1, Tr: 2, Network: network, Ports: sim.AllPort},
		{Ts: 1, Tw: 3, Network: topo.NewRing(p), Contention: true},
		{Ts: 10, Tw: 1, Th: 5, Network: topo.NewTree(p), Routing: sim.CT, Ports: sim.AllPort,
			Contention: true},
		{},
	} {
		run := func(oblivious bool, does body) *sim.Result {
			config := config
			config.Oblivious = oblivious
			result, err :=
				sim.Record(context.Background(), p, config, nil, func(port comm.Port[struct{}]) error {
					in, out := row.Op.In(p, m, port.Rank(), k.Root), row.Op.Out(p, m, port.Rank(), k.Root)
					return does(port, sim.Timed(port, nothing), make([]struct{}, in), make([]struct{}, out))
				})
			assert.NoError(t, err)
			result.Trace.Config = sim.Config{}
			return result
		}
		want := run(false, procedure)
		for rank, node := range want.Nodes {
			n := job[rank].Counts()
			assert.Equal(t, [4]int{node.Sends, node.SentWords, node.Recvs, node.ReceivedWords},
				[4]int{n.Sent, n.Out, n.Recv, n.In}, "%s, p=%d, node %d", row.ID, p, rank)
		}
		assert.Equal(t, want, run(false, planned), "plan of %s, p=%d, m=%d, %+v", row.ID, p, m, config)
		assert.Equal(t, want, run(true, procedure), "oblivious %s, p=%d, m=%d, %+v", row.ID, p, m, config)
		assert.Equal(t, want, run(true, planned), "oblivious plan of %s, p=%d, m=%d, %+v", row.ID, p, m,
			config)
	}
}
