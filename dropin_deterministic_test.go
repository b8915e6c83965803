package main

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/job/ranks"
	"topocoll/tuned"
)

// With --deterministic, the bits of all sums are the same as with one fixed tree, also if a table selects
// other algorithms.
func testDropInDeterministic(t *testing.T, k dropInKit, _ string) {
	bits, table := k.compile(t, "bits"), &tuned.Table{Schema: tuned.Schema, Choices: []tuned.Choice{}}
	for op, id := range map[catalog.Collective]string{catalog.Allreduce: "ring/allreduce",
		catalog.Reduce: "ring/reduce-gather", catalog.ReduceScatter: "ring/reducescatter"} {
		table.Choices = append(table.Choices, tuned.Choice{Op: op, Job: tuned.Job{Ranks: 3, Hosts: 1, Slots: 3},
			Algo: id, Gain: 1, Low: 1, High: 1, Sizes: []int{8}})
	}
	table.Library = ranks.Library().Version()
	name := filepath.Join(k.dir, "deterministic.json")
	require.NoError(t, results.Save(name, table.Write))
	for _, words := range [][]string{{"--table", name}, {"--force", forced}} {
		out, err := k.run(t, slices.Concat(words, []string{"--", bits})...)
		require.NoError(t, err, out)
		assert.Regexp(t, `(?m)^\d{5} sums, \d{3,} with other bits$`, out,
			"different orders of summation give different bits")
	}
	for _, words := range [][]string{{"--table", name}, {"--check", "1"}, {"--off", "bcast"}} {
		out, err := k.run(t, slices.Concat(words, []string{"--deterministic", "--", bits})...)
		require.NoError(t, err, out)
		assert.Regexp(t, `(?m)^\d{5} sums, 0 with other bits$`, out, words)
	}
}
