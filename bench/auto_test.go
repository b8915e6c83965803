//go:build cgo

package bench

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/calibration"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/bench/results/ranking"
	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/mpi"
	"topocoll/mpi/mpitest"
	"topocoll/topo"
)

// The contender auto is measured in addition to the algorithm that it selects. It has the same counters and
// is checked like any contender.
func TestAuto(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		rows := append(allOf(catalog.Allreduce), rowsNamed("hcube/barrier", "ring/shift")...)
		r, _ := runBench(t, w, Config{Options: contender.Options{Auto: true},
			Contenders:    Contenders{Rows: rows},
			MeasuredCases: MeasuredCases{Sizes: []int{3, 64}},
			Effort:        Effort{Exact: 3}})
		cells, ofRows := map[string]results.Cell{}, []results.Counters{}
		for _, c := range r.Cells {
			assert.NotContains(t, c.Alike, results.Auto)
			if c.Bytes != 3 {
				cells[c.Op+" "+c.Algo] = c
			}
			if c.Op == "allreduce" && c.Bytes == 64 && c.Algo != results.Auto && c.Counters.Messages > 0 {
				ofRows = append(ofRows, c.Counters)
			}
		}
		for _, op := range []string{"allreduce", "barrier", "shift"} {
			assert.Contains(t, cells, op+" auto")
		}
		if w.Size > 1 {
			assert.Contains(t, ofRows, cells["allreduce auto"].Counters,
				"the counters of one of our algorithms")
		}
		assert.Len(t, ranking.Regrets(r), 3)
	})
}

// The contender auto takes the link rate into account. A broadcast takes at least the transfer time of its
// bytes. The fastest algorithm at 100 kbit/s differs from the fastest at 100 Gbit/s.
func TestAutoKnowsTheRate(t *testing.T) {
	mpitest.On(t, func(t require.TestingT, w *mpi.World) {
		if w.Size < 3 {
			return
		}
		time, first := map[string]float64{}, map[string]string{}
		for _, rate := range []string{"100kbit", "100gbit"} {
			network := calibration.Network("star:"+strconv.Itoa(w.Size)+"@"+rate, hostsOf(w.Size), nil)
			list, err := coll.Rank(coll.Call{Op: catalog.Bcast, P: w.Size, Bytes: 1 << 14}, network)
			require.NoError(t, err)
			time[rate], first[rate] = list[0].Time, list[0].ID
		}
		assert.Greater(t, time["100kbit"], 100*time["100gbit"])
		assert.GreaterOrEqual(t, time["100kbit"], 80.0*(1<<14), "80 us a byte")
		assert.NotEqual(t, first["100gbit"], first["100kbit"])
	})
}

func hostsOf(p int) (hosts []string) {
	for host := range p {
		hosts = append(hosts, topo.HostName(host))
	}
	return hosts
}
