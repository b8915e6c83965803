//go:build linux && cgo

package tune

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench"
	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/catalog"
	"topocoll/internal/proctest"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/rules/mpich"
	"topocoll/internal/tune"
	"topocoll/internal/tune/rulecheck"
	"topocoll/mpi"
	"topocoll/tuned"
)

// tunedForTwo returns a folder with a table of bcast for two ranks on this host, and the name of its rules
// file. If text is not empty, the folder contains the file with this text.
func tunedForTwo(t *testing.T, text string) (folder, file string) {
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
	return folder, files[0].Name
}

// The two settings differ only in the rules file. The control file leaves every choice to the library.
func TestCheckDiffersInTheRules(t *testing.T) {
	folder, name := tunedForTwo(t, "")
	table := theTable(t, folder)
	command := &CheckCommand{Pairs: 2, tuneFlags: tuneFlags{Out: folder}}
	require.NoError(t, command.writeRules(io.Discard, table))
	k, err := command.newCheckRun(mpi.LibraryVersion())
	require.NoError(t, err)
	if name == "mpich.env" {
		assert.Empty(t, k.settings[false])
		return
	}
	var want []string
	for _, setting := range k.settings[true] {
		want = append(want, strings.Replace(setting, "/"+name, "/"+controlPrefix+name, 1))
	}
	assert.Equal(t, want, k.settings[false])
	assert.NotEqual(t, k.settings[true], k.settings[false])
	text, err := os.ReadFile(filepath.Join(folder, controlPrefix+name))
	require.NoError(t, err)
	version, err := rules.ParseVersion(mpi.LibraryVersion())
	require.NoError(t, err)
	control, err := libraries.Read([]rules.File{{Name: name, Text: text}}, version, mpich.BuiltIn())
	require.NoError(t, err)
	k.check.Job = tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}
	assert.Equal(t, "binomial", k.selectedAlgorithm(catalog.Bcast, 8))
	nothing, _ := control.Select(catalog.Bcast, k.check.Job, 8)
	assert.Empty(t, nothing)
}

// A new check replaces an earlier check of other rules, which is kept in another file.
func TestCheckOfOtherRules(t *testing.T) {
	folder, _ := tunedForTwo(t, "")
	command := &CheckCommand{Pairs: 2, tuneFlags: tuneFlags{Out: folder}}
	require.NoError(t, command.writeRules(io.Discard, theTable(t, folder)))
	other := &rulecheck.Check{Schema: rulecheck.Schema, Library: mpi.LibraryVersion(), SHA256: "other",
		Pairs: 2, Status: "partial"}
	require.NoError(t, results.Save(command.path(rulecheck.FileName), other.Write))
	dir := other.LaunchDir(folder, 1)
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, results.Write(dir, resultstest.SideBySide("")))
	k, err := command.newCheckRun(mpi.LibraryVersion())
	require.NoError(t, err)
	assert.Zero(t, k.check.Launches)
	require.NotNil(t, k.earlier)
	assert.Equal(t, 1, k.earlier.Launches)
}

// The reference algorithm executes the same program in every launch. The segment is as long as its longest
// message, all blocks of the largest size together.
func TestBudgetOfLaunch(t *testing.T) {
	k := &checkRun{CheckCommand: &CheckCommand{Pairs: 3, tuneFlags: tuneFlags{Limit: time.Minute}}}
	for largest, want := range map[int]int{1 << 20: 16 << 20, 0: 1} {
		cfg := bench.Config{MeasuredCases: bench.MeasuredCases{
			Cells: []bench.TimedCase{{Case: results.Case{Op: catalog.Allgather,
				Bytes: largest}}, {Case: results.Case{Op: catalog.Barrier}}}}}
		k.setCellTimes(&cfg, 16)
		assert.Equal(t, want, cfg.Segment)
		assert.Equal(t, time.Second, cfg.Cells[0].Time)
	}
}
