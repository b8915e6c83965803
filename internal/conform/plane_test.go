package conform

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/local"
	"topocoll/topo"
)

// The rows that say they take a mesh of three dimensions run on one, and the others refuse it.
func TestRowsOfAPlane(t *testing.T) {
	g := topo.Mesh{2, 2, 2}
	for _, row := range catalog.Rows[string]() {
		exam := Set(row.Op, Strings(), Case{P: 8, M: 8, Shift: 3, Commuting: row.Commutative, Mesh: g})
		err := local.Run(8, func(port comm.AsyncPort[string]) error { return Check(row, comm.New[string](port), exam) })
		if row.TakesMesh(g) {
			assert.NoError(t, err, row.ID)
		} else {
			assert.ErrorContains(t, err, "want two dimensions", row.ID)
		}
		assert.True(t, row.TakesMesh(nil) && row.TakesMesh(topo.Mesh{2, 4}), row.ID)
	}
}
