package openmpi_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/rules/openmpi"
	"topocoll/tuned"
)

func TestOpenJSON(t *testing.T) {
	table := of(
		spreadOver(2, eight(catalog.Bcast, 0, 0, "native:pipeline", "")),
		eight(catalog.Bcast, 0, 1023, "native", ""),
		eight(catalog.Bcast, 1024, 0, "hcube/bcast", "native:chain"),
		spreadOver(8, eight(catalog.Bcast, 0, 0, "native:binomial", "")),
		eight(catalog.ReduceScatter, 0, 99, "native:butterfly", ""),
		eight(catalog.ReduceScatter, 100, 0, "native:recursive_halving", ""),
		eight(catalog.Scatter, 0, 99, "native:binomial", ""),
		eight(catalog.Scatter, 100, 0, "native:linear_nb", ""),
		eight(catalog.Allgather, 0, 0, "native:bruck-k-fanout", ""),
		eight(catalog.Reduce, 0, 0, "native:knomial", ""),
	)
	file, err := openmpi.WriteOpenJSON(table, open6)
	require.NoError(t, err)
	report := libraries.FormatOf(file).Lint(file, open6)
	assert.Zero(t, report.CountWrong(), "%s\n%s", report.Text(), file)
	read := openmpi.ReadOpenJSON(file, open6)
	for _, c := range []struct {
		op         string
		hosts      int
		size       uint64
		want, fans int
	}{
		{"bcast", 1, 1023, 0, 0}, {"bcast", 1, 1024, 2, 4}, {"bcast", 8, 8, 6, 0}, {"bcast", 2, 8, 3, 0},
		{"bcast", 4, 8, 3, 0},
		// The sizes are totals over 8 ranks.
		{"reduce_scatter_block", 1, 99*8 + 7, 4, 0}, {"reduce_scatter_block", 1, 800, 3, 0},
		{"scatter", 1, 8, 0, 0}, // two algorithms, but a rule for scatter must not have a size
		// The fan-out is the radix.
		{"allgather", 1, 8, 2, 4}, {"reduce", 1, 8, 8, 4},
		{"scan", 1, 8, 0, 0},
	} {
		rule, _ := read.Choose(c.op, tuned.Job{Ranks: 8, Hosts: c.hosts, Slots: 8 / c.hosts}, c.size)
		assert.Equal(t, [2]int{c.want, c.fans}, [2]int{rule.Algorithm, rule.Fan}, "%+v", c)
	}
	_, found := read.Choose("bcast", tuned.Job{Ranks: 9, Hosts: 1, Slots: 9}, 8)
	assert.False(t, found, "another number of ranks")
}

func TestOpenJSONRefuses(t *testing.T) {
	for want, c := range map[string]struct {
		table *tuned.Table
		v     rules.Version
	}{
		`rules: Open MPI 6.0.0 has no algorithm "bruck" for allgather; use one of linear, bruck-k-fanout`: {
			of(eight(catalog.Allgather, 0, 0, "native:bruck", "")), open6},
		"two jobs of 8 ranks, both on several hosts with several ranks each": {
			of(spreadOver(2, eight(catalog.Bcast, 0, 0, "native", "")),
				spreadOver(4, eight(catalog.Bcast, 0, 0,
					"native:chain", ""))), open6},
	} {
		_, err := openmpi.WriteOpenJSON(c.table, c.v)
		assert.ErrorContains(t, err, want)
	}
}
