package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/proctest"
	"topocoll/internal/profile"
	"topocoll/mpi"
)

// countedCalls are the calls of one function with blocks of one size, on communicators of one size and kind.
type countedCalls struct {
	call  string
	ranks int
	inter bool
	bytes int64
}

// A profile has exactly the calls that the program counts. This holds with plans, without plans, and if
// LD_PRELOAD loads the library without a plan file.
func testDropInProfile(t *testing.T, k dropInKit, _ string) {
	profiled, file := k.compile(t, "profiled"), filepath.Join(k.dir, "profiled.json")
	for _, c := range []struct {
		ranks int
		ours  bool
		words []string
	}{
		{2, false, nil},
		{3, false, []string{"--off", "all"}},
		{3, true, []string{"--force", forced}},
	} {
		ranks := fmt.Sprint(c.ranks)
		words := slices.Concat([]string{"run", "-n", ranks, "--profile", file}, c.words,
			[]string{"--", profiled})
		out, err := proctest.Command(t, k.topocoll, words...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		requireCounted(t, string(out), file, c.ranks, c.ours)
	}
	by := `. scripts/mpi-names; export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
		[ "$mpi_kind" = mpich ] || more=--oversubscribe; 
		"$mpi_run" $more -n 3 env LD_PRELOAD="$1" TOPOCOLL_PROFILE="$2" "$3"`
	out, err := proctest.Command(t, "bash", "-ec", by, "bash", k.library, file, profiled).CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.NotContains(t, string(out), "topocoll:")
	requireCounted(t, string(out), file, 3, false)

	printed, err := proctest.Command(t, k.topocoll, "profile", file).CombinedOutput()
	require.NoError(t, err, "%s", printed)
	assert.Regexp(t, `^The program spends [\d.]+ % of its time in collective calls`, string(printed))
	assert.Contains(t, string(printed), "\n3 ranks on 1 host, ")
}

// topocoll profile names the same native algorithms as topocoll which. With Open MPI, the program runs with a
// rules file, which a file of MCA parameters selects.
func testDropInNativeAlgorithms(t *testing.T, k dropInKit, _ string) {
	file, conf := filepath.Join(k.dir, "native.json"), filepath.Join(k.dir, "native.conf")
	isMPICH := strings.Contains(mpi.LibraryVersion(), "MPICH")
	// allreduce on any number of ranks: the library's choice below 8 bytes, then a ring; bcast on 3 ranks: a
	// chain in segments of 1024 bytes
	require.NoError(t, os.WriteFile(conf, []byte("2\n2 1\n0 2\n 0 0 0 0\n 8 4 0 0\n7 2\n0 1\n 0 6 0 0\n"+
		"3 1\n 0 2 2 1024\n"), 0o644))
	run := proctest.Command(t, k.topocoll, "run", "-n", "3", "--profile", file, "--", k.compile(t, "late"))
	if !isMPICH {
		parameters := filepath.Join(k.dir, "parameters.conf")
		line := "coll_tuned_dynamic_rules_filename = " + conf + "\n"
		require.NoError(t, os.WriteFile(parameters, []byte(line), 0o644))
		run.Env = append(run.Environ(), "OMPI_MCA_coll_tuned_use_dynamic_rules=1",
			"OMPI_MCA_mca_base_param_files="+parameters)
	}
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s", out)
	printed := ran(t, proctest.Command(t, k.topocoll, "profile", file))
	for call, want := range map[string]string{"MPI_Allreduce": "ring",
		"MPI_Bcast": "chain, fan-out 2, segments of 1024 bytes"} {
		words := []string{"which", call, "-n", "3", "--size", "8"}
		pattern := `MPICH [\d.]+ without tuning files: (.*), by its`
		if !isMPICH {
			words = append(words, "--rules", conf)
			pattern = `Open MPI [\d.]+ with native.conf: (.*) \(line \d+\)`
		}
		which := ran(t, proctest.Command(t, k.topocoll, words...))
		found := regexp.MustCompile(pattern).FindStringSubmatch(which)
		require.NotNil(t, found, which)
		if !isMPICH {
			assert.Equal(t, want, found[1])
		}
		assert.Regexp(t, `(?m)^`+call+` .* %  `+regexp.QuoteMeta(found[1])+`$`, printed)
	}
	assert.Regexp(t, `(?m)^MPI_Alltoallv .* %  -$`, printed)
	assert.Regexp(t, `(?m)^MPI_Ibarrier .* -  -$`, printed)
}

// requireCounted compares a profile with the lines that the program profiled prints.
func requireCounted(t *testing.T, out, file string, ranks int, ours bool) {
	t.Helper()
	want, got, calls := map[countedCalls]float64{}, map[countedCalls]float64{}, 0.0
	for line := range strings.Lines(out) {
		var c countedCalls
		var inter int
		var calls float64
		n, _ := fmt.Sscan(line, &c.call, &c.ranks, &inter, &c.bytes, &calls)
		if n == 5 && strings.HasPrefix(c.call, "MPI_") {
			c.inter = inter == 1
			want[c] += calls
		}
	}
	require.Greater(t, len(want), 500, out)
	p, err := profile.Load(file)
	require.NoError(t, err)
	assert.Equal(t, []int{ranks, 1, ranks}, []int{p.Ranks, p.Hosts, p.Slots})
	assert.Zero(t, p.Unrecorded)
	assert.LessOrEqual(t, p.Least, p.Collective)
	assert.LessOrEqual(t, p.Collective, p.Most)
	assert.LessOrEqual(t, p.Most, p.MostSeconds)
	assert.Greater(t, p.MostSeconds, p.Seconds+0.01, "the last rank sleeps before it ends")
	seconds := 0.0
	for _, c := range p.Cells {
		seconds += c.Seconds
		assert.LessOrEqual(t, c.Seconds, c.Slowest*1.000001, c.Call)
		_, takes := c.Operation()
		started := strings.HasPrefix(c.Call, "MPI_I") || strings.HasSuffix(c.Call, "_init")
		if !ours || !takes && !started || c.Ranks < 2 {
			assert.Zero(t, c.Replaced, c.Call)
		}
		calls += c.Replaced
		if c.Inter {
			assert.Equal(t, []int{0, 0}, []int{c.Hosts, c.Slots}, "unknown")
		} else {
			assert.Equal(t, []int{1, c.Ranks}, []int{c.Hosts, c.Slots})
		}
		assert.Equal(t, typeOf(c), []any{c.Type, c.TypeVaries}, "%s from %d", c.Call, c.From)
		sizes := 0.0
		for _, s := range c.Sizes {
			key := countedCalls{c.Call, c.Ranks, c.Inter, s.Bytes}
			got[key] += s.Calls
			sizes += s.Calls
			assert.True(t, c.From <= s.Bytes && s.Bytes <= c.To, "%s of %d bytes", c.Call, s.Bytes)
		}
		if c.Call == "MPI_Bcast" && c.From == 1024 { // has more sizes than a cell can list; one size is frequent
			assert.Equal(t, 100.0, c.Calls)
			assert.Equal(t, 0, *c.Root)
			assert.True(t, slices.ContainsFunc(c.Sizes,
				func(s profile.Size) bool { return s.Bytes == 8*(128+25) && s.Calls >= 60 }), "%+v", c.Sizes)
			continue
		}
		assert.InDelta(t, c.Calls, sizes, 1e-6, c.Call)
	}
	assert.InDelta(t, p.Collective, seconds, p.Collective*1e-6)
	assert.Equal(t, ours, calls > 0)
	for c, calls := range want {
		if c.call == "MPI_Bcast" && c.bytes >= 1024 {
			delete(got, c)
		} else {
			assert.InDelta(t, calls, got[c], 1e-4, "%+v", c)
			delete(got, c)
		}
	}
	assert.Empty(t, got, "calls that the program has not made")
}

// typeOf returns the type and whether types vary for a cell of the program profiled.
func typeOf(c profile.Cell) []any {
	switch {
	case c.Inter || strings.HasSuffix(c.Call, "arrier") || strings.HasSuffix(c.Call, "w"):
		return []any{"", false}
	case c.Call == "MPI_Bcast" && c.From == 2048:
		return []any{"", true}
	case c.Call == "MPI_Bcast" && c.From == 4096:
		return []any{`a "pair" of numbers with a name`, false}
	case c.Call == "MPI_Bcast" && c.From == 16384:
		return []any{"derived", false}
	}
	return []any{"MPI_DOUBLE", false}
}

// A program without MPI does not change an older profile. A profile that cannot be written is reported
// before the program starts.
func testDropInWithoutProfile(t *testing.T, k dropInKit, _ string) {
	file := filepath.Join(k.dir, "none.json")
	require.NoError(t, os.WriteFile(file, []byte("old"), 0o644))
	out, err := k.run(t, "--profile", file, "--", "true")
	assert.Error(t, err)
	assert.Contains(t, out,
		"topocoll: the program wrote no profile; it must be linked with a shared MPI library")
	unchanged := func() {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, "old", string(text))
		assert.NoFileExists(t, file+".new")
	}
	unchanged()
	out, err = k.run(t, "--profile", file, "--", "sh", "-c", "exit 7")
	assert.Error(t, err)
	assert.NotContains(t, out, "no profile", "the error of the program comes first")
	unchanged()
	out, err = k.run(t, "--profile", filepath.Join(k.dir, "no folder", "file"), "--", "touch",
		filepath.Join(k.dir, "touched"))
	assert.Error(t, err)
	assert.Contains(t, out, "no such file or directory")
	assert.NoFileExists(t, filepath.Join(k.dir, "touched"), "the program has run")
}

// Calls through the Fortran bindings are recorded.
func testDropInProfileOfFortran(t *testing.T, k dropInKit, _ string) {
	program, file := filepath.Join(k.dir, "fortran"), filepath.Join(k.dir, "fortran.json")
	compiled := k.script(t,
		`[ "$mpi_kind" = mpich ] && more=-DLARGE; "${mpi_cc/mpicc/mpif90}" -cpp $more -J "$(dirname "$1")" `+
			`-o "$1" dropin/testdata/profiled.f90 || echo none`, program)
	if strings.HasSuffix(compiled, "none\n") {
		t.Skip("needs a Fortran compiler")
	}
	out, err := k.run(t, "--profile", file, "--", program)
	require.NoError(t, err, out)
	assert.Contains(t, out, "0 wrong")
	p, err := profile.Load(file)
	require.NoError(t, err)
	got, want := map[countedCalls]float64{}, map[countedCalls]float64{}
	for _, c := range p.Cells {
		switch c.Call {
		case "MPI_Ibarrier", "MPI_Barrier":
			assert.Empty(t, c.Type, c.Call)
		case "MPI_Iallreduce", "MPI_Reduce_scatter", "MPI_Scatterv":
			assert.Equal(t, "MPI_INTEGER", c.Type, c.Call)
		default:
			assert.Equal(t, "MPI_DOUBLE_PRECISION", c.Type, c.Call)
		}
		for _, s := range c.Sizes {
			got[countedCalls{c.Call, c.Ranks, c.Inter, s.Bytes}] = s.Calls
		}
	}
	for call, bytes := range map[string]int64{"Allreduce": 800, "Allgatherv": 40, "Alltoallv": 40,
		"Gatherv": 40, "Ibcast": 56} {
		want[countedCalls{"MPI_" + call, 3, false, bytes}] = 2 // in module mpi
	}
	for call, bytes := range map[string]int64{"Iallreduce": 200, "Reduce_scatter": 12, "Scatterv": 12,
		"Ibarrier": 0, "Barrier": 0} {
		want[countedCalls{"MPI_" + call, 3, false, bytes}] = 3 // in module mpi_f08
	}
	if os.Getenv("MPI") == "mpich" { // also with counts of kind MPI_COUNT_KIND
		want[countedCalls{"MPI_Reduce_scatter", 3, false, 12}] += 3
		want[countedCalls{"MPI_Scatterv", 3, false, 12}] += 3
	}
	assert.Equal(t, want, got)
}

// A rank measures how long it waits for late ranks, also if the clocks of the hosts differ.
func testDropInWaits(t *testing.T, k dropInKit, _ string) {
	out := k.script(t, `. scripts/mpi-names; export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
		[ "$mpi_kind" = mpich ] || more=--oversubscribe; "$mpi_run" $more -n 4 "$1"`, k.compile(t, "waits"))
	var got, want, limitedSampled, limitedAll []float64
	worst := 0.0 // error of a clock; two clocks determine a wait
	for line := range strings.Lines(out) {
		var rank, samples int
		var seconds, truth, sampled, all, clock float64
		if n, _ := fmt.Sscanf(line, "rank %d: %g %g %g %g %g %d", &rank, &seconds, &truth, &sampled, &all,
			&clock, &samples); n == 7 {
			got, want = append(got, seconds), append(want, truth)
			limitedSampled, limitedAll = append(limitedSampled, sampled), append(limitedAll, all)
			worst = max(worst, clock)
			assert.Greater(t, samples, 32, line)
		}
	}
	require.Len(t, got, 4, out)
	for rank := range got {
		assert.InDelta(t, want[rank], got[rank], 0.01*want[rank]+2*worst, out)
		// The sampled calls represent all calls. Long waits are limited, because a single wait for a core may
		// take longer than all other waits. The tolerance is half of the total time for which late ranks sleep.
		assert.InDelta(t, limitedAll[rank], limitedSampled[rank], 0.4, out)
	}
}

// A profile contains the time that the ranks wait for the last rank, which sleeps before every call. If one
// rank has threads, no rank records waits.
func testDropInWaitsOfProgram(t *testing.T, k dropInKit, _ string) {
	file, late := filepath.Join(k.dir, "late.json"), k.compile(t, "late")
	out, err := k.run(t, "--profile", file, "--", late, "threads")
	require.NoError(t, err, out)
	threaded, err := profile.Load(file)
	require.NoError(t, err)
	require.NotEmpty(t, threaded.Cells)
	for _, c := range threaded.Cells {
		assert.Nil(t, c.Wait, c.Call)
	}
	out, err = k.run(t, "--profile", file, "--", late)
	require.NoError(t, err, out)
	p, err := profile.Load(file)
	require.NoError(t, err)
	waits := map[string]*float64{}
	for _, c := range p.Cells {
		waits[c.Call] = c.Wait
		assert.LessOrEqual(t, c.Seconds, c.Slowest*1.000001, c.Call)
		if c.Wait != nil {
			assert.LessOrEqual(t, *c.Wait, c.Seconds*1.000001, c.Call)
		}
	}
	assert.Nil(t, waits["MPI_Ibarrier"])
	for _, call := range []string{"MPI_Allreduce", "MPI_Bcast", "MPI_Alltoallv"} {
		if assert.NotNil(t, waits[call], call) {
			assert.Greater(t, *waits[call], 0.1, "100 calls, before each of which a rank sleeps for 4 ms: %s", call)
		}
	}
}
