//go:build cgo

package cli

import (
	"bytes"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
	"topocoll/internal/proctest"
	"topocoll/mpi"
)

// mpirunOf returns the first words of an mpirun command that starts n ranks on any number of cores.
func mpirunOf(n int) []string {
	path, _ := ranks.Library().Mpirun() // started skips the test if there is no mpirun
	if mpi.BuiltFor() == mpi.OpenMPI {
		return []string{path, "--oversubscribe", "-n", strconv.Itoa(n)}
	}
	return []string{path, "-n", strconv.Itoa(n)}
}

func needsMpirun(t *testing.T) {
	if _, err := ranks.Library().Mpirun(); err != nil {
		t.Skip(err)
	}
}

// started runs the program in an empty folder, and returns that folder. If launcher is not empty, the
// launcher starts the program.
func started(t *testing.T, launcher []string, args ...string) (code int, stdout, stderr, dir string) {
	needsMpirun(t)
	name, err := program()
	require.NoError(t, err)
	words := append(append(launcher[:len(launcher):len(launcher)], name), args...)
	command := proctest.Command(t, words[0], words[1:]...)
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr, command.Dir = &out, &errs, t.TempDir()
	command.Env = append(os.Environ(), "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
	command.Run()
	return command.ProcessState.ExitCode(), out.String(), errs.String(), command.Dir
}

// startedBothWays runs the program twice: with -n, so that it starts n ranks itself, and under mpirun.
func startedBothWays(t *testing.T, n int, args string,
	look func(ours bool, code int, stdout, stderr, dir string)) {
	code, stdout, stderr, dir := started(t, nil, strings.Fields(args+" -n "+strconv.Itoa(n))...)
	look(true, code, stdout, stderr, dir)
	code, stdout, stderr, dir = started(t, mpirunOf(n), strings.Fields(args)...)
	look(false, code, stdout, stderr, dir)
}

// briefly holds the flags that make a run as short as possible.
const briefly = " -i 2 -x 1 -q"

func empty(t *testing.T, dir string) bool {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	return len(entries) == 0
}

// A dry run prints the planned measurements once, and measures nothing, with -n and under mpirun.
func TestDryRunMeasuresNothing(t *testing.T) {
	t.Parallel()
	startedBothWays(t, 3, "bench --dry-run --op bcast --size 8,1K --algo hcube",
		func(_ bool, code int, stdout, stderr, dir string) {
			assert.Equal(t, exit.OK, code, stderr)
			assert.Equal(t, 1,
				strings.Count(stdout, "2 pairs of operation and size, at most 6 cells of our algorithms"),
				"native and two that take 3 nodes: %s", stdout)
			assert.True(t, empty(t, dir), "files are left")
		})
	code, _, stderr, _ := started(t, mpirunOf(3), "bench", "--dry-run", "--dims", "2x2")
	assert.Equal(t, exit.BadInput, code)
	assert.Contains(t, stderr, "--dims: 3 processes do not form a 2x2 mesh")
}

// The ranks that -n starts also have -n in their arguments. They accept every spelling of it.
func TestSpellingsOfN(t *testing.T) {
	t.Parallel()
	for _, n := range []string{"-qn2", "--n 2 -q"} {
		code, stdout, stderr,
			_ := started(t, nil,
			append([]string{"bench", "--op", "barrier", "-i", "2", "-x", "1"}, strings.Fields(n)...)...)
		assert.Equal(t, exit.OK, code, "%s: %s", n, stderr)
		assert.Contains(t, stdout, "# barrier, 2 ranks", n)
	}
}

// Without -n, the program starts one rank per core, but at least 2 and at most 4, and prints the number. If
// every rank has its own core, no verdict is withheld for lack of cores.
func TestRanksByDefault(t *testing.T) {
	t.Parallel()
	code, stdout, stderr, _ := started(t, nil, "bench", "--op", "barrier", "-i", "2", "-x", "1")
	assert.Equal(t, exit.OK, code, stderr)
	assert.Regexp(t, `^[234] ranks \(cores: [0-9]+; -n P starts P ranks\)\n`, stderr)
	if !strings.HasPrefix(stderr, "2 ranks (cores: 1;") {
		assert.NotContains(t, stdout, "more ranks than cores")
	}
	code, _, stderr, _ = started(t, nil, "bench", "--dims", "7x7")
	assert.Equal(t, exit.BadInput, code)
	assert.Equal(t, 1, strings.Count(stderr, "\n"), "bad input is one line: %s", stderr)
	_, stdout, _, _ = started(t, nil, "bench", "--op", "barrier", "-i", "2", "-x", "1", "--np", "1,3")
	assert.Contains(t, stdout, "# barrier, 3 ranks")
}

// With only native contenders, bench runs none of topocoll's algorithms. It rejects an algorithm name that
// the MPI library does not have.
func TestNativeAlone(t *testing.T) {
	t.Parallel()
	code, stdout, stderr,
		_ := started(t, nil,
		strings.Fields("bench -n 2 --op bcast --algo native,native:binomial --size 8"+briefly)...)
	assert.Equal(t, exit.OK, code, stderr)
	assert.Contains(t, stdout, "     8 native:binomial ")
	assert.NotContains(t, stdout, "bcast-")
	assert.NotContains(t, stdout, "hcube/")
	assert.NotContains(t, stdout, "gompi")

	code, _, stderr, dir := started(t, mpirunOf(1), "bench", "--op", "bcast", "--algo", "native:binomal")
	assert.Equal(t, exit.BadInput, code)
	has := map[mpi.Library]string{mpi.OpenMPI: "basic_linear, binary_tree, binomial, ",
		mpi.MPICH: "binomial, "}[mpi.BuiltFor()]
	assert.Contains(t, stderr, "--algo native:binomal: no such algorithm; use one of "+has)
	assert.True(t, empty(t, dir), "files are left")
}

// ofTheLibrary matches harmless lines that depend on timing. The event loop of mpirun prints the first kind
// if a rank ends just when a signal arrives. A rank prints the second kind if it reads the memory of a rank
// that has ended. Both processes then end normally.
var ofTheLibrary = regexp.MustCompile(`^\[warn\] Epoll |^\[\S+:\d+\] Read -1, expected \d+, errno = 3$`)

// withoutTheLibrary removes the lines that match ofTheLibrary.
func withoutTheLibrary(text string) (rest bytes.Buffer) {
	for line := range strings.Lines(text) {
		if !ofTheLibrary.MatchString(strings.TrimSpace(line)) {
			rest.WriteString(line)
		}
	}
	return rest
}

// The program rejects a folder that it cannot write to before it starts ranks.
func TestOutIsTriedFirst(t *testing.T) {
	t.Parallel()
	startedBothWays(t, 2, "bench --op bcast --out /proc/nowhere",
		func(_ bool, code int, stdout, stderr, _ string) {
			assert.Equal(t, exit.BadInput, code)
			assert.Empty(t, stdout)
			assert.Equal(t, 1,
				strings.Count(stderr, `topocoll: --out "/proc/nowhere", want a folder that can be written`),
				stderr)
		})
}

// Under the launcher of another MPI library, each rank would be a separate job. The program rejects this with
// the message of mpi.Init.
func TestLauncherOfAnotherLibrary(t *testing.T) {
	variables := []string{"PMI_RANK=0", "PMI_SIZE=2"}
	if mpi.BuiltFor() == mpi.MPICH {
		variables = []string{"OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=2"}
	}
	code, stdout, stderr, _ := started(t, append([]string{"env"}, variables...), "verify")
	assert.Equal(t, exit.BadInput, code)
	assert.Empty(t, stdout)
	assert.Regexp(t, `^topocoll: mpi: Init: the launcher started 2 processes, but it does not belong to this `+
		`program's MPI library \(.*\), so each process would be a separate job; `+
		`use the mpirun of .* or srun --mpi=.*\n$`, stderr)
}
