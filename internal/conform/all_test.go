package conform

import (
	"cmp"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/local"
	"topocoll/topo"
)

// Every algorithm gives the right result for every p, root, length and shift on package local, whose sends
// never buffer. This test is in the first file, because it reports the simplest failures of a wrong
// algorithm. On few nodes, the words are strings, which show every operand in full. On more nodes, the words
// are intervals, which show order and coverage just as exactly in a tenth of the time.
func TestLocal(t *testing.T) {
	for i, row := range catalog.Rows[string]() {
		checkSizes(t, row.ID, sizes(), func(t *testing.T, p int) {
			switch {
			case p <= 9:
				checkCases(t, row, Strings(), p)
			case row.Topology() != "network": // on one switch all nodes are equivalent; see TestNetworks
				checkCases(t, catalog.Rows[uint64]()[i], Numbers(), p)
			}
		})
	}
}

// No node returns from a barrier before all nodes have called it.
func TestBarriers(t *testing.T) {
	for _, row := range catalog.Rows[string]() {
		for p := 1; p <= 17 && row.Op == catalog.Barrier; p++ {
			var called atomic.Int32
			assert.NoError(t, local.Run(p, func(port comm.AsyncPort[string]) error {
				called.Add(1)
				err := row.Run(comm.New(port), catalog.Args[string]{})
				assert.EqualValues(t, p, called.Load(), "%s, node %d", row.ID, port.Rank())
				return err
			}))
		}
	}
}

// checkCases runs all cases of an algorithm on p nodes, or checks that the algorithm refuses them.
func checkCases[T comparable](t *testing.T, row catalog.Row[T], payload Payload[T], p int) {
	all := exams(row.Info, payload, Cases(row.Info, p))
	err := local.Run(p, func(port comm.AsyncPort[T]) error { return checkAll(row, comm.New(port), all) })
	if row.Takes(p) {
		assert.NoError(t, err)
	} else {
		assert.ErrorContains(t, err, wrongP(row.Info, p))
	}
}

func exams[T comparable](info catalog.Info, payload Payload[T], cases []Case) (list []Exam[T]) {
	for _, k := range cases {
		list = append(list, Set(info.Op, payload, k))
	}
	return list
}

// checkAll returns the error of the first exam that fails. It continues after a failure. Otherwise the other
// nodes would wait for this one, and their deadlock would be reported as well.
func checkAll[T comparable](row catalog.Row[T], c *comm.Comm[T], exams []Exam[T]) (first error) {
	for _, exam := range exams {
		first = cmp.Or(first, Check(row, c, exam))
	}
	return first
}

// sizes returns the numbers of nodes. With -short it returns fewer of them, because the race detector is ten
// times slower.
func sizes() []int {
	list := topo.Integers(18)[1:]
	if testing.Short() {
		return list[:8]
	}
	return append(list, 25, 27, 32)
}
