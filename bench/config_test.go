package bench

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
)

// After the first launch no operation has the place that it has there, and all are measured.
func TestOrderOfLaunches(t *testing.T) {
	kinds := catalog.Kinds()
	assert.Equal(t, kinds, Config{Kinds: kinds, Seed: 7}.order())
	seen := map[catalog.Kind]bool{}
	for launch := 1; launch < 50; launch++ {
		order := Config{Kinds: kinds, Seed: 7 + uint64(launch), Launch: launch}.order()
		assert.ElementsMatch(t, kinds, order)
		for i, kind := range order {
			assert.NotEqual(t, kinds[i], kind)
		}
		seen[order[0]] = true
	}
	assert.Len(t, seen, len(kinds)-1, "each of the others comes first now and then")
	two := kinds[:2]
	assert.Equal(t, []catalog.Kind{two[1], two[0]}, Config{Kinds: slices.Clone(two), Seed: 8, Launch: 1}.order())
	assert.Equal(t, kinds[:1], Config{Kinds: kinds[:1], Launch: 1}.order())
}
