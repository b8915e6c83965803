package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/job/ranks"
	"topocoll/internal/proctest"
	"topocoll/tuned"
)

// Non-blocking and persistent calls that are active at the same time have the right results, for every way in
// which the program completes them. With MPICH, libtopocoll.so passes them on to the MPI library. Open MPI
// has had persistent collective calls since version 5.
func testDropInStarted(t *testing.T, k dropInKit, _ string) {
	started := k.compile(t, "started")
	persistent := os.Getenv("MPI") != "mpich" && strings.HasSuffix(k.script(t,
		`echo '#include <mpi.h>' | "$mpi_cc" -E - | grep -q MPI_Bcast_init && echo yes || echo no`), "yes\n")
	for _, seed := range []string{"1", "2"} {
		out, err := k.run(t, "--force", forced, "--verbose", "--",
			"timeout", "120", started, "200", seed)
		assert.NoError(t, err, out)
		assert.Contains(t, out, " calls, 0 wrong\n")
		if os.Getenv("MPI") != "mpich" {
			for _, op := range []string{"iallreduce", "ibcast", "ialltoall", "igather", "iscatter", "ibarrier",
				"iscan", "iexscan", "iallgather", "ireduce", "ireducescatter", "iallgatherv", "ireducescatterv"} {
				assert.Regexp(t, `(?m)^topocoll: `+op+` +\d+ +\d+ [a-z]+/`, out)
				if persistent {
					assert.Regexp(t, `(?m)^topocoll: `+op[1:]+`_init +\d+ +\d+ [a-z]+/`, out)
				}
			}
		}
	}
	if os.Getenv("MPI") != "mpich" {
		testShortStarted(t, k, persistent)
		testStretched(t, k, started, persistent)
	}
	if persistent {
		testPersistentFortran(t, k)
	}
}

// Plans execute calls whose blocks always differ in length. In some calls, the mean length of a block is at
// least 256 bytes, so the blocks do not have the same length by chance.
func testStretched(t *testing.T, k dropInKit, started string, persistent bool) {
	out, err := k.run(t, "--force", forced, "--verbose", "--", "timeout", "120", started, "200", "1", "uneven")
	assert.NoError(t, err, out)
	assert.Contains(t, out, " calls, 0 wrong\n")
	names := []string{"iallgatherv"}
	if persistent {
		names = append(names, "allgatherv_init", "alltoallv_init", "gatherv_init", "scatterv_init")
	}
	for _, name := range names {
		assert.Regexp(t, `(?m)^topocoll: `+name+` +(256|512|1024|2048|4096) +\S+ [a-z]+/`, out)
	}
}

// On one host, the table applies to short MPI_Iallreduce, but not to short MPI_Iallgather, to MPI_Ibarrier or
// to short persistent calls.
func testShortStarted(t *testing.T, k dropInKit, persistent bool) {
	name := filepath.Join(k.dir, "started.json")
	choice := func(op catalog.Collective, id string) tuned.Choice {
		return tuned.Choice{Op: op, Job: tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}, Algo: id, Gain: 0.5}
	}
	table := &tuned.Table{Schema: tuned.Schema, Library: ranks.Library().Version(),
		Choices: []tuned.Choice{choice(catalog.Allreduce, "ring/allreduce"),
			choice(catalog.Allgather, "ring/allgather"), choice(catalog.Barrier, "hcube/barrier")}}
	require.NoError(t, results.Save(name, table.Write))
	program := k.compile(t, "started_cost")
	run := func(arguments ...string) string {
		options := []string{"run", "-n", "2", "--table", name, "--verbose", "--", "timeout", "120", program}
		out, err := proctest.Command(t, k.topocoll, append(options, arguments...)...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	out := run("1")
	assert.Regexp(t, `(?m)^topocoll: iallreduce +8 +\d+ ring/allreduce`, out)
	assert.Regexp(t, `(?m)^topocoll: iallgather +8 +\d+ native`, out)
	assert.Regexp(t, `(?m)^topocoll: iallgather +4096 +\d+ ring/allgather`, out)
	assert.Regexp(t, `(?m)^topocoll: ibarrier +\S+ +\d+ native`, out)
	if persistent {
		out = run("persistent", "1")
		assert.Regexp(t, `(?m)^topocoll: allreduce_init +8 +\d+ native`, out)
		assert.Regexp(t, `(?m)^topocoll: allreduce_init +4096 +\d+ ring/allreduce`, out)
	}
}

// Persistent calls from Fortran are executed by plans, too.
func testPersistentFortran(t *testing.T, k dropInKit) {
	program := filepath.Join(k.dir, "persistent")
	compiler := `"${mpi_cc/mpicc/mpif90}"`
	if out := k.script(t, "command -v "+compiler+" || echo none"); strings.HasSuffix(out, "none\n") {
		t.Log("needs a Fortran compiler")
		return
	}
	k.script(t, compiler+` -J "$(dirname "$1")" -o "$1" dropin/testdata/persistent.f90`, program)
	out, err := k.run(t, "--force", forced, "--verbose", "--", "timeout", "60", program)
	assert.NoError(t, err, out)
	assert.Contains(t, out, "0 wrong\n")
	for _, op := range []string{"bcast", "allreduce", "scan", "barrier"} {
		assert.Regexp(t, `(?m)^topocoll: `+op+`_init +\d+ +1 [a-z]+/`, out)
	}
}
