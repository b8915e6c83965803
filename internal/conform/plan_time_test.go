package conform

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/sim"
)

// The simulated time of a plan in program order is that of the procedure, for every row with a formula: as a formula of
// the book requires of a procedure.
func TestPlansTakeTheTimeOfTheProcedure(t *testing.T) {
	for _, row := range catalog.Rows[struct{}]() {
		for _, model := range row.Models() {
			for _, p := range []int{1, 2, 6, 8, 9, 16} {
				for _, m := range []int{0, 1, 7, 48, 1000} {
					if row.Takes(p) {
						takes(t, row, model, p, m)
					}
				}
			}
		}
	}
}

func takes(t *testing.T, row catalog.Row[struct{}], model catalog.Model, p, m int) {
	network, err := model.Home.Network(p, nil)
	assert.NoError(t, err)
	k := Case{P: p, M: m, Root: p / 3, Shift: p / 3, Commuting: true}
	job, err := recorded(row.ID, k)
	assert.NoError(t, err)
	op := comm.Op[struct{}]{Name: "nothing", Commutative: true, Apply: func(_, _, _ []struct{}) {}}
	for _, config := range []sim.Config{
		{Ts: 10, Tw: 0.01, Th: 0.1, Network: network, Routing: sim.CT, Contention: true, Placement: model.Placement(p)},
		{Ts: 3, Tw: 1, Network: network, Ports: sim.HalfDuplex, Contention: true},
		{Ts: 3, Tw: 1, Network: network, Ports: sim.AllPort},
	} {
		run := func(body func(port comm.Port[struct{}], in, out []struct{}) error) sim.Result {
			result, err := sim.Run(context.Background(), p, config, func(port comm.Port[struct{}]) error {
				in, out := row.Op.In(p, m, port.Rank(), k.Root), row.Op.Out(p, m, port.Rank(), k.Root)
				return body(port, make([]struct{}, in), make([]struct{}, out))
			})
			assert.NoError(t, err)
			return *result
		}
		want := run(func(port comm.Port[struct{}], in, out []struct{}) error {
			return row.Run(comm.New(port), catalog.Args[struct{}]{Root: k.Root, Shift: k.Shift, Op: op, In: in, Out: out})
		})
		got := run(func(port comm.Port[struct{}], in, out []struct{}) error {
			return plan.NewRunner[struct{}](&job[port.Rank()]).Run(port, op, in, out)
		})
		assert.Equal(t, want, got, "%s, p=%d, m=%d, %+v", row.ID, p, m, config)
	}
}
