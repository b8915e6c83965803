package run

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
)

// A kindOfCall is an operation and a range of sizes: the number of binary digits of the bytes of a block.
type kindOfCall struct {
	op    catalog.Collective
	class int
}

// fewest returns the smallest size of the range.
func (k kindOfCall) fewest() int { return 1 << k.class / 2 }

// programTimes has the times of a program in seconds: the whole program on rank 0, and the calls as the mean over the ranks.
type programTimes struct {
	whole float64 // from the end of MPI_Init to MPI_Finalize
	calls map[kindOfCall]callTimes
}

type callTimes struct {
	calls   int
	seconds float64
	algo    string // of ours, or native
}

// all returns the time of all calls in seconds.
func (t programTimes) all() (seconds float64) {
	for _, c := range t.calls {
		seconds += c.seconds
	}
	return seconds
}

// compare runs the program in turns with the MPI library alone and with the algorithms of topocoll, and prints both times.
func (c *Command) compare(preload, plans string) error {
	dir, err := os.MkdirTemp("", "topocoll-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	var runs [2][]programTimes // natively, with ours
	for i := range 2 * c.Launches {
		who := (i + i/2) % 2 // both come first equally often
		off, says := []string{"all"}, "by the MPI library alone"
		if who == 1 {
			off, says = c.Off, "with our algorithms"
		}
		fmt.Fprintf(os.Stderr, "topocoll: run %d of %d, %s\n", i+1, 2*c.Launches, says)
		name := filepath.Join(dir, fmt.Sprint(i))
		command, err := c.command(preload, plans, off, name)
		if err == nil {
			err = ranks.Supervise(command, job.Context{})
		}
		if err != nil {
			return err
		}
		times, err := readTimes(name)
		if err != nil {
			return err
		}
		runs[who] = append(runs[who], times)
	}
	writeCompared(os.Stderr, runs[0], runs[1])
	return nil
}

// readTimes reads what dropin/report.c writes.
func readTimes(name string) (programTimes, error) {
	t := programTimes{calls: map[kindOfCall]callTimes{}}
	file, err := os.Open(name)
	if err != nil {
		return t, errors.New("no times of the program, want one that has the MPI library as a shared one, and comes to MPI_Finalize")
	}
	defer file.Close()
	lines := bufio.NewReader(file)
	if _, err := fmt.Fscanln(lines, &t.whole); err != nil {
		return t, err
	}
	for {
		var kind kindOfCall
		var native, ours int
		var nativeSeconds, oursSeconds float64
		var algo string
		_, err := fmt.Fscanln(lines, &kind.op, &kind.class, &native, &nativeSeconds, &ours, &oursSeconds, &algo)
		switch {
		case err == io.EOF:
			return t, nil
		case err != nil:
			return t, err
		}
		t.calls[kind] = callTimes{calls: native + ours, seconds: nativeSeconds + oursSeconds, algo: algo}
	}
}

// fewestCalls is the number of calls of a kind, on each side, that a verdict needs.
const fewestCalls = 8

// writeCompared prints a line for every kind of call, the medians of the launches.
func writeCompared(out io.Writer, native, ours []programTimes) {
	const form = "topocoll: %-13s %10v %9s %-26s %10s %10s %9s\n"
	fmt.Fprintf(out, form, "operation", "bytes from", "calls", "algorithm", "native ms", "ours ms", "x faster")
	line := func(op catalog.Collective, fewest any, calls, algo string, enough bool, of func(programTimes) float64) {
		before, after, gain := medianOf(native, of), medianOf(ours, of), "-"
		if after > 0 && enough {
			gain = fmt.Sprintf("%.2f", before/after)
		}
		fmt.Fprintf(out, form, op, fewest, calls, algo, fmt.Sprintf("%.3f", 1e3*before), fmt.Sprintf("%.3f", 1e3*after), gain)
	}
	for _, kind := range kindsOf(slices.Concat(native, ours)) {
		before, after := native[0].calls[kind], ours[0].calls[kind]
		calls := fmt.Sprint(after.calls)
		if before.calls != after.calls { // the program took another path
			calls = fmt.Sprintf("%d, %d", before.calls, after.calls)
		}
		line(kind.op, kind.fewest(), calls, cmp.Or(after.algo, before.algo), min(before.calls*len(native), after.calls*len(ours)) >= fewestCalls, func(t programTimes) float64 { return t.calls[kind].seconds })
	}
	line("all of these", "", "", "", true, programTimes.all)
	line("the program", "", "", "", true, func(t programTimes) float64 { return t.whole })
	fmt.Fprintf(out, "topocoll: times of calls are means over all ranks; fewer than %d calls say nothing\n", fewestCalls)
}

// kindsOf returns the kinds of the calls, in the order of the catalog.
func kindsOf(runs []programTimes) (kinds []kindOfCall) {
	for _, t := range runs {
		kinds = slices.AppendSeq(kinds, maps.Keys(t.calls))
	}
	order := catalog.Collectives()
	slices.SortFunc(kinds, func(a, b kindOfCall) int {
		return cmp.Or(slices.Index(order, a.op)-slices.Index(order, b.op), a.class-b.class)
	})
	return slices.Compact(kinds)
}

// medianOf returns the median of a time over several launches.
func medianOf(runs []programTimes, of func(programTimes) float64) float64 {
	var times []float64
	for _, t := range runs {
		times = append(times, of(t))
	}
	return stats.Median(times)
}
