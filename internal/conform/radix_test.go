package conform

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/local"
)

// Every radix up to one beyond p, where the last round is whole, partial or the only one, and one far beyond; as procedures and as
// plans. The roots take turns.
func TestEveryRadix(t *testing.T) {
	for _, row := range catalog.Rows[string]() {
		for p := 1; p <= 10 && row.Radix > 0; p++ {
			t.Run(fmt.Sprintf("%s/p=%d", row.ID, p), func(t *testing.T) {
				t.Parallel()
				for _, radix := range append(upTo(p + 2)[2:], 1<<40, math.MaxInt) {
					k := Case{P: p, M: radix % 4, Radix: radix, Commuting: row.Commutative}
					if row.Op.Rooted() {
						k.Root = radix * 3 % p
					}
					exam := Set(row.Op, Strings(), k)
					assert.NoError(t, local.Run(p, func(port comm.AsyncPort[string]) error { return Check(row, comm.New(port), exam) }), "%+v", k)
					replays(t, row.Info, k)
				}
			})
		}
	}
}
