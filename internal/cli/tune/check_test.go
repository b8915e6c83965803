package tune

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
	"topocoll/bench/results/resultstest"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/proctest"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/tune"
	"topocoll/internal/tune/rulecheck"
	"topocoll/tuned"
)

const openRules = "openmpi-rules.conf"

// aCheck returns a check on two ranks whose rules select basic_linear for bcast.
func aCheck(t *testing.T, pairs int, limit time.Duration) *checkRun {
	files := []rules.File{{Name: openRules, Text: []byte("1\n7 1\n0 1\n0 1 0 0\n")}}
	selector, err :=
		libraries.Read(files, rules.Version{Library: rules.OpenMPI, Major: 4, Minor: 1, Patch: 4}, nil)
	require.NoError(t, err)
	return &checkRun{
		CheckCommand: &CheckCommand{Pairs: pairs,
			tuneFlags: tuneFlags{Out: proctest.PlainDir(t), Limit: limit, Quiet: true}}, selector: selector,
		table: &tuned.Table{Schema: tuned.Schema, Library: "Open MPI v4.1.4"},
		check: &rulecheck.Check{Schema: rulecheck.Schema, Library: "Open MPI v4.1.4",
			Job: tuned.Job{Ranks: 2, Hosts: 1, Slots: 2}, Files: []string{openRules}, Pairs: pairs,
			Status: "partial"},
	}
}

// launch writes the results of the next launch in the same way as the ranks. With the rules file, a bcast of
// 8 bytes takes `ratio` times as long.
func (k *checkRun) launch(t *testing.T, ratio float64) {
	with, drift := k.check.NextWithRules(), math.Pow(1.001, float64(k.check.Launches))
	var times []resultstest.SizeTimes
	for i, bytes := range []int{8, 64, 512} {
		at := resultstest.SizeTimes{Bytes: bytes, Native: 1.5e6 * drift, Reference: 1e6}
		if with && i == 0 {
			at.Native *= ratio
		}
		if with {
			at.Native, at.Reference = 1.1*at.Native, 1.1*at.Reference
		}
		times = append(times, at)
	}
	k.write(t, times...)
}

func (k *checkRun) write(t *testing.T, times ...resultstest.SizeTimes) {
	number := k.check.Launches + 1
	dir := k.check.LaunchDir(k.Out, number)
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, results.Write(dir, resultstest.SideBySide(fmt.Sprint(number), times...)))
}

// A check with a slower cell exits with code 4, and an incomplete check with code 5. Both print the known
// results.
func TestEndsOfChecks(t *testing.T) {
	for name, c := range map[string]struct {
		ratio float64
		at    int // the launch that fails
		err   error
		limit time.Duration
		code  int
		says  string
		table bool
	}{
		"nothing slower": {ratio: 1, table: true},
		"slower": {ratio: 1.5, code: exit.Slower, table: true,
			says: "1 of 3 cells are slower with openmpi-rules.conf; the worst is bcast of 8 bytes, which takes " +
				"1.50 times as long"},
		"slower, and cut off": {ratio: 1.5, at: 5, err: ends(job.End{Caught: syscall.SIGTERM}),
			code: exit.Slower, table: true,
			says: "1.50 times as long\npartial: the check was cut short (terminated); run the same command again " +
				"to continue"},
		"slower, and a rank fails": {ratio: 1.5, at: 5, err: ends(job.End{Code: exit.Failed}),
			code: exit.Failed, table: true},
		"cut off": {ratio: 1, at: 5, err: ends(job.End{Caught: syscall.SIGTERM}), code: exit.Partial,
			table: true,
			says:  "partial: the check was cut short (terminated); run the same command again to continue"},
		"cut off early": {ratio: 1, at: 3, err: ends(job.End{Caught: syscall.SIGTERM}), code: exit.Partial,
			says: "partial: the check was cut short (terminated); a result needs two pairs of launches; run the " +
				"same command again to continue"},
		"limit over": {ratio: 1, limit: time.Nanosecond, code: exit.Partial,
			says: "(--limit 1ns leaves no time for another launch after launch 1 of 6); a result needs two pairs"},
		"a rank fails": {ratio: 1, at: 1, err: ends(job.End{Code: exit.Failed, Said: true}),
			code: exit.Failed},
		"bad input":    {ratio: 1, at: 1, err: exit.Usage(errors.New("no")), code: exit.BadInput, says: "no"},
		"nothing left": {ratio: 1, at: 2, code: exit.Failed, says: "launch 2 wrote no results to "},
	} {
		if c.limit == 0 {
			c.limit = time.Hour
		}
		k, starts := aCheck(t, 3, c.limit), 0
		var out, errs bytes.Buffer
		code := exit.Report(&errs, k.startLaunches(&out, func(ranks.Launch) error {
			if starts++; starts == c.at {
				return c.err
			}
			k.launch(t, c.ratio)
			return nil
		}))
		assert.Equal(t, c.code, code, name)
		assert.Contains(t, errs.String(), c.says, name)
		assert.Equal(t, c.table,
			bytes.Contains(out.Bytes(),
				[]byte("bcast      8      basic_linear  150")), "%s: %s", name,
			&out)
	}
}

// Under the user's launcher, every launch is completed separately. The last launch prints the same text as a
// parent process.
func TestLaunchesOfAForeignLauncher(t *testing.T) {
	k := aCheck(t, 2, time.Hour)
	for done := range 4 {
		k.launch(t, 1)
		var out bytes.Buffer
		assert.NoError(t, k.completeLaunch(&out, nil))
		if done < 3 {
			assert.Contains(t, out.String(), fmt.Sprintf("launch %d of 4, ", done+1))
			continue
		}
		assert.Contains(t, out.String(), "operation  bytes  rule")
		assert.Contains(t, out.String(), rulecheck.FileName+": written")
	}
	again := aCheck(t, 2, time.Hour)
	require.NoError(t, again.save())
	err := again.completeLaunch(io.Discard, ends(job.End{Caught: syscall.SIGTERM}))
	assert.ErrorContains(t, err, "the check was cut short (terminated); a result needs two pairs")
}

// A new check moves the earlier one to another file, and the program reports this. No earlier check is
// overwritten.
func TestCheckBeginsAnew(t *testing.T) {
	k := aCheck(t, 2, time.Hour)
	var names []string
	for i := range 2 {
		k.check.Begun = time.Date(2026, 1, 1, 12, 0, i, 0, time.UTC)
		k.launch(t, 1)
		require.NoError(t, k.judgeLaunch(nil))
		again := aCheck(t, 2, time.Nanosecond)
		again.Out, again.earlier = k.Out, k.check
		again.check.Begun = k.check.Begun.Add(time.Hour)
		said := stderrOf(t, func() {
			assert.Error(t, again.startLaunches(io.Discard,
				func(ranks.Launch) error { return ends(job.End{Code: 137}) }))
		})
		names = append(names, k.path(fmt.Sprintf("check-20260101T12000%dZ.json", i)))
		assert.Equal(t, fmt.Sprintf("kept: the earlier check in %s (launches: 1) was moved to %s; a new check "+
			"begins\n", k.path(rulecheck.FileName), names[i]), said)
		now, err := rulecheck.Read(k.Out)
		require.NoError(t, err)
		assert.Zero(t, now.Launches)
		k = aCheck(t, 2, time.Hour)
		k.Out = again.Out
	}
	for _, name := range names {
		var kept rulecheck.Check
		_, err := tune.ReadJSON(name, &kept)
		require.NoError(t, err)
		assert.Equal(t, 1, kept.Launches)
		kept.CountLaunches(k.Out)
		assert.Equal(t, 1, kept.Launches)
	}
}

func TestCheckTable(t *testing.T) {
	k := aCheck(t, 2, time.Hour)
	var out bytes.Buffer
	assert.Error(t, k.startLaunches(&out, func(ranks.Launch) error { k.launch(t, 2); return nil }))
	for _, line := range []string{
		"# ranks 2, hosts 1, slots 2; pairs of launches: 2\n",
		"operation  bytes  rule          default us  reference    default/ref  rules/ref  rules/default  " +
			"interval      verdict\n",
		"# With the files, the library takes 26 % more time (ratio 1.260, ",
		"Verdicts for 3 cells: 0 faster, 1 slower, 2 the same within 2 %",
		"# the algorithms in the column \"reference\" are 10 % slower in launches with the\n",
	} {
		assert.Contains(t, out.String(), line)
	}
}

// The ratio of the two times in a line equals the ratio that is printed next to them. This also holds if
// the speed of the machine changes between launches.
func TestCheckPrintsWhatIsCompared(t *testing.T) {
	k := aCheck(t, 2, time.Hour)
	machine := 1.0
	var out bytes.Buffer
	require.NoError(t, k.startLaunches(&out, func(ranks.Launch) error {
		at := resultstest.SizeTimes{Bytes: 8, Native: 512810 * machine, Reference: 400000 * machine}
		if k.check.NextWithRules() {
			at.Native, at.Reference = 1.19*at.Native, 1.19/0.74*at.Reference
		}
		machine *= 1.1
		k.write(t, at)
		return nil
	}))
	var without, with, time float64
	line := regexp.MustCompile(`hcube/bcast +([0-9.]+) +([0-9.]+) +([0-9.]+) `).FindStringSubmatch(
		out.String())
	require.NotNil(t, line, &out)
	fmt.Sscan(strings.Join(line[1:], " "), &without, &with, &time)
	assert.Equal(t, 0.74, time)
	assert.InEpsilon(t, time, with/without, 0.01, &out)
}

// stderrOf returns the text that a function prints on standard error.
func stderrOf(t *testing.T, print func()) string {
	read, write, err := os.Pipe()
	require.NoError(t, err)
	defer func(before *os.File) { os.Stderr = before }(os.Stderr)
	os.Stderr = write
	print()
	require.NoError(t, write.Close())
	said, err := io.ReadAll(read)
	require.NoError(t, err)
	return string(said)
}

func ends(e job.End) error { return exit.Error{Code: e.Code, Quiet: true, Err: e} }
