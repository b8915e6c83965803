package conform

import (
	"testing"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/topo"
)

// BenchmarkProcedure measures the time of a procedure without its messages, with one word on a port that does
// nothing.
func BenchmarkProcedure(b *testing.B) {
	const p = 4
	for _, row := range catalog.Rows[uint64]() {
		b.Run(row.ID, func(b *testing.B) {
			c := comm.New[uint64](&silent[uint64]{rank: 1, size: p})
			args := catalog.Args[uint64]{
				Shift: 1, Op: comm.Sum[uint64](), Mesh: topo.NearSquare(p, 2),
				In: make([]uint64, row.Op.In(p, 1, 1, 0)), Out: make([]uint64, row.Op.Out(p, 1, 1, 0)),
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := row.Run(c, args); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
