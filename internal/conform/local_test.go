package conform

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/local"
)

// Every row, every p, root, length and shift, on the machine whose sends never buffer. A string holds every operand in full, so for
// more nodes the words are intervals, which show order and coverage exactly too and take a tenth of the time.
func TestLocal(t *testing.T) {
	for i, row := range catalog.Rows[string]() {
		for _, p := range sizes() {
			if row.Topology() == "network" && p > 9 {
				continue // one switch, where all nodes do alike; TestNetworks has other networks
			}
			t.Run(fmt.Sprintf("%s/p=%d", row.ID, p), func(t *testing.T) {
				t.Parallel()
				if p <= 9 {
					passes(t, row, Strings(), p)
				} else {
					passes(t, catalog.Rows[uint64]()[i], Numbers(), p)
				}
			})
		}
	}
}

// No node returns from a barrier before all have called it.
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

// passes runs a row through all cases on p nodes, or sees it refuse them.
func passes[T comparable](t *testing.T, row catalog.Row[T], payload Payload[T], p int) {
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

func checkAll[T comparable](row catalog.Row[T], c *comm.Comm[T], exams []Exam[T]) error {
	for _, exam := range exams {
		if err := Check(row, c, exam); err != nil {
			return err
		}
	}
	return nil
}

// The race detector, for which -short is, is ten times slower.
func sizes() []int {
	list := upTo(18)[1:]
	if testing.Short() {
		return list[:8]
	}
	return append(list, 25, 27, 32)
}
