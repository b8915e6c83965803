package bench

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
)

// After the first launch, no operation has the position that it had in the first launch. Every launch
// measures all operations.
func TestOrderOfLaunches(t *testing.T) {
	colls := catalog.Collectives()
	assert.Equal(t, colls, Config{MeasuredCases: MeasuredCases{Collectives: colls}, Seed: 7}.order())
	seen := map[catalog.Collective]bool{}
	for launch := 1; launch < 50; launch++ {
		order := Config{MeasuredCases: MeasuredCases{Collectives: colls}, Seed: 7 + uint64(launch),
			Launch: launch}.order()
		assert.ElementsMatch(t, colls, order)
		for i, coll := range order {
			assert.NotEqual(t, colls[i], coll)
		}
		seen[order[0]] = true
	}
	assert.Len(t, seen, len(colls)-1, "each of the others comes first in some launch")
	two := colls[:2]
	assert.Equal(t, []catalog.Collective{two[1], two[0]},
		Config{MeasuredCases: MeasuredCases{Collectives: slices.Clone(two)}, Seed: 8, Launch: 1}.order())
	assert.Equal(t, colls[:1], Config{MeasuredCases: MeasuredCases{Collectives: colls[:1]}, Launch: 1}.order())
}
