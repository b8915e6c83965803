package results

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Of thirty contenders that are as fast as native, one appears faster by chance, but not in the other half of the blocks.
func TestBestIsNotJudgedByTheSamplesItWasPickedBy(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noisy := func() []int64 {
		list := make([]int64, 64)
		for i := range list {
			list[i] = 1000 + random.Int64N(600)
		}
		return list
	}
	naive, honest := 0.0, 0.0
	const tables = 40
	for range tables {
		native := noisy()
		cells, least := []Cell{cell(Native, native, native)}, 2.0
		for i := range 30 {
			c := cell(fmt.Sprint("ring/", i), noisy(), native)
			cells, least = append(cells, c), min(least, c.Ratio)
		}
		naive += least / tables
		honest += Contests(&Result{Cells: cells})[0].Best / tables
	}
	assert.Less(t, naive, 0.96)
	assert.InDelta(t, 1, honest, 0.02)
}

func TestBestOfLaunches(t *testing.T) {
	// ring/a is the fastest in launches 1 and 3, which select it, but not in launch 2, from which its ratio is taken.
	cells := []Cell{inLaunches(Native, 1000, 1000, 1000), inLaunches("ring/a", 800, 1200, 800), inLaunches("ring/b", 900, 900, 900)}
	for i := range cells[0].Samples {
		cells[0].Samples[i] = 1000
	}
	c := Contests(&Result{Cells: cells})[0]
	assert.InDelta(t, 1.039, c.Best, 0.01, "sqrt(1.2 x 0.9)")
	assert.Equal(t, "ring/a", c.Leader)
	assert.InDelta(t, 1.2, c.LeadMean, 0.01)
}
