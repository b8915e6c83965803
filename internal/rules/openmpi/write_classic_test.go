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

func TestClassicSaysWhatTheTableSays(t *testing.T) {
	table := of(
		eight(catalog.Bcast, 0, 1023, "native", ""),
		eight(catalog.Bcast, 1024, 4095, "hcube/bcast", "native:chain"),
		eight(catalog.Bcast, 4096, 0, "ring/bcast", ""),
		eight(catalog.Allgather, 0, 99, "native:ring", ""),
		eight(catalog.Allgather, 100, 0, "native:bruck", ""),
		eight(catalog.ReduceScatter, 0, 0, "native:butterfly", ""),
		eight(catalog.Gather, 0, 99, "native:binomial", ""),
		eight(catalog.Gather, 100, 0, "native:linear_sync", ""),
		eight(catalog.Scatter, 0, 99, "native:binomial", ""),
		eight(catalog.Scatter, 100, 0, "hcube/scatter", "native:binomial"),
		eight(catalog.Scan, 0, 0, "native:recursive_doubling", ""),
		eight(catalog.Barrier, 0, 0, "native:tree", ""),
		eight(catalog.Shift, 0, 0, "native", ""),
	)
	file, err := openmpi.WriteClassic(table, open4)
	require.NoError(t, err)
	report := libraries.FormatOf(file).Lint(file, open4)
	assert.Zero(t, report.CountWrong(), report.Text())
	read := openmpi.ReadClassic(file, open4)
	assert.NotContains(t, string(file), "# gather",
		"two algorithms, but a rule must not have a size: nothing is left to say")
	for _, c := range []struct {
		op           string
		ranks        int
		size         uint64
		want, chains int
	}{
		{"bcast", 8, 1023, 0, 0}, {"bcast", 8, 1024, 2, 4}, {"bcast", 8, 4096, 0, 0},
		{"bcast", 7, 1024, 0, 0},
		{"bcast", 9, 1024, 0, 0},
		{"allgather", 8, 799, 4, 0}, {"allgather", 8, 800, 2, 0}, // totals over all 8 ranks
		{"reduce_scatter_block", 8, 1 << 20, 4, 0},
		{"gather", 8, 1 << 20, 0, 0}, // two algorithms, but a rule for gather must not have a size
		{"scatter", 8, 1 << 20, 2, 0},
		{"scan", 8, 64, 2, 0}, {"barrier", 8, 0, 6, 0}, {"reduce", 8, 64, 0, 0},
	} {
		rule, _ := read.Choose(c.op, c.ranks, c.size)
		assert.Equal(t, [2]int{c.want, c.chains}, [2]int{rule.Algorithm, rule.Fan}, "%s %d %d", c.op, c.ranks,
			c.size)
	}
}

// The file lists the sizes at which the library was measured, because a rule applies to all sizes up to the
// next rule.
func TestClassicNamesMeasuredSizes(t *testing.T) {
	table := of(eight(catalog.Bcast, 0, 0, "native:chain", ""),
		eight(catalog.Barrier, 0, 0, "native:tree", ""))
	table.Choices[0].Sizes, table.Choices[1].Sizes = []int{1024}, []int{0}
	file, err := openmpi.WriteClassic(table, open4)
	require.NoError(t, err)
	assert.Contains(t, string(file),
		"\n8 1  # from 8 ranks on; measured: blocks of 1 KiB\n  0 2 4 0  # chain\n")
	assert.Contains(t, string(file), "\n8 1  # from 8 ranks on\n  0 6 0 0  # tree\n")
}

func TestClassicRefuses(t *testing.T) {
	other := eight(catalog.Reduce, 0, 0, "native", "")
	other.Hosts, other.Slots = 8, 1
	for want, c := range map[string]struct {
		table *tuned.Table
		v     rules.Version
	}{
		`Open MPI 4.1.4 has no algorithm "sparbit" for allgather; use one of linear, bruck, ` +
			`recursive_doubling`: {
			of(eight(catalog.Allgather, 0, 0, "native:sparbit", "")), open4},
		"the table has jobs of 8 ranks on 1 and on 8 hosts": {of(eight(catalog.Bcast, 0, 0,
			"native:chain", ""), other), open5},
	} {
		_, err := openmpi.WriteClassic(c.table, c.v)
		assert.ErrorContains(t, err, want)
	}
	_, err := openmpi.WriteClassic(of(eight(catalog.Allgather, 0, 0, "native:sparbit", "")), open5)
	assert.NoError(t, err)
}
