//go:build cgo

package openmpi_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/job/launcher"
	"topocoll/internal/proctest"
	"topocoll/internal/rules"
	"topocoll/internal/rules/openmpi"
	"topocoll/mpi"
	"topocoll/tuned"
)

// TestSystemBuiltInSelection calls every operation at both sides of each threshold, by default and with a
// rules file that selects the algorithms of Default. Every rank must send the same number of messages and
// bytes to every other rank.
func TestSystemBuiltInSelection(t *testing.T) {
	mpirun, err := launcher.OpenMPI.Mpirun()
	v, unknown := rules.ParseVersion(launcher.OpenMPI.Version())
	if mpi.BuiltFor() != mpi.OpenMPI || err != nil || unknown != nil || v.Since(6, 0, 0) {
		t.Skip("needs Open MPI 4.1 or 5.0 and its mpirun")
	}
	selector, err := openmpi.Library{}.Read(nil, v)
	require.NoError(t, err)
	dir := t.TempDir()
	program := filepath.Join(dir, "sent")
	build := proctest.Command(t, "sh", "-c", `MPI=openmpi && . ../../../scripts/mpi-names && `+
		`"$mpi_cc" -std=gnu11 -o "$1" testdata/sent.c`, "sh", program)
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)

	run := func(t *testing.T, ranks int, words, settings []string) (sent string) {
		dir := t.TempDir()
		command := ranksCommand(t, mpirun, dir, ranks, append([]string{program, filepath.Join(dir, "sent")},
			words...)...)
		command.Env = append(command.Env, settings...)
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
		for rank := range ranks {
			text, err := os.ReadFile(fmt.Sprintf("%s.%d", filepath.Join(dir, "sent"), rank))
			require.NoError(t, err)
			sent += fmt.Sprintf("rank %d\n%s", rank, text)
		}
		return sent
	}
	for _, ranks := range []int{2, 3, 5, 8, 17} {
		for _, op := range probed {
			t.Run(fmt.Sprintf("%s/%d", op, ranks), func(t *testing.T) {
				job := tuned.Job{Ranks: ranks, Hosts: 1, Slots: ranks}
				name := rules.OperationName(op)
				sizes := openmpi.Thresholds(name, ranks)
				if op == catalog.Barrier {
					sizes = []int{0}
				}
				var words []string
				var file bytes.Buffer
				id := slices.Index(openmpi.OperationNames(), name)
				fmt.Fprintf(&file, "1\n%d 1\n%d %d\n0 0 0 0\n", id, ranks, 1+len(sizes))
				for _, size := range sizes {
					words = append(words, name, strconv.Itoa(size))
					number := openmpi.AlgorithmNumber(name, selector.Default(op, job, size), v)
					require.Positive(t, number)
					fmt.Fprintf(&file, "%d %d 0 0\n", openmpi.LookupSize(op, ranks, size, 1), number)
				}
				conf := filepath.Join(t.TempDir(), "rules.conf")
				require.NoError(t, os.WriteFile(conf, file.Bytes(), 0o644))
				byDefault := run(t, ranks, words, nil)
				forced := run(t, ranks, words, []string{"OMPI_MCA_coll_tuned_use_dynamic_rules=1",
					"OMPI_MCA_coll_tuned_dynamic_rules_filename=" + conf})
				assert.Equal(t, byDefault, forced, "%s", file.String())
				assert.Regexp(t, `[^0]/`, byDefault, "no message was recorded")
			})
		}
	}
}
