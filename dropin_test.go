package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
)

// forced has an algorithm for every operation. Some plans have whole blocks, some have units, and one needs
// a commutative operator.
const forced = "hcube/bcast-scatter,ring/reduce-gather,mesh/allgather-crossed,ring/reducescatter," +
	"ring/allreduce,hcube/scan,hcube/exscan," +
	"mesh/scatter,hcube/gather,ring/alltoall,hcube/barrier"

// A dropInKit holds the paths that the tests of libtopocoll.so need: a folder, the program and the library.
type dropInKit struct{ dir, topocoll, library string }

// newDropInKit builds the program and the library.
func newDropInKit(t *testing.T) dropInKit {
	needs(t, "mpicc", "mpirun", "go", "bash")
	// go test caches a result unless a file changes that the test itself has read
	for _, pattern := range []string{"scripts/dropin", "dropin/*.[ch]", "dropin/*/*.[ch]",
		"dropin/testdata/*.f90", "mpi/*.[ch]"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files, pattern)
		for _, name := range files {
			contentOf(t, name)
		}
	}
	// LD_PRELOAD separates names by spaces, which the name of the default folder for temporary files may
	// contain.
	dir, err := os.MkdirTemp("/tmp", "dropin")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	k := dropInKit{dir, filepath.Join(dir, "topocoll"), filepath.Join(dir, "libtopocoll.so")}
	k.script(t, `scripts/dropin "$1" && eval "$(scripts/mpi-env)" && go build -o "$2" .`, k.library,
		k.topocoll)
	return k
}

// script runs a bash script that can use $mpi_cc and $mpi_run.
func (k dropInKit) script(t *testing.T, script string, arguments ...string) string {
	t.Helper()
	out, err := proctest.Command(t, "bash", append([]string{"-ec", ". scripts/mpi-names; " + script, "bash"},
		arguments...)...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// compile compiles a program of dropin/testdata.
func (k dropInKit) compile(t *testing.T, name string, flags ...string) string {
	t.Helper()
	program := filepath.Join(k.dir, name)
	k.script(t,
		`out=$1 name=$2; shift 2; "$mpi_cc" -std=gnu11 -D_GNU_SOURCE -w "$@" -o "$out" `+
			`"dropin/testdata/$name.c" -lm`, append([]string{program, name}, flags...)...)
	return program
}

// run runs topocoll run on three ranks.
func (k dropInKit) run(t *testing.T, words ...string) (string, error) {
	t.Helper()
	out, err := proctest.Command(t, k.topocoll, append([]string{"run", "-n", "3"},
		words...)...).CombinedOutput()
	return string(out), err
}

// TestDropIn runs unchanged programs with libtopocoll.so on three ranks.
func TestDropIn(t *testing.T) {
	k := newDropInKit(t)
	calls := k.compile(t, "calls")
	for _, c := range []struct {
		name string
		test func(t *testing.T, k dropInKit, calls string)
	}{
		{"results", testDropInResults}, {"settings", testDropInSettings}, {"launcher", testDropInLauncher},
		{"library", testDropInLibrary},
		{"legal", testDropInLegal}, {"wrong", testDropInWrong}, {"files", testDropInFiles}, {"reader",
			testDropInReader}, {"deterministic", testDropInDeterministic}, {"threads", testDropInThreads},
		{"started", testDropInStarted}, {"tool", testDropInTool}, {"rules", testDropInRules},
		{"profile", testDropInProfile}, {"no profile", testDropInWithoutProfile},
		{"Fortran", testDropInProfileOfFortran}, {"clocks", testDropInWaits},
		{"waits", testDropInWaitsOfProgram}, {"speedup", testDropInSpeedup},
		{"native algorithms", testDropInNativeAlgorithms},
		{"watch", testDropInWatch}, {"counts", testDropInCounts},
		{"segments", testDropInSegments}, {"aliased", testDropInAliased},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, k, calls)
		})
	}
}

// Random calls have the same results as with the MPI library. The program compared tests which differences
// --check reports.
func testDropInResults(t *testing.T, k dropInKit, calls string) {
	ran(t, proctest.Command(t, k.compile(t, "compared", "-include", "dropin/pmpi.h")))
	out, err := k.run(t, "--force", forced, "--check", "50", "--verbose", "--", calls)
	require.NoError(t, err, out)
	assert.Contains(t, out, " calls, 0 wrong")
	for _, id := range strings.Split(forced, ",") {
		assert.Contains(t, out, id, "in the report")
	}

	out, err = k.run(t, "--force", forced, "--compare", "--", calls, "500")
	require.NoError(t, err, out)
	assert.Equal(t, 2, strings.Count(out, " calls, 0 wrong"), out)
	assert.Regexp(t, `topocoll: \w+ +\d+ +\d+ (mesh|ring|hcube)/\S+ +\d`, out)
	assert.Regexp(t, `topocoll: the program +\d`, out)

	out, err = k.run(t, "--force", forced, "--off", "bcast", "--verbose", "--", calls, "100")
	require.NoError(t, err, out)
	assert.Regexp(t, `topocoll: allgather +\d+ +\d+ mesh/allgather-crossed `, out)
	assert.Regexp(t, `topocoll: bcast +\d+ +\d+ native `, out)

	out, err = k.run(t, "--force", forced, "--verbose", "--", k.compile(t, "large"))
	require.NoError(t, err, out)
	if os.Getenv("MPI") == "mpich" || !strings.Contains(out, "without MPI 4\n") {
		assert.Contains(t, out, "0 wrong\n")
		for _, row := range []string{"allreduce +512 +19 ring/allreduce",
			"allgatherv +64 +19 mesh/allgather-crossed", "gatherv +64 +19 hcube/gather",
			"scatterv +64 +19 mesh/scatter", "alltoallv +64 +19 ring/alltoall",
			"reducescatterv +512 +19 ring/reducescatter"} {
			assert.Regexp(t, "topocoll: "+row+" ", out) // one of 20 calls is a sample of the MPI library
		}
	}

	out, err = k.run(t, "--force", forced, "--check", "1", "--", calls, "differ")
	// MPICH's mpirun 4.2.1 returns 0 for one MPI_Abort in twenty (docs/how-to/mpich.md)
	if os.Getenv("MPI") != "mpich" {
		assert.Error(t, err)
	}
	assert.Contains(t, out,
		"topocoll: check: rank 1 of 3 calls bcast with blocks of 8 bytes and root 0, but rank 0 calls "+
			"bcast with blocks of 4 bytes and root 0\n")

	out, err = k.run(t, "--force", forced, "--check", "1", "--", calls, "sums")
	assert.NoError(t, err, "results that differ in their last digits are equal: %s", out)
}

// If the ranks have different settings, one line of output reports this.
func testDropInSettings(t *testing.T, k dropInKit, calls string) {
	out, err := k.run(t, "--force", forced, "--", "sh", "-c",
		`[ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" = 0 ] || export TOPOCOLL_OFF=bcast; exec "$0" 100`, calls)
	require.NoError(t, err, out)
	assert.Contains(t, out,
		"topocoll: the ranks have different plan files or settings (TOPOCOLL_*); the MPI library executes all "+
			"calls\n")
	assert.Contains(t, out, " calls, 0 wrong")
}

// Under a launcher, topocoll run replaces itself by the program on every rank.
func testDropInLauncher(t *testing.T, k dropInKit, calls string) {
	under := func(words ...string) (string, error) {
		script := `. scripts/mpi-names && export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ` +
			`&& [ "$mpi_kind" = mpich ] || more=--oversubscribe; "$mpi_run" $more -n 3 "$@"`
		out, err := proctest.Command(t, "bash", append([]string{"-c", script, "bash", k.topocoll, "run"},
			words...)...).CombinedOutput()
		return string(out), err
	}
	out, err := under("--library", k.library, "--force", "hcube/bcast", "--verbose", calls, "300")
	require.NoError(t, err, out)
	assert.Equal(t, 1, strings.Count(out, " calls, 0 wrong"), "one job: %s", out)
	assert.Regexp(t, `topocoll: bcast +8 +\d+ hcube/bcast `, out)
	out, err = under("-n", "3", calls)
	assert.Error(t, err)
	assert.Contains(t, out, "-n 3 cannot be used under a launcher")
}

// A program that is linked with a different MPI library runs as it does without libtopocoll.so.
func testDropInLibrary(t *testing.T, k dropInKit, _ string) {
	another := `other=mpicc.openmpi && [ "$mpi_kind" = mpich ] || other=mpicc.mpich
		if command -v "$other" >/dev/null; then "$other" -w -o "$2" dropin/testdata/calls.c -lm && ` +
		`LD_PRELOAD="$1" "$2"; else echo none; fi`
	alien := k.script(t, another, k.library, filepath.Join(k.dir, "alien"))
	if strings.HasSuffix(alien, "none\n") { // bash may print a warning about the locale before
		t.Skip("needs both Open MPI and MPICH")
	}
	assert.Regexp(t,
		`topocoll: .*/libtopocoll.so was built for (Open MPI|MPICH), but the program uses another MPI `+
			`library, which executes all calls\n`, alien)
	assert.Contains(t, alien, " calls, 0 wrong")
}

// Legal programs that an intercepting library easily breaks: see legal.c.
func testDropInLegal(t *testing.T, k dropInKit, _ string) {
	legal := k.compile(t, "legal")
	for _, programs := range [][]string{{"callbacks", "huge", "finalize"}, {"levels"},
		{"exscan", "parts", "column", "classes", "duplicates", "attributes"}} {
		words := []string{"--force", "hcube/bcast,ring/allreduce,ring/allgather,ring/exscan,ring/alltoall," +
			"ring/reducescatter", "--verbose", "--", "timeout", "120", legal}
		out, err := k.run(t, append(words, programs...)...)
		assert.NoError(t, err, "%s: %s", programs, out)
		assert.Contains(t, out, "right\n", programs)
		assert.NotContains(t, out, "wrong", programs)
		assert.Equal(t, slices.Contains(programs, "finalize"),
			strings.Contains(out, "right in MPI_Finalize\n"), "%s: %s", programs, out)
	}
}

// With MPI_THREAD_MULTIPLE, the threads of a rank use plans on different communicators at the same time.
func testDropInThreads(t *testing.T, k dropInKit, _ string) {
	out, err := k.run(t, "--force", "hcube/bcast,ring/allreduce,ring/allgather", "--verbose", "--",
		"timeout", "120",
		k.compile(t, "threads", "-pthread"))
	assert.NoError(t, err, out)
	assert.Contains(t, out, "right\n")
	assert.Regexp(t, `(?m)^topocoll: bcast +16 +\d{3} hcube/bcast `, out)
}

// Erroneous calls return the same error class as with the MPI library, and call the error handler equally
// often.
func testDropInWrong(t *testing.T, k dropInKit, _ string) {
	out, err := k.run(t, "--force", forced, "--", "timeout", "60", k.compile(t, "wrong"))
	assert.NoError(t, err, out)
	assert.Regexp(t, `(?m)^1[3-6]\d wrong calls, \d not refused, 0 not as natively$`, out)
}

// If a file cannot be used, one line of output states the reason, and the program runs natively. A FIFO does
// not block. A file that is truncated while its plans are in use does no harm.
func testDropInFiles(t *testing.T, k dropInKit, calls string) {
	checked := func(command *exec.Cmd) string {
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), " calls, 0 wrong")
		return string(out)
	}
	alone := func(plans string) string { // on one rank, without an mpirun
		command := proctest.Command(t, calls, "20")
		command.Env = append(os.Environ(), "LD_PRELOAD="+k.library, "TOPOCOLL_VERBOSE=1",
			"TOPOCOLL_PLANS="+plans)
		return checked(command)
	}
	on := func(ranks, plans string, words ...string) string {
		environment := []string{"run", "-n", ranks, "--", "env", "TOPOCOLL_VERBOSE=1",
			"TOPOCOLL_PLANS=" + plans}
		return checked(proctest.Command(t, k.topocoll, append(environment, words...)...))
	}
	broken, fifo, plans := filepath.Join(k.dir, "broken"), filepath.Join(k.dir, "fifo"), filepath.Join(k.dir,
		"plans")
	require.NoError(t, os.WriteFile(broken, make([]byte, 100), 0o600))
	require.NoError(t, syscall.Mkfifo(fifo, 0o600))
	out, err := k.run(t, "--force", forced, "--plans", plans)
	require.NoError(t, err, out)
	everything := "; the MPI library executes all calls\n"
	assert.Contains(t, alone(broken),
		"topocoll: TOPOCOLL_PLANS="+broken+": not a plan file for this machine"+everything)
	assert.Contains(t, alone(k.dir), "topocoll: TOPOCOLL_PLANS="+k.dir+": not a regular file"+everything)
	assert.Contains(t, on("2", fifo, calls, "20"),
		"topocoll: TOPOCOLL_PLANS="+fifo+": not a regular file"+everything)

	content, err := os.ReadFile(plans)
	require.NoError(t, err)
	for _, at := range []int{3, 19, 35, 51} { // in the header
		damaged := bytes.Clone(content)
		damaged[at] ^= 1
		require.NoError(t, os.WriteFile(broken, damaged, 0o600))
		assert.Regexp(t, "topocoll: TOPOCOLL_PLANS="+broken+": (damaged|.*plan file)", alone(broken),
			"byte %d", at)
	}
	damaged := bytes.Clone(content)
	damaged[len(damaged)-20] ^= 1 // in the plans of the last rank of three
	require.NoError(t, os.WriteFile(broken, damaged, 0o600))
	assert.Contains(t, on("3", broken, calls, "20"), "topocoll: TOPOCOLL_PLANS="+broken+": damaged"+everything)
	out = on("2", broken, calls, "20")
	assert.NotContains(t, out, "damaged", "two ranks do not read these plans")

	want := "topocoll: TOPOCOLL_PLANS=" + plans +
		" has plans for these numbers of ranks: 2, 3; MPI_COMM_WORLD has 4 ranks\n"
	assert.Contains(t, on("4", plans, calls, "20"), want)

	require.NoError(t, os.WriteFile(broken, content, 0o600))
	out = on("2", broken, "env", "TOPOCOLL_FORCE="+forced, calls, "truncate", broken)
	assert.Regexp(t, `topocoll: allreduce +\d+ +\d+ ring/allreduce `, out, "the plans are in use")
	info, err := os.Stat(broken)
	require.NoError(t, err)
	assert.Zero(t, info.Size())
}

// On more than 128 ranks, there are plans only for rank 0 as root. Calls with another root are native.
//
// In MPI_Finalize, a rank waits for mpirun's answer only for a short time, and mpirun then reports a failure.
// With two cores for 130 ranks, mpirun therefore needs a higher priority than the ranks.
func TestSystemDropInManyRanks(t *testing.T) {
	if os.Getenv("MPI") == "mpich" {
		t.Skip("MPICH's ranks poll without pause while they wait, so each needs a core")
	}
	k := newDropInKit(t)
	// the ranks share the cores with the other tests, to which they give way
	out, err := proctest.Within(t, 20*time.Minute, k.topocoll, "run", "-n", "130", "--ranks-per-core", "130",
		"--verbose",
		"--force", "hcube/bcast,tree/reduce-knomial,butterfly/allreduce,hcube/allgather", "--",
		"nice", "-n", "10", k.compile(t, "many")).CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "36 calls on 130 ranks, 0 wrong")
	for _, row := range []string{"bcast +4 +1 hcube/bcast", "bcast +4 +1 native",
		"reduce +4 +1 tree/reduce-knomial", "reduce +4 +1 native", "allreduce +4 +1 butterfly/allreduce",
		"allgather +4 +1 hcube/allgather"} {
		assert.Regexp(t, "(?m)^topocoll: "+row+" ", string(out))
	}
}

// The reader rejects every damaged plan file that has a correct checksum, but whose plans would access memory
// outside their buffers.
func testDropInReader(t *testing.T, k dropInKit, _ string) {
	plans := filepath.Join(k.dir, "read")
	out, err := k.run(t, "--force", forced, "--plans", plans)
	require.NoError(t, err, out)
	sources := strings.Fields(
		"-fsanitize=address,undefined -fno-sanitize-recover=undefined -g -O1 -include dropin/pmpi.h " +
			"dropin/plans/plans.c mpi/program.c mpi/step.c " +
			"mpi/replay.c mpi/dependencies.c mpi/combine.c mpi/port.c mpi/clock.c")
	reader := proctest.Command(t, k.compile(t, "reader", sources...), plans, "1000")
	reader.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
	read, err := reader.CombinedOutput()
	require.NoError(t, err, "%s", read)
	assert.Regexp(t, `^1000 files, \d{3,} accepted, 0 of them with a wrong sum\n$`, string(read))
}

// A profiling tool after the library in LD_PRELOAD sees the calls that are passed on. A tool before the
// library hides MPI_Init from the library, and one line of output reports this.
func testDropInTool(t *testing.T, k dropInKit, calls string) {
	tool := k.compile(t, "tool", "-shared", "-fPIC")
	preloaded := func(libraries ...string) string {
		words := []string{"--off", "bcast", "--force", "hcube/bcast", "--verbose", "--", "env",
			"LD_PRELOAD=" + strings.Join(libraries, " "), calls, "200"}
		out, err := k.run(t, words...)
		require.NoError(t, err, out)
		assert.Contains(t, out, " calls, 0 wrong")
		return out
	}
	assert.Regexp(t, `tool: [1-9]\d* calls of MPI_Allreduce\n`, preloaded(k.library, tool))
	out := preloaded(tool, k.library)
	assert.Regexp(t, `tool: [1-9]\d* calls of MPI_Allreduce\n`, out)
	assert.Equal(t, 1, strings.Count(out,
		"topocoll: the program did not call the MPI_Init of libtopocoll.so"), out)
}

// The report compares the times of the slowest rank, because the root of a broadcast returns earlier. It
// prints the number of samples, and claims no gain for fewer than eight. The time of the program comes last.
func TestDropInReport(t *testing.T) {
	needs(t, "mpicc", "bash")
	contentOf(t, "dropin/records/report.c")
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
