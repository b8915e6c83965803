package results

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sampled returns a cell of size i with three samples.
func sampled(i int64) Cell {
	return Cell{Subject: Subject{Op: "bcast", Algo: Native, P: 2, Bytes: int(i)},
		Sampling: Sampling{N: 3, LaunchN: []int{1, 2}}, RankTimes: RankTimes{RankMean: []float64{7, 8}},
		SampleLists: SampleLists{Samples: []int64{i + 5, 6, 7}, Global: []int64{i + 6, 7, 8},
			Roots: []int64{1, 2, 3}, Position: []int{0, 1, 0}}}
}

// The samples of a growing result and of a complete result are in their own file, and Load reads them.
func TestSamplesHaveTheirOwnFile(t *testing.T) {
	dir := t.TempDir()
	r := &Result{Schema: Schema, Env: Env{Invocation: Invocation{P: 2, Start: "2026-11-28T12:00:00Z"}}}
	file, err := Create(dir, r)
	require.NoError(t, err)
	for i := range int64(3) {
		r.Cells = append(r.Cells, sampled(2*i), sampled(2*i+1))
		require.NoError(t, file.Append(r.Cells[2*i:]))
		got, err := Load(filepath.Join(dir, JSONName))
		require.NoError(t, err)
		require.Len(t, got.Cells, len(r.Cells))
		for k := range r.Cells {
			assert.Equal(t, r.Cells[k].SampleLists, got.Cells[k].SampleLists)
			assert.Equal(t, r.Cells[k].RankTimes, got.Cells[k].RankTimes)
		}
	}
	require.NoError(t, file.Close(r))
	got, err := Load(filepath.Join(dir, JSONName))
	require.NoError(t, err)
	for k := range r.Cells {
		assert.Equal(t, r.Cells[k].SampleLists, got.Cells[k].SampleLists)
	}
	text, err := os.ReadFile(filepath.Join(dir, JSONName))
	require.NoError(t, err)
	assert.NotContains(t, string(text), "samples_ns")
	assert.Contains(t, string(text), "rank_mean_ns")
}

// Load returns an error for a samples file that ends early or has other cells. It does not read the samples
// file of another run.
func TestSamplesOfAnotherResult(t *testing.T) {
	start := "2026-11-28T12:00:00Z"
	for want, change := range map[string]func(dir string, r *Result){
		"": func(dir string, r *Result) { r.Env.Start = "2026-11-28T12:00:01Z" },
		"line 3: unexpected EOF": func(dir string, r *Result) {
			path := filepath.Join(dir, SamplesName)
			packed, err := packSamples(start, r.Cells[:2])
			require.NoError(t, err)
			last, err := packSamples(start, r.Cells[2:])
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, append(packed, last[:len(last)/2]...), 0o644))
		},
		"line 2 is for native of bcast with p = 2 and 1 bytes, but the cell is for native of bcast with p = 2 " +
			"and 9 bytes": func(dir string, r *Result) {
			r.Cells[1].Bytes = 9
		},
		"line 2: launch_n adds up to 3 samples, but samples_ns has 2": func(dir string, r *Result) {
			r.Cells[1].Samples = r.Cells[1].Samples[:2]
			require.NoError(t, writeSamples(dir, r))
		},
		"line 2.samples_ns[0] -1, want 0 to 1e+18": func(dir string, r *Result) {
			r.Cells[1].Samples[0] = -1
			require.NoError(t, writeSamples(dir, r))
		},
	} {
		t.Run(want, func(t *testing.T) {
			dir := t.TempDir()
			r := &Result{Schema: Schema, Env: Env{Invocation: Invocation{P: 2, Start: start}},
				Cells: []Cell{sampled(0), sampled(1), sampled(2)}}
			require.NoError(t, Write(dir, r))
			change(dir, r)
			samples, err := os.ReadFile(filepath.Join(dir, SamplesName))
			require.NoError(t, err)
			require.NoError(t, Write(dir, r))
			require.NoError(t, os.WriteFile(filepath.Join(dir, SamplesName), samples, 0o644))
			got, err := Load(filepath.Join(dir, JSONName))
			if want != "" {
				assert.ErrorContains(t, err, fmt.Sprintf("%s: %s", filepath.Join(dir, SamplesName), want))
				return
			}
			require.NoError(t, err)
			assert.False(t, got.HasSamples())
			assert.Equal(t, 3, got.Cells[2].N, "a cell without samples keeps its statistics")
			require.NoError(t, Write(dir, got))
			kept, err := os.ReadFile(filepath.Join(dir, SamplesName))
			require.NoError(t, err)
			assert.Equal(t, samples, kept, "samples that were not read stay")
		})
	}
}

// If the samples file has more launches than bench.json, its samples are not read. A killed run leaves such a
// file.
func TestSamplesOfMoreLaunches(t *testing.T) {
	dir := t.TempDir()
	r := &Result{Schema: Schema, Cells: []Cell{sampled(0)}}
	require.NoError(t, Write(dir, r))
	r.Cells[0].Samples = append(r.Cells[0].Samples, 9)
	require.NoError(t, writeSamples(dir, r))
	got, err := Load(filepath.Join(dir, JSONName))
	require.NoError(t, err)
	assert.False(t, got.HasSamples())
}

// A samples file that is not a regular file is refused and does not block the reader.
func TestSamplesAreARegularFile(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, Write(dir, &Result{Schema: Schema, Cells: []Cell{{Subject: Subject{Op: "bcast",
		Algo: Native, P: 2}}}}))
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, SamplesName), 0o644))
	_, err := Load(filepath.Join(dir, JSONName))
	assert.ErrorContains(t, err, SamplesName+": not a regular file; the samples of a bench.json must be in")
}

// If bench.json cannot be written, the samples file does not change.
func TestSamplesAreCut(t *testing.T) {
	dir := t.TempDir()
	file, err := Create(dir, &Result{})
	require.NoError(t, err)
	require.NoError(t, file.Append([]Cell{sampled(0)}))
	path := filepath.Join(dir, SamplesName)
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(dir, JSONName+unfinishedSuffix), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, JSONName+unfinishedSuffix, "x"), nil, 0o644))
	assert.Error(t, file.Append([]Cell{sampled(1)}))
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, before, after)
}
