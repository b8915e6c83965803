package conform

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/local"
	"topocoll/topo"
)

// Every algorithm agrees with the oracle for any arguments. The seed selects the mesh, the operator and
// whether the call is in place. Failing inputs stay in testdata/fuzz.
func FuzzRows(f *testing.F) {
	rows := catalog.Rows[string]()
	for i := range rows {
		f.Add(uint(i), uint8(i), uint8(3*i), uint8(5*i), int16(7-i), uint8(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, index uint, p, root, m uint8, shift int16, segment uint8, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 0))
		row := rows[index%uint(len(rows))]
		k := Case{P: 1 + int(p)%20, M: int(m), Shift: int(shift), Segment: int(segment)}
		extents := 1 + random.IntN(3)
		if row.Plane {
			extents = 2
		}
		k.Mesh = anyMesh(random, extents, k.P)
		k.Commuting = row.Commutative || row.Op.Reduces() && random.IntN(2) == 0
		k.InPlace = row.Op.Reduces() && row.Op != catalog.ReduceScatter && random.IntN(2) == 0
		if row.Op.Rooted() {
			k.Root = int(root) % k.P
		}
		exam := Set(row.Op, Strings(), k)
		err := local.Run(k.P, func(port comm.AsyncPort[string]) error {
			return Check(row, comm.New[string](port), exam)
		})
		if row.Takes(k.P) {
			assert.NoError(t, err, "%s, %+v", row.ID, k)
		} else {
			assert.Error(t, err, "%s, %+v", row.ID, k)
		}
	})
}

// anyMesh divides p into extents.
func anyMesh(random *rand.Rand, extents, p int) topo.Mesh {
	var g topo.Mesh
	for range extents - 1 {
		extent := 1 + random.IntN(p)
		for p%extent != 0 {
			extent--
		}
		g = append(g, extent)
		p /= extent
	}
	return append(g, p)
}
