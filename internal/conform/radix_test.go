package conform

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/local"
	"topocoll/topo"
)

// Algorithms with a radix give the right result, as procedures and as plans, for every radix up to p+1 and
// for one far above p. The last round is complete, partial or the only one. The test uses another root for
// each radix.
func TestEveryRadix(t *testing.T) {
	for _, row := range catalog.Rows[string]() {
		if row.Radix == 0 {
			continue
		}
		checkSizes(t, row.ID, topo.Integers(11)[1:], func(t *testing.T, p int) {
			for _, radix := range append(topo.Integers(p + 2)[2:], 1<<40, math.MaxInt) {
				k := Case{P: p, M: radix % 4, Radix: radix, Commuting: row.Commutative}
				if row.Op.Rooted() {
					k.Root = radix * 3 % p
				}
				exam := Set(row.Op, Strings(), k)
				assert.NoError(t, local.Run(p, func(port comm.AsyncPort[string]) error {
					return Check(row, comm.New(port), exam)
				}), "%+v", k)
				checkPlans(t, row.Info, []Case{k})
			}
		})
	}
}
