package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// forced has an algorithm for every operation: some that move blocks as a whole, some in units, one that needs an operator that commutes.
const forced = "hcube/bcast-scatter,ring/reduce-gather,mesh/allgather-crossed,ring/reducescatter,ring/allreduce,hcube/scan,hcube/exscan," +
	"mesh/scatter,hcube/gather,ring/alltoall,hcube/barrier"

// A program that knows nothing of us, on three ranks: its collective calls have the results of the library's own, with derived types,
// operators that do not commute and communicators that come and go; arguments that differ are named; and without plans it runs as always.
// What a check takes for another result has a program of its own.
func TestDropIn(t *testing.T) {
	needs(t, "mpicc", "mpirun", "go", "bash")
	require.FileExists(t, "scripts/dropin") // what the test itself looks at makes an earlier ok void
	for _, pattern := range []string{"dropin/*.[ch]", "dropin/testdata/*.c", "mpi/*.[ch]"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range files {
			contentOf(t, name)
		}
	}
	dir := t.TempDir()
	topocoll, calls, library := filepath.Join(dir, "topocoll"), filepath.Join(dir, "calls"), filepath.Join(dir, "libtopocoll.so")
	build := `. scripts/mpi-names && scripts/dropin "$1" && "$mpi_cc" -o "$2" dropin/testdata/calls.c &&
		"$mpi_cc" -std=gnu11 -include dropin/pmpi.h -o "$4" dropin/testdata/compared.c -lm && "$4" && eval "$(scripts/mpi-env)" && go build -o "$3" .`
	ran(t, proctest.Command(t, "bash", "-ec", build, "bash", library, calls, topocoll, filepath.Join(dir, "compared")))

	run := func(words ...string) (string, error) {
		out, err := proctest.Command(t, topocoll, append([]string{"run", "-n", "3"}, words...)...).CombinedOutput()
		return string(out), err
	}
	out, err := run("--force", forced, "--check", "50", "--verbose", "--", calls)
	require.NoError(t, err, out)
	assert.Contains(t, out, " calls, 0 wrong")
	for _, id := range strings.Split(forced, ",") {
		assert.Contains(t, out, id, "in the report")
	}

	out, err = run("--force", forced, "--off", "bcast", "--compare", "--", calls)
	require.NoError(t, err, out)
	assert.Equal(t, 2, strings.Count(out, " calls, 0 wrong"), out)
	assert.Regexp(t, `topocoll: allgather +\d+ +\d+ mesh/allgather-crossed `, out)
	assert.Regexp(t, `topocoll: bcast +\d+ +\d+ native `, out)
	assert.Regexp(t, `topocoll: the program +\d`, out)

	out, err = run("--force", forced, "--check", "1", "--", calls, "differ")
	if os.Getenv("MPI") != "mpich" { // whose mpirun 4.2.1 returns 0 for one MPI_Abort in twenty (docs/mpich.md)
		assert.Error(t, err)
	}
	assert.Contains(t, out, "topocoll: check: rank 1 of a communicator of 3 calls bcast with blocks of 8 bytes and root 0, rank 0 bcast with 4 and 0\n")

	out, err = run("--force", forced, "--check", "1", "--", calls, "sums")
	assert.NoError(t, err, "other last digits are no other result: %s", out)

	out, err = run("--force", forced, "--", "sh", "-c", `[ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" = 0 ] || export TOPOCOLL_OFF=bcast; exec "$0"`, calls)
	require.NoError(t, err, out)
	assert.Contains(t, out, "topocoll: the ranks have different files of plans or settings (TOPOCOLL_*); the MPI library does everything\n")
	assert.Contains(t, out, " calls, 0 wrong")

	// Under a launcher it is every rank that becomes the program. LD_PRELOAD parts names by blanks, of which the folder for temporary files may have some.
	short, err := os.MkdirTemp("/tmp", "dropin")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(short)) })
	require.NoError(t, os.Symlink(library, filepath.Join(short, "libtopocoll.so")))
	library = filepath.Join(short, "libtopocoll.so")
	under := func(words ...string) (string, error) {
		script := `. scripts/mpi-names && export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 && [ "$mpi_kind" = mpich ] || more=--oversubscribe; "$mpi_run" $more -n 3 "$@"`
		out, err := proctest.Command(t, "bash", append([]string{"-c", script, "bash", topocoll, "run"}, words...)...).CombinedOutput()
		return string(out), err
	}
	out, err = under("--library", library, "--force", "hcube/bcast", "--verbose", calls)
	require.NoError(t, err, out)
	assert.Equal(t, 1, strings.Count(out, " calls, 0 wrong"), "one job: %s", out)
	assert.Regexp(t, `topocoll: bcast +4 +\d+ hcube/bcast `, out)
	out, err = under("-n", "3", calls)
	assert.Error(t, err)
	assert.Contains(t, out, "-n 3 under a launcher, want no -n")

	// A program of another MPI library runs as if there were none of ours.
	another := `. scripts/mpi-names && other=mpicc.openmpi && [ "$mpi_kind" = mpich ] || other=mpicc.mpich
		if command -v "$other" >/dev/null; then "$other" -o "$2" dropin/testdata/calls.c && LD_PRELOAD="$1" "$2"; else echo none; fi`
	alien, err := proctest.Command(t, "bash", "-ec", another, "bash", library, filepath.Join(dir, "alien")).CombinedOutput()
	require.NoError(t, err, "%s", alien)
	if !strings.HasSuffix(string(alien), "none\n") { // bash may have complained of the locale before
		assert.Regexp(t, `topocoll: .*/libtopocoll.so is for (Open MPI|MPICH), the program for another MPI library, which does everything\n`, string(alien))
		assert.Contains(t, string(alien), " calls, 0 wrong")
	}

	broken := filepath.Join(dir, "broken")
	require.NoError(t, os.WriteFile(broken, make([]byte, 100), 0o600))
	natively := proctest.Command(t, topocoll, "run", "-n", "1", "--", "env", "TOPOCOLL_PLANS="+broken, calls)
	alone, err := natively.CombinedOutput()
	require.NoError(t, err, "%s", alone)
	assert.Contains(t, string(alone), "topocoll: TOPOCOLL_PLANS="+broken+": not a file of plans for this machine; the MPI library does everything\n")
	assert.Contains(t, string(alone), " calls, 0 wrong")
}

// The report compares what the slowest rank took, not rank 0, which as the root of a broadcast is done before; it says how many samples there
// were of each, and on fewer than eight it claims nothing. The time of the program stands below.
func TestDropInReport(t *testing.T) {
	needs(t, "mpicc", "bash")
	contentOf(t, "dropin/report.c")
	name := filepath.Join(t.TempDir(), "reported")
	build := `. scripts/mpi-names && "$mpi_cc" -std=gnu11 -o "$1" dropin/testdata/reported.c -lm`
	ran(t, proctest.Command(t, "bash", "-ec", build, "bash", name))
	for _, c := range []struct{ calls, sampled, row, program string }{
		{"128", "16", `hcube/bcast +60000\.000 +2\.00 +8\n`, "125000.000"},
		{"127", "15", `hcube/bcast +59500\.000 +- +7\n`, "124000.000"},
		{"4", "0", `hcube/bcast +2000\.000 +- +0\n`, "9000.000"},
	} {
		out, err := proctest.Command(t, name, c.calls, c.sampled).CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Regexp(t, `topocoll: bcast +4 +\d+ `+c.row, string(out))
		assert.Regexp(t, "topocoll: the program +"+c.program+"\n", string(out))
	}
}
