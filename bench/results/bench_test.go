package results

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseSizes(t *testing.T) {
	for text, want := range map[string][]int{
		"8":         {8},
		"8,1K,64K":  {8, 1024, 65536},
		"8:64":      {8, 16, 32, 64},
		"8:1M:x64":  {8, 512, 32768},
		"0:4":       {0, 1, 2, 4},
		"1m":        {1 << 20},
		"4:4,1:2":   {4, 1, 2},
		"3:20:x2,5": {3, 6, 12, 5},

		"4:8:x4611686018427387904": {4}, // the next size must not overflow
	} {
		sizes, err := ParseSizes(text)
		assert.NoError(t, err, text)
		assert.Equal(t, want, sizes, text)
	}
	for _, text := range []string{"", "x", "8:4", "8:16:x1", "-8", "8:16:x2:3", "8;9", "1e3", "99999999999999G", "1,000", "8,1,000,000", "8,01", "007"} {
		_, err := ParseSizes(text)
		assert.Error(t, err, text)
	}
	for text, hint := range map[string]string{"1MiB": "1M", "64 KB": "64K", "2gb": "2G", "8..1M": "8:1M", "8-64": "8:64", "1,000": "1000", "1_000": "1000"} {
		_, err := ParseSizes(text)
		assert.ErrorContains(t, err, "; did you mean "+hint+"?", text)
	}
	assert.Equal(t, "64K 4M 1000 0", strings.Join([]string{FormatSize(65536), FormatSize(4 << 20), FormatSize(1000), FormatSize(0)}, " "))
}

// cell has samples of ns, and its ratio to native's in the same repetitions.
func cell(algo string, mine, theirs []int64) Cell {
	c := Cell{Op: "bcast", Algo: algo, P: 2, Bytes: 8, Type: "float64", Stop: "max", Samples: mine, Global: mine}
	c.Summarise(theirs)
	return c
}

// times are n independent times within a few thousandths of ns, the same in every call.
func times(ns int64, n int) []int64 {
	random := rand.New(rand.NewPCG(1, uint64(ns)))
	list := make([]int64, n)
	for i := range list {
		list[i] = ns + ns*(random.Int64N(11)-5)/1000
	}
	return list
}

func TestVerdicts(t *testing.T) {
	base := times(1000, 128)
	cells := []Cell{
		cell(Native, base, base),
		cell("ring/a", times(800, 128), base),
		cell("ring/b", times(1200, 128), base),
		cell("ring/c", times(1010, 128), base),
		cell("ring/d", times(800, 5), base[:5]),
	}
	Judge(cells, false)
	var verdicts []string
	for _, c := range cells {
		verdicts = append(verdicts, c.Verdict)
	}
	assert.Equal(t, []string{Same, Faster, Slower, Same, Inconclusive}, verdicts, "five samples decide nothing")
	assert.InDelta(t, 0.8, cells[1].Ratio, 0.01)

	for i := range cells {
		cells[i].Oversubscribed = true
	}
	Judge(cells, false)
	assert.Equal(t, Inconclusive, cells[1].Verdict, "more ranks than cores")
	var out bytes.Buffer
	WriteVerdicts(&out, &Result{Cells: cells})
	assert.Equal(t, "\n# verdicts: all open: more ranks than cores (--allow-oversubscribed gives\n#   verdicts)\n", out.String())
	Judge(cells, true)
	assert.Equal(t, Faster, cells[1].Verdict, "allowed")
}

// The cells of a run that was killed get verdicts when they are read.
func TestPartialIsJudged(t *testing.T) {
	dir, base := t.TempDir(), times(1000, 128)
	file, err := Create(dir, &Result{})
	require.NoError(t, err)
	require.NoError(t, file.Append([]Cell{cell(Native, base, base), cell("ring/a", times(800, 128), base)}))
	r, err := Load(filepath.Join(dir, "bench.json"))
	require.NoError(t, err)
	assert.Equal(t, []string{Same, Faster}, []string{r.Cells[0].Verdict, r.Cells[1].Verdict})
}

// The first columns never change, for parsers that rely on them.
func TestCSVColumns(t *testing.T) {
	var out bytes.Buffer
	base := times(2000, 16)
	require.NoError(t, WriteCSV(&out, []Cell{cell("hcube/bcast", base, base)}))
	lines := strings.Split(out.String(), "\n")
	assert.True(t, strings.HasPrefix(lines[0], "op,algo,p,bytes,n,median_us,native_us,ratio,"), lines[0])
	assert.True(t, strings.HasPrefix(lines[1], "bcast,hcube/bcast,2,8,16,2.002,2.002,1.0000,"), lines[1])
}

func TestFormats(t *testing.T) {
	base := times(2000, 16)
	r := &Result{Env: Env{MPI: "Open MPI"}, Cells: []Cell{cell(Native, base, base), cell("hcube/bcast", base, base)}}
	r.Cells[1].RankMean = []float64{1000, 2500, 4000}
	var osu, gobench, table bytes.Buffer
	WriteOSU(&osu, r)
	const header = "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations\n"
	assert.Contains(t, osu.String(), "# native, 2 ranks\n"+header+"8                       2.00              2.00              2.00          16\n")
	assert.Contains(t, osu.String(), "# hcube/bcast, 2 ranks\n"+header+"8                       2.50              1.00              4.00          16\n")
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

// The environment of --np 2,4 is that of 4 ranks, in either order.
func TestMerge(t *testing.T) {
	run := func(p int, start string, oversubscribed bool) *Result {
		return &Result{Schema: Schema, Status: "complete", Env: Env{P: p, Start: start, Oversubscribed: oversubscribed},
			Messages: []Message{{P: p}}, Cells: []Cell{{P: p}}}
	}
	for _, c := range []struct {
		first, second *Result
		start         string
	}{
		{run(2, "a", false), run(4, "b", true), "b"},
		{run(4, "a", true), run(2, "b", false), "a"},
		{run(4, "a", false), run(4, "b", true), "b"},
	} {
		whole := &Result{}
		whole.Merge(c.first)
		whole.Merge(c.second)
		assert.Equal(t, Env{P: 4, Start: c.start, Oversubscribed: true}, whole.Env)
		assert.Len(t, whole.Messages, 2)
		assert.Len(t, whole.Cells, 2)
		assert.Equal(t, "complete", whole.Status)
	}
}

func TestOneCore(t *testing.T) {
	host := Host{Name: "vm", Ranks: 2, Cores: 1, CPU: "a cpu", Kernel: "6.1"}
	assert.Equal(t, []string{"vm: 2 ranks on 1 core, a cpu, Linux 6.1"}, Env{Hosts: []Host{host}}.HostLines())
	host.Ranks, host.Cores = 1, 2
	assert.Equal(t, []string{"vm: 1 rank on 2 cores, a cpu, Linux 6.1"}, Env{Hosts: []Host{host}}.HostLines())
	other := host
	other.Name = "vm2"
	assert.Equal(t, []string{"vm to vm2 (2 hosts): 2 ranks on 2 cores, a cpu, Linux 6.1"}, Env{Hosts: []Host{host, other}}.HostLines())
}
