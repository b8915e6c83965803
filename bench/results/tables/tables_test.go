package tables

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
	"topocoll/bench/results/resultstest"
)

// A table lists the algorithms with the same plans at each size where this list changes.
func TestAlikeInTables(t *testing.T) {
	r := resultstest.Pipelined()
	r.Cells = append(r.Cells, resultstest.Launched(results.Native, 128, 1000),
		resultstest.WithSamePlans(resultstest.Launched("ring/bcast", 128, 1200), "hcube/bcast"))
	var out bytes.Buffer
	WriteTable(&out, r)
	text := out.String()
	assert.Contains(t, text,
		"# on 4 ranks, for 8 bytes and more, algorithms with the same plan are measured\n"+
			"#   once: ring/bcast = ring/bcast-pipelined = hcube/bcast\n     8 native")
	assert.Contains(t, text,
		"# on 4 ranks, for 64 bytes and more, algorithms with the same plan are measured\n"+
			"#   once: ring/bcast = hcube/bcast\n    64 native")
	assert.NotContains(t, text, "for 128 bytes and more")
}

// If there are few forced algorithms, each has a row. If there are many, only the best one has a row.
func TestForcedInTables(t *testing.T) {
	base := []int64{1000, 1000, 1000}
	cells := []results.Cell{resultstest.Measured("native", base, base),
		resultstest.Measured("ring/bcast", base, base)}
	for i, name := range []string{"linear", "chain", "binomial", "pipeline"} {
		times := []int64{900, 900, 900 - int64(i)}
		if i == 1 {
			times = []int64{500, 500, 500}
		}
		cells = append(cells, resultstest.Measured("native:"+name, times, base))
		var out strings.Builder
		WriteCells(&out, nil, cells)
		want := min(i+1, 3)
		if i == 3 {
			want = 1
		}
		assert.Equal(t, want, strings.Count(out.String(), "native:"), out.String())
		assert.Equal(t, i > 0, strings.Contains(out.String(), "native:chain"), out.String())
	}
}

// A table contains the word type at each size where the type differs from the type at the previous size.
func TestTypesInTables(t *testing.T) {
	var out bytes.Buffer
	of := func(bytes int, name string) []results.Cell {
		return []results.Cell{{Subject: results.Subject{Op: "bcast", Algo: results.Native, P: 2, Bytes: bytes,
			Type: name}}}
	}
	writeType(&out, nil, of(8, "float64"))
	writeType(&out, of(8, "float64"), of(12, "uint8"))
	writeType(&out, of(12, "uint8"), of(13, "uint8"))
	writeType(&out, of(13, "uint8"), of(16, "float64"))
	writeType(&out, nil, of(16, "int32"))
	assert.Equal(t,
		"# words of type uint8, because 12 is not a multiple of 8\n# words of type float64\n"+
			"# words of type int32\n",
		out.String())
}

func TestFormats(t *testing.T) {
	base := resultstest.Times(2000, 16)
	r := &results.Result{Env: results.Env{Software: results.Software{MPI: "Open MPI"}},
		Cells: []results.Cell{resultstest.Measured(results.Native, base, base),
			resultstest.Measured("hcube/bcast", base, base)}}
	r.Cells[1].RankMean = []float64{1000, 2500, 4000}
	var osu, gobench, table bytes.Buffer
	WriteOSU(&osu, r)
	const header = "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations\n"
	assert.Contains(t, osu.String(),
		"# native, 2 ranks\n"+header+
			"8                       2.00              2.00              2.00          16\n")
	assert.Contains(t, osu.String(),
		"# hcube/bcast, 2 ranks\n"+header+
			"8                       2.50              1.00              4.00          16\n")
	WriteGoBench(&gobench, r)
	assert.Equal(t, 32, strings.Count(gobench.String(), " ns/op\n"))
	assert.Contains(t, gobench.String(), "BenchmarkBcast/algo=hcube_bcast/p=2/bytes=8 1 2000 ns/op\n")
	WriteHeader(&table, r.Env, "bcast", 2)
	WriteCells(&table, nil, r.Cells)
	for _, line := range strings.Split(table.String(), "\n") {
		assert.LessOrEqual(t, len(line), 80, line)
	}
	_, err := json.Marshal(r)
	assert.NoError(t, err, "infinite intervals are null")
}

// The header, the verdicts and bench.csv show which fraction of the times is explained by waiting for cores.
func TestWriteCores(t *testing.T) {
	written := func(cells ...results.Cell) string {
		var out strings.Builder
		r := &results.Result{Env: results.Env{CoreUse: results.CoreUse{Oversubscribed: true, CoresKnown: true}},
			Cells: cells}
		results.Judge(r.Cells, false)
		WriteEnv(&out, r.Env)
		WriteVerdicts(&out, r)
		assert.NoError(t, results.WriteCSV(&out, r.Cells))
		return strings.ReplaceAll(out.String(), "\n#  ", "")
	}
	text := written(resultstest.OnFewCores(results.Native, 1000, 100, 100), resultstest.OnFewCores("ring/a",
		800, 400, 100))
	assert.Contains(t, text, "every verdict holds with and without these delays")
	assert.Contains(t, text, "waiting for cores accounts for at most 9 to 50 % of the times")
	assert.Contains(t, text, ",0.400,,,\n")
	text = written(resultstest.OnFewCores(results.Native, 1000, 900, 900), resultstest.OnFewCores("ring/a",
		800, 400, 900))
	assert.Contains(t, text,
		"all verdicts are inconclusive: with more ranks than cores, waiting for cores accounts for at most "+
			"50 to 90 % of the times")
	assert.NotContains(t, text, "samples without a change")
	fewCores := resultstest.OnFewCores("ring/a", 500, 20, 20)
	fewCores.Samples = fewCores.Samples[:16]
	fewCores.Summarise(resultstest.Times(1000, 128)[:16])
	text = written(resultstest.OnFewCores(results.Native, 1000, 20, 20), fewCores)
	assert.Contains(t, text,
		"all verdicts are inconclusive: with more ranks than cores, waiting for cores accounts for at most "+
			"1 to 4 % of the times")
	assert.Contains(t, text, "1 of 1 inconclusive verdicts come from too few samples")
}

// WriteVerdicts prints a line of sizes for each operation and number of ranks, and a line for each algorithm.
func TestWriteVerdicts(t *testing.T) {
	var cells []results.Cell
	for _, bytes := range []int{128, 4096} {
		native := resultstest.Launched(results.Native, bytes, 1000, 1010, 990, 1000)
		ring := resultstest.Launched("ring/bcast", bytes, 500, 505, 495, 500)
		native.Summarise(native.Samples)
		ring.Summarise(native.Samples)
		cells = append(cells, native, ring)
	}
	results.Judge(cells, false)
	results.Judge(cells, false)
	var out strings.Builder
	WriteVerdicts(&out, &results.Result{Cells: cells})
	assert.Contains(t, out.String(), "\n# bcast, 4 ranks                 128   4K\n"+
		"  ring/bcast                       +    +\n")
}

// The header contains the memory of a rank and of a machine.
func TestMemoryInHeader(t *testing.T) {
	var out strings.Builder
	use := results.MemoryUse{MemoryRank: 1 << 20, MemoryMachine: 1 << 22}
	WriteEnv(&out, results.Env{MemoryUse: use})
	assert.Contains(t, out.String(), "memory: at most 1 MiB per rank, 4 MiB for all ranks of a machine")
}

// WriteVerdicts counts the cells that are inconclusive because one launch has too few samples.
func TestWriteFewSamples(t *testing.T) {
	base := resultstest.Times(1000, 128)
	cells := []results.Cell{resultstest.Measured(results.Native, base, base), resultstest.Measured("ring/a",
		resultstest.Times(800, 128), base),
		resultstest.Measured("ring/b", resultstest.Times(800, 16), base[:16])}
	results.Judge(cells, false)
	var out strings.Builder
	WriteVerdicts(&out, &results.Result{Cells: cells})
	assert.Contains(t, out.String(), "1 of 1 inconclusive verdicts come from too few samples")
	out.Reset()
	WriteVerdicts(&out, &results.Result{Cells: cells,
		Env: results.Env{Invocation: results.Invocation{Launches: 3}}})
	assert.NotContains(t, out.String(), "too few")
}

// The title of the column names the content of its cells. It is right-aligned, like the cells.
func TestColumnOfTheYardstick(t *testing.T) {
	for _, c := range []struct {
		env  results.Env
		cell results.Cell
		want string
	}{
		{resultstest.OnHosts("ring:2@1gbit", "h0 h1"), results.Cell{LinkUse: results.LinkUse{Bound: 500}},
			"x bound"},
		{resultstest.OnHosts("ring:2@1gbit", "h0 h0"), results.Cell{LinkUse: results.LinkUse{Estimate: 500}},
			"x 1-port"},
		{results.Env{}, results.Cell{LinkUse: results.LinkUse{Estimate: 500}}, "x 1-port"},
	} {
		var out strings.Builder
		c.cell.Algo, c.cell.Median = results.Native, 1000
		WriteHeader(&out, c.env, "bcast", 2)
		WriteCells(&out, nil, []results.Cell{c.cell})
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		header, row := lines[len(lines)-2], lines[len(lines)-1]
		assert.Equal(t, strings.Index(header, c.want)+len(c.want), strings.Index(row, "2.00")+len("2.00"),
			"%s\n%s", header, row)
	}
}

func TestComparisonFitsATerminal(t *testing.T) {
	long := results.Cell{Subject: results.Subject{Op: "reducescatter", Algo: "hcube/allreduce-reduce-bcast",
		P: 128, Bytes: 512 << 10},
		SampleLists: results.SampleLists{Samples: resultstest.Times(123_456_780, 128)}}
	a, b := resultstest.ResultOf(long), resultstest.ResultOf(long)
	var out bytes.Buffer
	WriteComparison(&out, compare.Compare(a, b, false), "a.json", "b.json")
	lines := strings.Split(out.String(), "\n")
	for _, line := range lines {
		assert.LessOrEqual(t, len(line), 80, line)
	}
	assert.Contains(t, lines, "# reducescatter, 128 ranks")
	assert.Contains(t, lines, "  512K hcube/allreduce-reduce-bcast   123457   123457 1.000 0.997..1.003 same")
	assert.Contains(t, out.String(),
		"# Of 1 cell, B is faster than A in 0, slower in 0, the same in 1 and\n#   inconclusive in 0. "+
			"The geometric mean of B/A is 1.000.\n")

	out.Reset()
	WriteComparison(&out, compare.Compare(a, resultstest.ResultOf(), false), "a.json", "b.json")
	assert.Contains(t, out.String(), "cells in one file only: 1 in A, 0 in B\n")
}
