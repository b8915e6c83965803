package ranking_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
	"topocoll/bench/results/ranking"
	"topocoll/bench/results/resultstest"
)

func TestConclusion(t *testing.T) {
	r := &results.Result{}
	for _, one := range []struct {
		op string
		ns int64
	}{{"bcast", 500}, {"reduce", 900}, {"scan", 1300}, {"gather", 1000}, {"scatter", 1000},
		{"alltoall", 1000}} {
		native := resultstest.Times(1000, 256)
		for _, c := range []results.Cell{resultstest.Measured(results.Native, native, native),
			resultstest.Measured("ring/"+one.op, resultstest.Times(one.ns, 256), native)} {
			c.Op = one.op
			r.Cells = append(r.Cells, c)
		}
	}
	results.Judge(r.Cells, false)
	assert.Equal(t,
		"On 2 ranks, the best of 6 algorithms is faster than MPI's default for 2 of 6 operations, by 10 "+
			"to 50 %. Other results: slower for scan, by 30 %, and about the same for gather, scatter and "+
			"alltoall.",
		ranking.Conclusion(r))

	for i := range r.Cells {
		r.Cells[i].Verdict = results.Inconclusive
	}
	assert.Equal(t, "On 2 ranks, the measurements are inconclusive for 6 operations.", ranking.Conclusion(r))
	assert.Empty(t, ranking.Conclusion(&results.Result{}))
}
