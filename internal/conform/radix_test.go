package conform

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/local"
)

// Every radix up to p+1 is tested, with a last round that is complete, partial or the only one, and one radix
// far above p. The rows run as procedures and as plans. Each radix has another root.
func TestEveryRadix(t *testing.T) {
	for _, row := range catalog.Rows[string]() {
		if row.Radix == 0 {
			continue
		}
		checkSizes(t, row.ID, firstIntegers(11)[1:], func(t *testing.T, p int) {
			for _, radix := range append(firstIntegers(p + 2)[2:], 1<<40, math.MaxInt) {
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
