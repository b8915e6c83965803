package profile_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/profile"
	"topocoll/tuned"
)

// text returns a profile with cells, in the format of dropin/records/profile.c.
func text(cells string) string {
	return `{"schema": 1, "program": "./app -n 5", "library": "Open MPI v4.1.4", "ranks": 4, "hosts": 2, ` +
		`"slots": 2,
 "seconds": 2, "most_seconds": 2.1, "collective_share": 0.5, "collective_seconds": 1, ` +
		`"least_collective_seconds": 0.8,
 "most_collective_seconds": 1.2, "least_tunable_seconds": 0.6, "unrecorded": 0, "cells": [` + cells + `]}`
}

// cell returns a cell of a profile.
func cell(call string, ranks, from, to int, calls, seconds float64, sizes string) string {
	return fmt.Sprintf(`{"call": %q, "ranks": %d, "hosts": 2, "slots": 2, "from": %d, "to": %d, "calls": %g,
		"in_place": 0, "seconds": %g, "slowest": 0.5, "sizes": [%s]}`, call, ranks, from, to, calls, seconds,
		sizes)
}

const oneSize = `{"bytes": 24, "calls": 7, "seconds": 0.1}`

func read(t *testing.T, text string) *profile.Profile {
	p, err := profile.Read(strings.NewReader(text))
	require.NoError(t, err)
	return p
}

// Print prints the sum of the known waits in calls that topocoll run can replace.
func TestPrintWaits(t *testing.T) {
	waits := func(cell, seconds string) string {
		return strings.Replace(cell, `"slowest"`, `"wait_seconds": `+seconds+`, "slowest"`, 1)
	}
	var out bytes.Buffer
	read(t, text(strings.Join([]string{waits(cell("MPI_Bcast", 4, 16, 31, 7, 0.1, oneSize), "0.025"),
		waits(cell("MPI_Allreduce", 4, 16, 31, 7, 0.4, oneSize), "0.3"),
		waits(cell("MPI_Alltoallw", 4, 16, 31, 7, 0.2, oneSize), "0.2"),
		cell("MPI_Scan", 4, 16, 31, 7, 0.2, oneSize)}, ","))).Print(&out, nil)
	assert.Contains(t, out.String(), `
MPI_Allreduce                      24     4     2        7    0.400 20.0 %  75 %
MPI_Alltoallw                      24     4     2        7    0.200 10.0 % 100 %
MPI_Scan                           24     4     2        7    0.200 10.0 %     -
MPI_Bcast                          24     4     2        7    0.100  5.0 %  25 %

Tuning can save at most 0.700 s (35.0 %), the mean time of a rank in calls that
topocoll run can replace. Of this mean time, 0.325 s (column "waits") is spent
waiting for the last rank to enter the call. Tuning shortens this wait only if
earlier collective calls delayed that last rank.
`)
	_, err := profile.Read(strings.NewReader(text(waits(cell("MPI_Bcast", 4, 16, 31, 7, 0.1, oneSize), "0.6"))))
	assert.ErrorContains(t, err, "wait_seconds 0.6, want 0 to the time of the slowest rank")
}

// Print states that the possible gain is unknown for calls whose time is not recorded.
func TestPrintUntimed(t *testing.T) {
	var out bytes.Buffer
	read(t, text(cell("MPI_Bcast", 4, 16, 31, 7, 0.1, oneSize)+","+
		cell("MPI_Allreduce_init", 4, 16, 31, 7, 0.01, oneSize))).Print(&out, nil)
	assert.Contains(t, strings.Join(strings.Fields(out.String()), " "), "in blocking calls that topocoll "+
		"run can replace. How much tuning can save in non-blocking and persistent calls is unknown. One rank")
}

func TestPrint(t *testing.T) {
	for _, c := range []struct{ cells, want string }{
		{strings.Join([]string{cell("MPI_Bcast", 4, 16, 31, 7, 0.1, oneSize),
			cell("MPI_Allreduce", 2, 8, 15, 30, 0.7, `{"bytes": 8, "calls": 20, "seconds": 0.5},
				{"bytes": 12, "calls": 10, "seconds": 0.2}`),
			cell("MPI_Barrier", 4, 0, 0, 1, 0.05, `{"bytes": 0, "calls": 1, "seconds": 0.05}`),
			cell("MPI_Ialltoallv", 4, 16, 31, 7.5, 0.15, oneSize)}, ","),
			`The program spends 50.0 % of its time in collective calls, 1.000 of 2.000 s;
MPI_Allreduce of 8 to 15 bytes takes the most time, 0.700 s in 30 calls. For
non-blocking and persistent calls, these times include only the start or
initialization, because the time in functions such as MPI_Wait is unknown.

./app -n 5
4 ranks on 2 hosts, Open MPI v4.1.4

call                            bytes ranks hosts    calls  seconds  share waits
MPI_Allreduce                 8 to 15     2     2       30    0.700 35.0 %     -
MPI_Ialltoallv                     24     4     2      7.5    0.150  7.5 %     -
MPI_Bcast                          24     4     2        7    0.100  5.0 %     -
MPI_Barrier                         -     4     2        1    0.050  2.5 %     -

Tuning can save at most 0.850 s (42.5 %), the mean time of a rank in calls that
topocoll run can replace. One rank spends only 0.600 s in the replaceable calls.
Ranks that spend more time may wait for late ranks, and tuning cannot shorten
these waits.
`},
		{"", `The program makes no collective calls.

./app -n 5
4 ranks on 2 hosts, Open MPI v4.1.4
`},
		{cell("MPI_Alltoallw", 4, 16, 31, 7, 0.1, oneSize),
			`The program spends 50.0 % of its time in collective calls, 1.000 of 2.000 s;
MPI_Alltoallw of 24 bytes takes the most time, 0.100 s in 7 calls.

./app -n 5
4 ranks on 2 hosts, Open MPI v4.1.4

call                            bytes ranks hosts    calls  seconds  share waits
MPI_Alltoallw                      24     4     2        7    0.100  5.0 %     -

Tuning cannot save time: topocoll run can replace none of the calls.
`},
	} {
		var out bytes.Buffer
		read(t, text(c.cells)).Print(&out, nil)
		assert.Equal(t, c.want, out.String())
	}
}

// The table has a column for the algorithms of the MPI library if at least one is known. The algorithms of a
// cell are in the order of the cell's sizes. The function gets the communicator and the block size of each
// call.
func TestPrintNative(t *testing.T) {
	both := `{"bytes": 24, "calls": 5, "seconds": 0.1}, {"bytes": 16, "calls": 2, "seconds": 0.1}`
	inPlace := func(cell string) string { return strings.Replace(cell, `"in_place": 0`, `"in_place": 1`, 1) }
	p := read(t, text(strings.Join([]string{
		cell("MPI_Bcast", 4, 16, 31, 7, 0.9, both),
		cell("MPI_Allgather", 4, 16, 31, 7, 0.8, oneSize),
		inPlace(cell("MPI_Allgather", 4, 16, 31, 7, 0.7, oneSize)),
		inPlace(cell("MPI_Allreduce", 3, 16, 31, 7, 0.6, oneSize)),
		cell("MPI_Allgatherv", 4, 16, 31, 7, 0.5, oneSize),
		cell("MPI_Iallreduce", 4, 16, 31, 7, 0.4, oneSize),
		cell("MPI_Bcast", 1, 16, 31, 7, 0.3, oneSize),
		cell("MPI_Barrier", 4, 0, 0, 1, 0.2, `{"bytes": 0, "calls": 1, "seconds": 0.2}`),
		cell("MPI_Bcast", 4, 0, 0, 1, 0.1, `{"bytes": 0, "calls": 1, "seconds": 0.1}`),
		strings.Replace(cell("MPI_Bcast", 4, 16, 31, 7, 0.05, oneSize), `"hosts": 2`, `"hosts": 0`, 1)}, ",")))
	table := func(native profile.NativeAlgorithm) string {
		var out bytes.Buffer
		p.Print(&out, native)
		_, table, _ := strings.Cut(out.String(), "./app -n 5\n4 ranks on 2 hosts, Open MPI v4.1.4\n\n")
		table, _, _ = strings.Cut(table, "\n\n")
		return table
	}
	assert.Equal(t,
		`call                            bytes ranks hosts    calls  seconds  share waits  native algorithm
MPI_Bcast                    16 to 31     4     2        7    0.900 45.0 %     -  bcast4 2 2 16; bcast4 2 2 24
MPI_Allgather                      24     4     2        7    0.800 40.0 %     -  allgather4 2 2 24
MPI_Allgather                      24     4     2        7    0.700 35.0 %     -  -
MPI_Allreduce                      24     3     2        7    0.600 30.0 %     -  allreduce3 2 2 24
MPI_Allgatherv                     24     4     2        7    0.500 25.0 %     -  -
MPI_Iallreduce                     24     4     2        7    0.400 20.0 %     -  -
MPI_Bcast                          24     1     2        7    0.300 15.0 %     -  -
MPI_Barrier                         -     4     2        1    0.200 10.0 %     -  barrier4 2 2 0
MPI_Bcast                           0     4     2        1    0.100  5.0 %     -  -
MPI_Bcast                          24     4     -        7    0.050  2.5 %     -  -`,
		table(func(op catalog.Collective, job tuned.Job, bytes int) string {
			return fmt.Sprint(op, job.Ranks, job.Hosts, job.Slots, bytes)
		}))
	unknown := table(func(catalog.Collective, tuned.Job, int) string { return "" })
	assert.Equal(t, table(nil), unknown)
	assert.NotContains(t, unknown, "native")
}

// If topocoll run can replace only calls whose time is unknown, Print does not state that tuning cannot save
// time.
func TestPrintUntimedCalls(t *testing.T) {
	const unknown = "How much time tuning can save is unknown"
	for call, timed := range map[string]bool{"MPI_Iallreduce": false, "MPI_Allreduce_init": false,
		"MPI_Iallgatherv": false, "MPI_Ialltoallv": true, "MPI_Gatherv_init": false,
		"MPI_Alltoallw_init": true, "MPI_Alltoallw": true} {
		p := read(t, text(cell(call, 4, 16, 31, 7, 0.1, oneSize)))
		var out bytes.Buffer
		p.Print(&out, nil)
		print := strings.Join(strings.Fields(out.String()), " ")
		assert.Equal(t, timed, strings.Contains(print, "Tuning cannot save time"), call)
		assert.Equal(t, !timed, strings.Contains(print, unknown), call)
		assert.Equal(t, !timed, strings.Contains(p.NoSpeedup("app.json"), "whose time is unknown"), call)
		p.Library = "MPICH 4.0.2"
		out.Reset()
		p.Print(&out, nil)
		assert.NotContains(t, out.String(), unknown, call)
	}
	p := read(t, text(cell("MPI_Allreduce", 4, 16, 31, 7, 0.03, oneSize)))
	assert.Equal(t, "No speedup: the program spends only 1.5 % of its time in calls that topocoll run can "+
		"replace. topocoll profile app.json prints all calls.", p.NoSpeedup("app.json"))
}

// The table has ten rows, and one row with the sum of all other cells. Every line fits in a terminal.
func TestPrintFitsOneScreen(t *testing.T) {
	var cells []string
	for i := range 13 {
		cells = append(cells,
			cell("MPI_Reduce_scatter_block", 4, 1<<20, 1<<21-1, 2, float64(i), oneSize+","+oneSize))
	}
	var out bytes.Buffer
	read(t, text(strings.Join(cells, ","))).Print(&out, nil)
	assert.Regexp(t, `(?m)^3 other rows +6 +3\.000 150\.0 % *$`, out.String(),
		"the calls of the cells with 0, 1 and 2 s")
	assert.Equal(t, 11, strings.Count(out.String(), "MPI_Reduce_scatter_block"), "the sentence and ten rows")
	for line := range strings.Lines(out.String()) {
		assert.LessOrEqual(t, len(strings.TrimSpace(line)), 81, line)
	}
}

// A call whose communicator or function topocoll run cannot replace has no operation.
func TestOperation(t *testing.T) {
	for call, want := range map[string]catalog.Collective{"MPI_Allreduce": catalog.Allreduce,
		"MPI_Reduce_scatter_block": catalog.ReduceScatter, "MPI_Barrier": catalog.Barrier, "MPI_Sendrecv": "",
		"MPI_Allgatherv": catalog.Allgather, "MPI_Reduce_scatter": catalog.ReduceScatter,
		"MPI_Alltoallv": catalog.Alltoall, "MPI_Gatherv": catalog.Gather,
		"MPI_Scatterv": catalog.Scatter, "MPI_Iallreduce": "", "MPI_Alltoallw": ""} {
		op, replaceable := profile.Cell{Call: call}.Operation()
		assert.Equal(t, want, op, call)
		assert.Equal(t, want != "", replaceable, call)
		_, replaceable = profile.Cell{Call: call, Communicator: profile.Communicator{Inter: true}}.Operation()
		assert.False(t, replaceable, call)
	}
}

func TestBadProfiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "app.json")
	good := text(cell("MPI_Bcast", 4, 16, 31, 7, 0.1, oneSize))
	for old, c := range map[string]struct{ fresh, want string }{
		`"schema": 1`:          {`"schema": 2`, "schema 2, want 1"},
		`"hosts": 2, "slots"`:  {`"hosts": 9, "slots"`, "4 ranks on 9 hosts, want at least one of each"},
		`"seconds": 2`:         {`"seconds": -2`, "a time or a number of calls is -2, want 0 or more"},
		`"call": "MPI_Bcast"`:  {`"call": "Bcast"`, `cell 0: call "Bcast", want an MPI function`},
		`"from": 16, "to": 31`: {`"from": 16, "to": 3`, "cell 0: 4 ranks, blocks of 16 to 3 bytes"},
		`"program"`:            {`"other"`, `unknown field "other"`},
		good:                   {good[:len(good)/2], "not a complete JSON object"},
	} {
		require.Contains(t, good, old)
		require.NoError(t, os.WriteFile(name, []byte(strings.Replace(good, old, c.fresh, 1)), 0o644))
		_, err := profile.Load(name)
		assert.ErrorContains(t, err, name+": ")
		assert.ErrorContains(t, err, c.want)
		assert.ErrorContains(t, err, "; use a file written by topocoll run --profile")
	}
	_, err := profile.Load(filepath.Join(t.TempDir(), "none"))
	assert.ErrorContains(t, err, "no such file")
}
