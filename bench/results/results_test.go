package results_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/bench/results/tables"
)

func TestWordBytes(t *testing.T) {
	for _, word := range results.WordTypes() {
		assert.Equal(t, word.Bytes, results.Subject{Type: word.Name}.WordBytes(), word.Name)
	}
	assert.Equal(t, 8, results.Subject{Type: "unknown"}.WordBytes())
	assert.Equal(t, 4, results.Subject{Type: "float32"}.WordBytes())
}

func TestParseSizes(t *testing.T) {
	for text, want := range map[string][]int{
		"8":         {8},
		"8,1K,64K":  {8, 1024, 65536},
		"8:64":      {8, 16, 32, 64},
		"8:1M:x64":  {8, 512, 32768},
		"0:4":       {0, 1, 2, 4},
		"1m":        {1 << 20},
		"1KiB,1kB":  {1024, 1000},
		"2gb,1 MiB": {2e9, 1 << 20},
		"8B":        {8},
		"4:4,1:2":   {4, 1, 2},
		"3:20:x2,5": {3, 6, 12, 5},

		"4:8:x4611686018427387904": {4}, // the next size must not overflow
	} {
		sizes, err := results.ParseSizes(text)
		assert.NoError(t, err, text)
		assert.Equal(t, want, sizes, text)
	}
	for _, text := range []string{"", "x", "8:4", "8:16:x1", "-8", "8:16:x2:3", "8;9", "1e3",
		"99999999999999G", "1,000", "8,1,000,000", "8,01", "007"} {
		_, err := results.ParseSizes(text)
		assert.Error(t, err, text)
	}
	for text, hint := range map[string]string{"8..1M": "8:1M", "8-64": "8:64", "1_000": "1000"} {
		_, err := results.ParseSizes(text)
		assert.ErrorContains(t, err, "; did you mean "+hint+"?", text)
	}
	_, err := results.ParseSizes("1,000")
	assert.ErrorContains(t, err, "use commas only between the sizes of a list (8,1000), not inside a number")
	assert.Equal(t, "64K 4M 1000 0", strings.Join([]string{results.FormatSize(65536),
		results.FormatSize(4 << 20), results.FormatSize(1000), results.FormatSize(0)}, " "))
}

func TestVerdicts(t *testing.T) {
	base := resultstest.Times(1000, 128)
	cells := []results.Cell{
		resultstest.Measured(results.Native, base, base),
		resultstest.Measured("ring/a", resultstest.Times(800, 128), base),
		resultstest.Measured("ring/b", resultstest.Times(1200, 128), base),
		resultstest.Measured("ring/c", resultstest.Times(1010, 128), base),
		resultstest.Measured("ring/d", resultstest.Times(800, 5), base[:5]),
	}
	results.Judge(cells, false)
	var verdicts []string
	for _, c := range cells {
		verdicts = append(verdicts, c.Verdict)
	}
	assert.Equal(t, []string{results.Same, results.Faster, results.Slower, results.Same,
		results.Inconclusive}, verdicts, "five samples decide nothing")
	assert.InDelta(t, 0.8, cells[1].Ratio, 0.01)

	for i := range cells {
		cells[i].Oversubscribed = true
	}
	results.Judge(cells, false)
	assert.Equal(t, results.Inconclusive, cells[1].Verdict, "more ranks than cores")
	var out bytes.Buffer
	tables.WriteVerdicts(&out, &results.Result{Cells: cells})
	assert.Equal(t,
		"\n# all verdicts are inconclusive: there are more ranks than cores\n"+
			"#   (--allow-oversubscribed gives verdicts)\n", out.String())
	results.Judge(cells, true)
	assert.Equal(t, results.Faster, cells[1].Verdict, "allowed")
}

// The cells of a killed run get their verdicts when they are read.
func TestPartialIsJudged(t *testing.T) {
	dir, base := t.TempDir(), resultstest.Times(1000, 128)
	file, err := results.Create(dir, &results.Result{})
	require.NoError(t, err)
	require.NoError(t, file.Append([]results.Cell{resultstest.Measured(results.Native, base, base),
		resultstest.Measured("ring/a", resultstest.Times(800, 128), base)}))
	r, err := results.Load(filepath.Join(dir, "bench.json"))
	require.NoError(t, err)
	assert.Equal(t, []string{results.Same, results.Faster}, []string{r.Cells[0].Verdict, r.Cells[1].Verdict})
}

// The first columns of the CSV file never change, because parsers rely on them.
func TestCSVColumns(t *testing.T) {
	var out bytes.Buffer
	base := resultstest.Times(2000, 16)
	require.NoError(t,
		results.WriteCSV(&out, []results.Cell{resultstest.Measured("hcube/bcast", base, base)}))
	lines := strings.Split(out.String(), "\n")
	assert.True(t, strings.HasPrefix(lines[0], "operation,algorithm,p,bytes,n,median_us,native_us,ratio,"),
		lines[0])
	assert.True(t, strings.HasPrefix(lines[1], "bcast,hcube/bcast,2,8,16,2.002,2.002,1.0000,"), lines[1])
}

// The merged environment of --np 2,4 is the environment of 4 ranks, in either order, with the start of the
// first run.
func TestMerge(t *testing.T) {
	run := func(p int, start string, oversubscribed bool) *results.Result {
		return &results.Result{Schema: results.Schema, Status: "complete",
			Env: results.Env{Invocation: results.Invocation{P: p, Start: start},
				CoreUse: results.CoreUse{Oversubscribed: oversubscribed}},
			Messages: []results.Message{{P: p}}, Cells: []results.Cell{{Subject: results.Subject{P: p}}}}
	}
	for _, c := range []struct {
		first, second *results.Result
	}{
		{run(2, "a", false), run(4, "b", true)},
		{run(4, "a", true), run(2, "b", false)},
		{run(4, "a", false), run(4, "b", true)},
	} {
		whole := &results.Result{}
		whole.Merge(c.first)
		whole.Merge(c.second)
		assert.Equal(t, results.Env{Invocation: results.Invocation{P: 4, Start: "a"},
			CoreUse: results.CoreUse{Oversubscribed: true}}, whole.Env)
		assert.Len(t, whole.Messages, 2)
		assert.Len(t, whole.Cells, 2)
		assert.Equal(t, "complete", whole.Status)
	}
}

// Cells keep the synchronization method of their run if the merged environment has another method.
func TestMergeKeepsSync(t *testing.T) {
	run := func(p int, sync string) *results.Result {
		return &results.Result{Env: results.Env{Invocation: results.Invocation{P: p},
			CallForm: results.CallForm{Sync: sync}}, Cells: []results.Cell{{Subject: results.Subject{P: p}}}}
	}
	few, many := run(2, "round"), run(4, "dissem")
	for _, order := range [][]*results.Result{{few, many}, {many, few}} {
		whole := &results.Result{}
		for _, r := range order {
			whole.Merge(r)
		}
		assert.Equal(t, "dissem", whole.Env.Sync)
		for _, c := range whole.Cells {
			assert.Equal(t, map[int]string{2: "round", 4: ""}[c.P], c.Sync, "%d ranks", c.P)
		}
	}
	assert.Empty(t, many.Cells[0].Sync, "the merged results do not change")
}

func TestOneCore(t *testing.T) {
	host := results.Host{Name: "vm", Ranks: 2, Cores: 1, CPU: "a cpu", Kernel: "6.1"}
	assert.Equal(t, []string{"vm: 2 ranks on 1 core, a cpu, Linux 6.1"},
		results.Env{Hosts: []results.Host{host}}.HostLines())
	host.Ranks, host.Cores = 1, 2
	assert.Equal(t, []string{"vm: 1 rank on 2 cores, a cpu, Linux 6.1"},
		results.Env{Hosts: []results.Host{host}}.HostLines())
	other := host
	other.Name = "vm2"
	assert.Equal(t, []string{"vm to vm2 (2 hosts): 2 ranks on 2 cores, a cpu, Linux 6.1"},
		results.Env{Hosts: []results.Host{host, other}}.HostLines())
}

func TestSeveralHosts(t *testing.T) {
	assert.False(t, results.SeveralHosts([]string{"a"}))
	assert.False(t, results.SeveralHosts([]string{"a", "a", "a"}))
	assert.True(t, results.SeveralHosts([]string{"a", "a", "b"}))
}

func TestNetworkTitle(t *testing.T) {
	for network, want := range map[string]string{"torus:4x4@200mbit": "torus:4x4@200mbit",
		"links:h0-h1": "links:h0-h1", "links:x": "links:x", "": "",
		"links:h0-s0=1gbit,h1-s0=1gbit,h2-s0=1gbit,h3-s0=1gbit,h4-s0=" +
			"1gbit": "5 hosts, 1 switches, 5 cables"} {
		assert.Equal(t, want, results.NetworkTitle(network))
	}
}
