package hcube

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/internal/record"
	"topocoll/local"
)

// The parts arrive, over paths of l and l+2 links, and no node between two ends is on two paths.
func TestSendParts(t *testing.T) {
	for d := 1; d <= 4; d++ {
		for from := range 1 << d {
			for to := range 1 << d {
				trace := record.New(1 << d)
				assert.NoError(t, local.Run(1<<d, func(port comm.AsyncPort[string]) error {
					c := comm.New(record.Port(trace, port))
					x, want := make([]string, 7), make([]string, 7)
					for j := range x {
						want[j] = fmt.Sprint(j)
					}
					if c.Rank() == from {
						copy(x, want)
					}
					if err := SendParts(c, from, to, x); err != nil {
						return err
					}
					if c.Rank() == to {
						assert.Equal(t, want, x, "%d -> %d", from, to)
					}
					return nil
				}))
				near := bits.OnesCount(uint(from ^ to)) // paths of so many links, the others two longer
				links, parts := near*near+(d-near)*(near+2), d
				if from == to {
					links, parts = 0, 0
				}
				assert.Len(t, trace.Messages(), links)
				for v := range 1 << d {
					if v != from && v != to {
						assert.LessOrEqual(t, trace.Counts(v).Recv, 1, "node %d of %d -> %d", v, from, to)
					}
				}
				assert.Equal(t, parts, trace.Counts(to).Recv)
				assert.LessOrEqual(t, trace.Steps(), 2*d, "%d -> %d", from, to)
			}
		}
	}
}
