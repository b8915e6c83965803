//go:build linux && cgo

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
	"topocoll/internal/host"
	"topocoll/internal/proctest"
	"topocoll/internal/tune"
	"topocoll/mpi"
	"topocoll/tuned"
)

// tuneLimit is enough for the start of ranks on a busy machine.
const tuneLimit = "60s"

func tunes(t *testing.T, out, size string) *trial {
	needsMpirun(t)
	return start(t, "tune", "-n", "2", "--op", "bcast", "--size", size, "--limit", tuneLimit, "--stall", "1h",
		"-q", "--out", out)
}

// points returns the number of points in the state file of a folder.
func points(out string) int {
	s, err := tune.Read(filepath.Join(out, tune.StateName), mpi.LibraryVersion(), "")
	if err != nil {
		return 0
	}
	return len(s.Points)
}

func theTable(t *testing.T, out string) *tuned.Table {
	file, err := os.Open(filepath.Join(out, tune.TableName))
	require.NoError(t, err)
	defer file.Close()
	table, err := tuned.Read(file)
	require.NoError(t, err)
	return table
}

// A stopped run writes a table of its results so far. The same command then continues the run.
func TestTuneGoesOn(t *testing.T) {
	t.Parallel()
	out := filepath.Join(proctest.PlainDir(t), "tuning")
	const sizes = "8:32K:x2" // so many that the signal arrives before the last one
	r := tunes(t, out, sizes)
	r.await(t, "there are points", func() bool { return points(out) > 1 })
	require.NoError(t, syscall.Kill(-r.Process.Pid, syscall.SIGINT), "the group, as a terminal does")
	assert.Equal(t, exit.Partial, r.over(t), "%s", &r.stderr)
	assert.Contains(t, r.stderr.String(),
		"partial: the run was cut short (interrupt); the results so far are in "+out+
			"/tuned.json; run the same command again to continue")
	assert.Contains(t, r.stdout.String(), "best native")
	known := points(out)
	table := theTable(t, out)
	assert.Equal(t, tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}, table.Choices[0].Job)

	began := time.Now()
	r = tunes(t, out, sizes)
	assert.Contains(t, []int{exit.OK, exit.Partial}, r.over(t), "%s", &r.stderr)
	assert.Less(t, time.Since(began), 2*time.Minute, "the limit, and the start of the ranks")
	assert.Greater(t, points(out), known)
	measured := 0
	for _, c := range theTable(t, out).Choices {
		measured += len(c.Sizes)
		assert.NotEmpty(t, c.Native)
	}
	assert.Equal(t, points(out), measured)
}

// The calls of a profile are tuned on as many ranks as their communicators have. The other ranks wait.
func TestTuneFromProfile(t *testing.T) {
	needsMpirun(t)
	cell := func(call string, ranks, bytes int) string {
		return fmt.Sprintf(`{"call":%q,"ranks":%d,"hosts":1,"slots":%[2]d,"from":%d,"to":%[3]d,"calls":9,`+
			`"seconds":1,"sizes":[{"bytes":%[3]d,"calls":9,"seconds":1}]}`, call, ranks, bytes)
	}
	profile := write(t, "app.json", `{"schema":1,"ranks":3,"hosts":1,"slots":3,"seconds":9,"cells":[`+
		strings.Join([]string{cell("MPI_Allreduce", 3, 512), cell("MPI_Bcast", 2, 4096),
			cell("MPI_Barrier", 2, 0), cell("MPI_Scan", 4, 8)}, ",")+"]}")
	out := filepath.Join(proctest.PlainDir(t), "tuning")
	r := start(t, "tune", "--from", profile, "--limit", tuneLimit, "--stall", "1h", "-q", "-o", out)
	assert.Contains(t, []int{exit.OK, exit.Partial}, r.over(t), "%s", &r.stderr)
	assert.Contains(t, r.stderr.String(), "skipped: the calls on 4 ranks (hosts 1, slots 4): no subset of the "+
		"3 ranks")
	measured := map[string]bool{}
	for _, c := range theTable(t, out).Choices {
		if cores := host.UsableCores(); c.Ranks == 3 && len(c.Sizes) > 0 && cores < 3 {
			assert.Equal(t, cores, c.Cores)
			assert.Contains(t, r.stdout.String(),
				fmt.Sprintf("# The table was measured with more ranks than cores (3 ranks on %d ", cores))
		}
		for _, bytes := range c.Sizes {
			measured[fmt.Sprint(c.Op, " ", c.Ranks, " ", bytes)] = true
		}
	}
	assert.Equal(t, map[string]bool{"allreduce 3 512": true, "bcast 2 4096": true, "barrier 2 0": true},
		measured)
	refuses(t, "tune -n 2 --out "+out+" --from "+profile, map[string]string{
		"reduce": "has no calls of [reduce] that take time and that topocoll run can replace"})
	r = start(t, "tune", "-n", "2", "scan", "--from", profile, "-o", out)
	assert.Equal(t, exit.BadInput, r.over(t))
	assert.Contains(t, r.stderr.String(),
		"none of the program's communicators fits on 2 ranks (hosts 1, slots 2)")
	refuses(t, "tune -n 2", map[string]string{
		"--from /dev/null":          "/dev/null: not a complete JSON object",
		"--from /dev/null --size 8": "--size cannot be used with --from"})
}

func TestTuneRefuses(t *testing.T) {
	refuses(t, "tune", map[string]string{
		"-n 2 --op broadcast":  `"broadcast" is part of the names of 2 operations; use one of: bcast`,
		"-n 2 --op pingpong":   "--op pingpong",
		"-n 2 --limit 10ms":    "--limit 10ms, want at least 1s",
		"-n 2 --size 8:4:x1":   "size",
		"-n 70000":             "-n 70000, want 1 to 65536",
		"-n 2 --out /dev/null": "not a directory",
	})
	for _, variable := range []string{"OMPI_MCA_coll_tuned_dynamic_rules_filename",
		"MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE"} {
		t.Setenv(variable, "/rules")
	}
	const inUse = "=/rules: the library would be measured with this tuning file; unset the variable"
	refuses(t, "", map[string]string{"tune -n 2": inUse, "speedup -n 2 -- true": inUse,
		"run -n 2 --compare -- true": inUse})
	os.Unsetenv("OMPI_MCA_coll_tuned_dynamic_rules_filename")
	os.Unsetenv("MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE")
	old := filepath.Dir(write(t, tune.StateName, `{"schema":2,"library":"My MPI 0.1","points":[]}`))
	refuses(t, "tune -n 2 --out "+old, map[string]string{"": `measured with "My MPI 0.1"`})
}

// A file of MCA parameters may name a tuning file, so speedup and run --compare read such files before they
// start the program.
func TestParameterFilesAreRead(t *testing.T) {
	needsMpirun(t)
	if mpi.BuiltFor() != mpi.OpenMPI {
		t.Skip("MPICH has no such file")
	}
	name := write(t, "mca-params.conf", "coll_tuned_dynamic_rules_filename = /rules\n")
	t.Setenv("OMPI_MCA_mca_base_param_files", name)
	want := "coll_tuned_dynamic_rules_filename=/rules: the library would be measured with this tuning file; " +
		"remove this setting from " + name + ":1"
	refuses(t, "", map[string]string{"speedup -n 2 -- true": want, "run -n 2 --compare -- true": want})
}

// tune and, for forced algorithms, bench ask Open MPI for a tuning file, because a file of MCA parameters may
// name one.
func TestTuneAsksTheLibrary(t *testing.T) {
	needsMpirun(t)
	if mpi.BuiltFor() != mpi.OpenMPI {
		t.Skip("MPICH has no such file")
	}
	t.Setenv("OMPI_MCA_mca_base_param_files",
		write(t, "mca-params.conf", "coll_tuned_dynamic_rules_filename = /rules\n"))
	const want = "topocoll: coll_tuned_dynamic_rules_filename=/rules: %s would be measured with this tuning " +
		"file; remove this setting, also from openmpi-mca-params.conf\n"
	code, _, stderr, _ := started(t, nil, "tune", "-n", "2", "--op", "bcast", "--out", t.TempDir())
	assert.Equal(t, exit.BadInput, code)
	assert.Equal(t, fmt.Sprintf(want, "the library"), stderr)
	code, _, stderr, _ = started(t, nil, "bench", "-n", "2", "bcast", "--algo", "native:*", "--quiet",
		"--out", t.TempDir())
	assert.Equal(t, exit.BadInput, code)
	assert.Equal(t, fmt.Sprintf(want, "native:NAME"), stderr)
}
