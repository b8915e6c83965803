//go:build linux && cgo

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/catalog"
	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
	"topocoll/internal/proctest"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/tune"
	"topocoll/internal/tune/rulecheck"
	"topocoll/mpi"
	"topocoll/tuned"
)

// tunedForTwo returns a folder with a table of bcast for two ranks on this host, and the rules file for the
// table. If text is not empty, the folder contains the rules file with this text.
func tunedForTwo(t *testing.T, text string) (folder string, file rules.File) {
	folder = proctest.PlainDir(t)
	table := &tuned.Table{Schema: tuned.Schema, Library: mpi.LibraryVersion(),
		Choices: []tuned.Choice{{Op: catalog.Bcast,
			Job: tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}, Algo: "native:binomial", Gain: 1, Low: 1, High: 1,
			Sizes: []int{8, 64}}}}
	require.NoError(t, results.Save(filepath.Join(folder, tune.TableName), table.Write))
	files, _, err := libraries.RulesOf(table)
	require.NoError(t, err)
	require.Len(t, files, 1)
	if text != "" {
		require.NoError(t, os.WriteFile(filepath.Join(folder, files[0].Name), []byte(text), 0o644))
	}
	return folder, files[0]
}

// The rules file is in effect only in the launches with it. Its rule selects an algorithm that does not
// exist, so the call fails with Open MPI. MPICH fails at the start.
func TestCheckUsesTheFiles(t *testing.T) {
	text := "1\n7 1\n0 1\n0 99 0 0\n"
	if mpi.BuiltFor() == mpi.MPICH {
		text = `{"collective=bcast": {"algorithm=MPIR_Bcast_intra_nonsense": {}}}`
	}
	folder, file := tunedForTwo(t, text)
	code, _, stderr,
		_ := started(t, nil, "tune", "check", "-n", "2", "--op", "bcast", "--limit", "60s", "--stall", "1h",
		"--out", folder)
	assert.NotContains(t, []int{exit.OK, exit.Slower, exit.BadInput}, code)
	assert.Contains(t, stderr, "launch 1/10 without")
	assert.Contains(t, stderr, "launch 2/10 with "+file.Name)
	assert.NotContains(t, stderr, "launch 3/10")
	if mpi.BuiltFor() == mpi.OpenMPI {
		assert.Contains(t, stderr, "MPI_Bcast: MPI_ERR_ARG")
	}
	c, err := rulecheck.Read(folder)
	require.NoError(t, err)
	assert.Equal(t, 1, c.Launches)
	r := resultstest.Loaded(t, c.LaunchDir(folder, 1))
	assert.Len(t, r.Cells, 4, "two sizes, the native call and the reference algorithm")
	assert.NotEmpty(t, r.Messages)
	assert.True(t, r.HasSamples())
}

// A check has all its launches under every launcher. "cluster run" also starts the ranks twice for each pair.
func TestCheckOnACluster(t *testing.T) {
	folder, rule := tunedForTwo(t, "")
	require.NoError(t, os.WriteFile(filepath.Join(folder, rule.Name), rule.Text, 0o644))
	self, err := os.Executable()
	require.NoError(t, err)
	command := findMeasurement(
		[]string{self, "tune", "check", "--op", "bcast", "--pairs", "2", "-q", "--out", folder},
		"star:2,slots=2")
	require.NotNil(t, command)
	starts := 0
	require.NoError(t,
		command.RunLaunches(tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}, func(at ranks.Launch) error {
			starts++
			assert.Equal(t, []int{starts, 4}, []int{at.Number, at.Count})
			c, err := rulecheck.Read(folder) // as a rank does
			require.NoError(t, err)
			dir := c.LaunchDir(folder, starts)
			require.NoError(t, os.MkdirAll(dir, 0o755))
			return results.Write(dir, resultstest.SideBySide(fmt.Sprint(starts),
				resultstest.SizeTimes{Bytes: 8, Native: 1000, Reference: 1000}))
		}))
	c, err := rulecheck.Read(folder)
	require.NoError(t, err)
	assert.Equal(t, "complete", c.Status)
	assert.Equal(t, 4, starts)
	other := tuned.Job{Ranks: 4, Hosts: 2, Slots: 2}
	assert.ErrorContains(t, command.RunLaunches(other, nil),
		"has no entry for [bcast] on 4 ranks (hosts 2, slots 2)",
		"before any rank starts")
}

func TestCheckRefuses(t *testing.T) {
	text := "1\n7 1\n0 1\n0 0 0 0\n"
	if mpi.BuiltFor() == mpi.MPICH {
		text = `{"collective=bcast": {"algorithm=MPIR_Bcast_intra_binomial": {}}}`
	}
	folder, _ := tunedForTwo(t, text)
	refuses(t, "tune check --out "+folder, map[string]string{
		"-n 2 --pairs 1":   "--pairs 1, want 2 to 50",
		"-n 2 --size 8":    "unknown flag --size",
		"-n 2 --limit 0s":  "--limit 0s, want at least 1s",
		"-n 3":             "has no entry for [",
		"-n 2 --op reduce": "has no entry for [reduce] on 2 ranks (hosts 1, slots 2)",
	})
	without, _ := tunedForTwo(t, "")
	empty := proctest.PlainDir(t)
	refuses(t, "tune", map[string]string{
		"-n 2 --pairs 3":              "unknown flag --pairs",
		"--check -n 2":                "unknown flag --check; use topocoll tune check",
		"check -n 2 --out " + empty:   "no such file",
		"check -n 2 --out " + without: "there is no such file; topocoll tune writes it",
	})
	require.NoError(t,
		os.WriteFile(filepath.Join(folder, tune.TableName),
			[]byte(`{"schema":3,"library":"My MPI 0.1","choices":[]}`), 0o644))
	refuses(t, "tune check --out "+folder, map[string]string{"-n 2": `measured with "My MPI 0.1"`})
	if mpi.BuiltFor() == mpi.OpenMPI {
		folder, _ = tunedForTwo(t, "1\n7 1\n0 1\n5 0 0 0\n")
		refuses(t, "tune check --out "+folder,
			map[string]string{"-n 2": "ignores the whole file: the first message size is 5, but must be 0"})
	}
}
