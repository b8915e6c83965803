package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/job/ranks"
)

// run --watch names the rank for which the others wait, and the call in which it is. For a program without a
// mistake, it prints no report.
func testDropInWatch(t *testing.T, k dropInKit, calls string) {
	mistakes[0].test(t, k, k.compile(t, "hang"))
	said, err := k.run(t, "--force", forced, "--watch", "60s", "--", calls, "200")
	require.NoError(t, err, said)
	assert.Contains(t, said, " calls, 0 wrong")
	assert.NotContains(t, said, "has not returned")
}

func TestSystemDropInWatch(t *testing.T) {
	k := newDropInKit(t)
	hang := k.compile(t, "hang")
	for _, m := range mistakes[1:] {
		t.Run(m.name, func(t *testing.T) { m.test(t, k, hang) })
	}
}

// Calls that wait for a late rank for less than the time limit cause no report.
func TestSystemDropInWatchIsSilent(t *testing.T) {
	k := newDropInKit(t)
	said, err := k.run(t, "--watch", "60s", "--", k.compile(t, "random"), "10")
	require.NoError(t, err, "%s", said)
	assert.Regexp(t, `^\d+ calls on each rank; the longest took \d+\.\d\d s\n$`, said)
}

// Open MPI 4.1.4's mpirun sometimes does not end after --abort has ended the ranks. In this case topocoll run
// ends mpirun.
func TestSystemDropInWatchEndsMpirun(t *testing.T) {
	k := newDropInKit(t)
	real, err := ranks.Library().Mpirun()
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	// after its child has ended, the script waits for a writer to the pipe
	script := fmt.Sprintf(`#!/bin/sh
[ "$1" != --version ] || exec '%[1]s' --version
'%[1]s' "$@" &
wait
: <'%[2]s/pipe'
`, real, dir)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mpirun"), []byte(script), 0o755))
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	mistakes[0].test(t, k, k.compile(t, "hang"))
}

// A mistake is one of the mistakes in dropin/testdata/hang.c. One of the three ranks makes the mistake.
type mistake struct {
	name   string
	rank   int
	others string // where the other ranks are
	is     string // where the rank that makes the mistake is
}

const lastCall = `last collective call: MPI_Allreduce, count 5, call 1 on a communicator of 3 ranks`

var mistakes = []mistake{
	{"absent", 1, "in MPI_Barrier", "missing: outside collective calls; " + lastCall},
	{"third", 0, "in MPI_Barrier", "missing: outside collective calls; last collective call: MPI_Bcast, " +
		"root 0, count 3, call 1 on a communicator of 3 ranks"},
	{"stopped", 2, "in MPI_Barrier",
		"no answer: the process has ended or is stopped, or its host cannot be reached"},
	{"finalize", 1, "in MPI_Barrier", "missing: in MPI_Finalize; " + lastCall},
	{"counts", 1, "in MPI_Allgatherv", "missing: in MPI_Finalize; " + lastCall},
	{"operation", 0, "in MPI_Alltoall, count 87381", "in MPI_Gather, root 0, count 87381"},
	{"root", 1, "in MPI_Reduce, root 2, count 262144", "in MPI_Reduce, root 1, count 262144"},
	// the report may be about the call of either side
	{"order", 2, "(missing: )?in MPI_Barrier(, call 2 on MPI_COMM_WORLD)?",
		"(missing: )?in MPI_Barrier(, call 2 on a communicator of 3 ranks)?"},
}

// test runs the program. The time limit is long enough for the ranks to be in their calls on a busy machine.
func (m mistake) test(t *testing.T, k dropInKit, hang string) {
	said, err := k.run(t, "--off", "all", "--watch", "4s", "--abort", "--", hang, m.name, fmt.Sprint(m.rank))
	assert.Error(t, err)
	assert.Regexp(t, `topocoll: MPI_.*, call 2 on (MPI_COMM_WORLD|a communicator of 3 ranks), has not `+
		`returned for 4 s\n`, said)
	const program = `, at .*hang\+0x`
	if m.name != "stopped" {
		m.is += program
	}
	assert.Regexp(t, fmt.Sprintf(`topocoll:   ranks %s: %s%s`, []string{"1,2", "0,2", "0,1"}[m.rank], m.others,
		program), said)
	assert.Regexp(t, fmt.Sprintf(`topocoll:   rank %d on \S+: %s`, m.rank, m.is), said)
	assert.Contains(t, said, "topocoll: --abort ends the job\n")
}
