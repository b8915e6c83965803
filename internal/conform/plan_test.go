package conform

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/local"
	"topocoll/plan"
)

// recorded returns the job of a case of the algorithm with the given id.
func recorded(id string, k Case) (plan.Job, error) {
	row, _ := catalog.FindByteRow(id)
	counts := k.Distribution.Counts(row.Op, k.P, k.M)
	return plan.RecordJob(k.P, func(rank int) plan.Call {
		in, out := counts.In(row.Op, k.P, k.M, rank, k.Root), counts.Out(row.Op, k.P, k.M, rank, k.Root)
		return plan.Call{Rank: rank, P: k.P, In: in, Out: out, InPlace: k.InPlace && in == out,
			Commutative: k.Commuting}
	}, func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		return row.Run(c,
			catalog.Args[byte]{Root: k.Root, Shift: k.Shift, Op: op, In: in, Out: out, Mesh: k.Mesh,
				Network: k.Network, Segment: k.Segment,
				Radix: k.Radix, Counts: counts})
	})
}

// Every algorithm gives the right result in every case on a machine that executes plans, in program order and
// in dependency order.
func TestPlans(t *testing.T) {
	sizes := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	if testing.Short() {
		sizes = sizes[:6]
	}
	for _, row := range catalog.Rows[string]() {
		checkSizes(t, row.ID, takenSizes(row.Info, sizes),
			func(t *testing.T, p int) { checkPlans(t, row.Info, Cases(row.Info, p)) })
	}
}

// checkPlans checks the plans of cases until one case fails.
func checkPlans(t *testing.T, info catalog.Info, cases []Case) {
	for _, k := range cases {
		if t.Failed() {
			return
		}
		job, err := recorded(info.ID, k)
		assert.NoError(t, err)
		checkJob(t, info, k, job)
	}
}

// checkJob compares the result of a job with the oracle, in program order and in dependency order.
func checkJob(t *testing.T, info catalog.Info, k Case, job plan.Job) {
	if !assert.NoError(t, job.Check(), "%s, %+v", info.ID, k) {
		return
	}
	exam := Set(info.Op, Strings(), k)
	assert.NoError(t, local.Run(k.P, func(port comm.AsyncPort[string]) error {
		runner := plan.NewRunner[string](&job[port.Rank()])
		inOrder := func(_ *comm.Comm[string],
			a catalog.Args[string]) error {
			return runner.Run(port, a.Op, a.In, a.Out)
		}
		return Check(catalog.Row[string]{Info: info, Run: inOrder}, comm.New(port), exam)
	}), "in program order")
	assert.NoError(t, local.Run(k.P, func(port comm.AsyncPort[string]) error {
		asReady := func(_ *comm.Comm[string], a catalog.Args[string]) error {
			request, err := plan.Init(port.(plan.Async[string]), &job[port.Rank()], a.Op, a.In, a.Out)
			if err != nil {
				return err
			}
			return errors.Join(request.Start(), request.Wait())
		}
		return Check(catalog.Row[string]{Info: info, Run: asReady}, comm.New(port), exam)
	}), "by dependencies")
}
