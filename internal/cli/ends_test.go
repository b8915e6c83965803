//go:build linux && cgo

package cli

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/proctest"
)

// lasting holds the flags of a run that writes its first cells soon and then continues for seconds.
var lasting = []string{"--size", "8:1M:x2", "-i", "3000"}

// If a signal kills a rank, bench exits with the code for partial results. It keeps the finished cells,
// writes the report, and prints the cause.
func TestSystemCrashes(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGABRT, syscall.SIGSEGV, syscall.SIGKILL} {
		r := measuring(t, lasting...)
		r.awaitCells(t, r.out)
		require.NoError(t, syscall.Kill(r.ranks(t)[0], signal))
		assert.Equal(t, exit.Partial, r.over(t), "%v: %s", signal, &r.stderr)
		assert.Contains(t, r.stderr.String(), "partial: the run was cut short (exit status ", signal)
		assert.Contains(t, r.stdout.String(), "bench.json with bench-samples.jsonl.gz, bench.csv and "+
			"report.html written", signal)
	}
}

// Bench succeeds and writes the report even if the reader of its output, such as head, has gone.
func TestReaderGoes(t *testing.T) {
	needsMpirun(t)
	name, err := program()
	require.NoError(t, err)
	read, write, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, read.Close())
	out := filepath.Join(t.TempDir(), "report")
	bench := proctest.Command(t, name, "bench", "-n", "2", "--op", "bcast", "--algo", "hcube/bcast", "--size",
		"8,64", "-i", "8", "-q", "--out", out)
	bench.Stdout = write
	assert.NoError(t, bench.Run())
	write.Close()
	assert.FileExists(t, filepath.Join(out, results.PageName))
}

// A run in which no cell fits into memory exits with the code for bad input, and leaves no files.
func TestNothingMeasured(t *testing.T) {
	t.Parallel()
	needsMpirun(t)
	name, err := program()
	require.NoError(t, err)
	out := filepath.Join(t.TempDir(), "report")
	text, err :=
		proctest.Command(t, name, "bench", "-n", "2", "--op", "bcast", "--algo", "hcube/bcast", "--size",
			"64G", "-q", "--out", out).CombinedOutput()
	var ended *exec.ExitError
	require.ErrorAs(t, err, &ended)
	assert.Equal(t, exit.BadInput, ended.ExitCode())
	assert.Contains(t, string(text),
		"topocoll: nothing was measured: every cell was left out (see the lines above); use a smaller --size "+
			"or a larger --mem-limit\n")
	assert.NoFileExists(t, filepath.Join(out, results.JSONName))
}

// SIGINT, SIGTERM and SIGHUP end a run in an orderly way. Bench prints only one line, with the number of
// finished cells.
func TestSystemBenchInterrupted(t *testing.T) {
	for signal, name := range map[syscall.Signal]string{syscall.SIGINT: "interrupt",
		syscall.SIGTERM: "terminated", syscall.SIGHUP: "hangup"} {
		if !slices.Contains(job.Ending(), os.Signal(signal)) {
			continue // SIGHUP is ignored under nohup
		}
		r := measuring(t, lasting...)
		r.awaitCells(t, r.out)
		require.NoError(t, syscall.Kill(-r.Process.Pid, signal), "the group, as a terminal does")
		assert.Equal(t, exit.Partial, r.over(t), "%v: %s", signal, &r.stderr)
		_, cells := r.status(t)
		assert.Equal(t,
			"topocoll: partial: the run was cut short ("+name+"); the "+strconv.Itoa(cells)+
				" finished cells are in "+r.out+"\n", r.stderr.String())
	}
}

// A signal near the end of a run either comes too late, and the run is complete, or ends it like any other
// signal.
func TestSystemInterruptedInTheLastMoments(t *testing.T) {
	args := []string{"--size", "8", "-i", "300"}
	r := measuring(t, args...)
	began := time.Now()
	require.Equal(t, exit.OK, r.over(t))
	takes := time.Since(began)
	seed := uint64(time.Now().UnixNano()) // scripts/soak repeats the test
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	for range 3 {
		r := measuring(t, args...)
		select { // at a random moment
		case <-r.ended:
		case <-time.After(takes - time.Duration(random.Float64()*0.4*float64(takes))):
		}
		r.Process.Signal(syscall.SIGTERM)
		code := r.over(t)
		switch status, cells := r.status(t); {
		case status == "complete":
			assert.Equal(t, exit.OK, code)
			assert.Contains(t, r.stdout.String(), "report.html written")
			assert.Empty(t, r.stderr.String())
		case status == "":
			assert.Equal(t, exit.Failed, code)
			assert.Contains(t,
				[]string{"topocoll: the run ended before anything was measured (terminated)\n",
					"topocoll: ended by a signal (terminated)\n"}, r.stderr.String())
		default:
			assert.Equal(t, exit.Partial, code)
			assert.Contains(t, r.stderr.String(), "partial: the run was cut short (terminated); ")
			assert.True(t, cells == 0 ||
				strings.Contains(r.stderr.String(), "the "+strconv.Itoa(cells)+" cells"), "%s", &r.stderr)
		}
	}
}

// If the launcher gets SIGKILL, mpirun and the ranks end too. The finished cells remain on disk.
func TestSystemLauncherKilled(t *testing.T) {
	r := measuring(t, lasting...)
	r.awaitCells(t, r.out)
	require.NoError(t, r.Process.Kill())
	r.Wait()
	assert.Eventually(t, func() bool { return len(r.ranks(t)) == 0 }, time.Minute, 20*time.Millisecond)
	status, cells := r.status(t)
	assert.Equal(t, "partial", status)
	assert.NotZero(t, cells)
}

// If the disk becomes full, bench prints one line. The cells finished before that remain on disk.
func TestSystemDiskFull(t *testing.T) {
	dir := proctest.PlainDir(t)
	if out, err :=
		proctest.Command(t, "mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs",
			dir).CombinedOutput(); err != nil {
		t.Skipf("needs leave to mount: %s", out)
	}
	t.Cleanup(func() { assert.NoError(t, exec.Command("umount", dir).Run()) })
	out := filepath.Join(dir, "report")
	startedBothWays(t, 2, "bench --op bcast --algo hcube/bcast --size 8:1M:x2 -i 500 -q --out "+out,
		func(ours bool, code int, _, stderr, _ string) {
			assert.Equal(t, exit.Partial, code)
			r := trial{out: out}
			status, cells := r.status(t)
			assert.Equal(t, "partial", status)
			assert.NotZero(t, cells)
			line := "topocoll: partial: " + out + "/FILE: no space left on device; the " +
				strconv.Itoa(cells) + " cells finished before this error are in " + out + "\n"
			for _, name := range []string{results.JSONName, results.SamplesName} { // either file can fail first
				stderr = strings.Replace(stderr, out+"/"+name+":", out+"/FILE:", 1)
			}
			if ours {
				assert.Equal(t, line, stderr)
			} else {
				assert.Contains(t, stderr, line) // mpirun also prints a message for a non-zero exit code
			}
			require.NoError(t, os.RemoveAll(out))
		})
}

// --limit applies to the whole run. Bench reports once that the limit was reached.
func TestSystemLimit(t *testing.T) {
	r := measuring(t, "--size", "8:1M:x2", "-i", "30000", "--limit", "300ms", "--np", "1,2")
	code := r.over(t)
	if _, cells := r.status(t); cells == 0 { // on a busy machine
		assert.Equal(t, exit.Failed, code)
		assert.Equal(t, "topocoll: the run ended before anything was measured (the time limit, --limit 300ms, "+
			"was reached)\n", r.stderr.String())
		return
	}
	assert.Equal(t, exit.Partial, code)
	assert.Equal(t, "topocoll: partial: the time limit (--limit 300ms) was reached; the finished cells are "+
		"in "+r.out+"\n",
		r.stderr.String())
}
