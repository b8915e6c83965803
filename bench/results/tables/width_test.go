package tables

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/catalog"
)

// Every line fits in 80 columns, even with the longest names and numbers.
func TestTablesFit80Columns(t *testing.T) {
	base := resultstest.Times(123_456_789_000, 64)
	r := &results.Result{Env: results.Env{
		Software: results.Software{
			Tool: "topocoll v0.0.0-20261121071514-c4a96d1d7d4f+dirty 0123456789012345678901234567890123456789",
			Go:   "go1.26.8", MPI: "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4"},
		CallForm: results.CallForm{Sync: "dissem",
			Clock: "offset", Cache: results.Cold},
		CoreUse: results.CoreUse{Oversubscribed: true},
		Hosts: []results.Host{{Name: "a-host-with-a-long-name", Ranks: 128, Cores: 128,
			CPU: "Intel(R) Xeon(R) Platinum 8488C CPU", Kernel: "6.1.0"}},
	}}
	for _, row := range catalog.ByteRows() {
		for _, size := range []int{8, 1000, 1 << 20, 4 << 20} {
			// The algorithms with the longest names are the fastest.
			list := []results.Cell{resultstest.Measured(results.Native, base, base),
				resultstest.Measured("native:scatter_recursive_doubling_allgather", base, base),
				resultstest.Measured(row.ID, resultstest.Times(143_456_789_000-int64(len(row.ID))*1e9, 64),
					base)}
			for i := range list {
				list[i].Op, list[i].Bytes, list[i].P, list[i].Estimate, list[i].SkewP95 = string(row.Op),
					size, 128,
					1e9, 1e12
			}
			r.Cells = append(r.Cells, list...)
		}
	}
	results.Judge(r.Cells, false)
	var out bytes.Buffer
	WriteEnv(&out, r.Env)
	WriteHeader(&out, r.Env, "reducescatter", 128)
	for at := 0; at < len(r.Cells); at += 3 {
		WriteCells(&out, nil, r.Cells[at:at+3])
	}
	WriteVerdicts(&out, r)
	WriteSummary(&out, r)
	cells := out.String()
	for _, line := range strings.Split(cells, "\n") {
		assert.LessOrEqual(t, utf8.RuneCountInString(line), 80, "%s", line)
	}
	var summary bytes.Buffer
	WriteSummary(&summary, r)
	leader := regexp.MustCompile(`(ring|mesh|hcube|circulant|tree|butterfly|network)/`)
	var columns, counts []int
	contests, _, _ := strings.Cut(summary.String(), "# the same algorithm")
	for _, line := range strings.Split(contests, "\n") {
		if at := leader.FindStringIndex(line); at != nil {
			columns, counts = append(columns, at[0]), append(counts, strings.LastIndex(line, " "))
		}
	}
	assert.Len(t, columns, 12)
	assert.Len(t, slices.Compact(columns), 1, "the names of the best are aligned\n%s", summary.String())
	assert.Len(t, slices.Compact(counts), 1, "the verdicts are aligned\n%s", summary.String())
	out.Reset()
	WriteEnv(&out, results.Env{Labelling: results.Labelling{Map: "random:1", Labels: []int{1, 0}}})
	assert.Contains(t, out.String(), "# labels mapped by --map random:1\n", "the mapping is shown")
	out.Reset()
	WriteEnv(&out, results.Env{Labelling: results.Labelling{Map: "identity"},
		CallForm:        results.CallForm{Sync: "round", Clock: "offset"},
		MeasurementCost: results.MeasurementCost{ClockError: 1234}})
	assert.Contains(t, out.String(), "# sync=round clock=offset (error at most 1.23 us), start skew")
	out.Reset()
	WriteEnv(&out, results.Env{Labelling: results.Labelling{Map: "identity"},
		CallForm: results.CallForm{Sync: "round", Clock: "node"}})
	assert.Contains(t, out.String(), "# sync=round clock=node, start skew")
	assert.NotContains(t, out.String(), "labels")
	out.Reset()
	WriteEnv(&out, results.Env{Labelling: results.Labelling{Network: "ring:8@1gbit", Mesh: "1x8",
		MeshFrom: results.MeshFromNetwork}})
	assert.Contains(t, out.String(), "# network ring:8@1gbit\n# mesh 1x8, the extents of the network\n")
	assert.Equal(t, "2x4, as square as possible", results.Env{Labelling: results.Labelling{Mesh: "2x4",
		MeshFrom: results.MeshFromSquare}}.MeshText())
	assert.Equal(t, "2x4, set by --dims", results.Env{Labelling: results.Labelling{Mesh: "2x4",
		MeshFrom: results.MeshFromDims}}.MeshText())
	assert.Equal(t, "2x4, set by --dims", results.Env{Labelling: results.Labelling{Mesh: "2x4"}}.MeshText(),
		"an older file: --dims was the only way to choose them")
	assert.Contains(t, cells, "# sync=dissem clock=offset cache=cold, start skew")
	out.Reset()
	WriteEnv(&out, results.Env{CallForm: results.CallForm{Sync: "dissem", Clock: "node"}})
	assert.Contains(t, out.String(), "# sync=dissem clock=node, start skew", "an older file")
	assert.Contains(t, cells, "native:scatter_re.._allgather",
		"the best forced native is in the table by name")
}
