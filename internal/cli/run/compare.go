package run

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"slices"

	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/internal/profile"
)

// A kindOfCall is an operation and a range of sizes: the number of binary digits of the bytes of a block.
type kindOfCall struct {
	op    catalog.Collective
	class int
}

// fewest returns the smallest size of the range.
func (k kindOfCall) fewest() int { return 1 << k.class / 2 }

// programTimes has the times of a program in seconds, as the mean over the ranks.
type programTimes struct {
	whole float64 // from the end of MPI_Init to MPI_Finalize
	calls map[kindOfCall]callTimes
}

type callTimes struct {
	calls   int
	seconds float64
	algo    string // of ours, or empty
}

// all returns the time of all calls in seconds.
func (t programTimes) all() (seconds float64) {
	for _, c := range t.calls {
		seconds += c.seconds
	}
	return seconds
}

// compare runs the program in turns with the MPI library alone and with the algorithms of topocoll, and
// prints both times.
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
	signals, release := job.Hold()
	defer release()
	err = ranks.Launches{First: 1, Count: 2 * c.Launches}.Run(signals, func(at ranks.Launch) error {
		i := at.Number - 1
		who := (i + i/2) % 2 // both come first equally often
		off, says := []string{"all"}, "by the MPI library alone"
		if who == 1 {
			off, says = c.Off, "with our algorithms"
		}
		fmt.Fprintf(os.Stderr, "topocoll: run %d of %d, %s\n", at.Number, at.Count, says)
		p, err := c.launch(preload, plans, off, filepath.Join(dir, fmt.Sprint(i)))
		if err == nil {
			runs[who] = append(runs[who], timesOf(p))
		}
		return err
	})
	if err != nil {
		return err
	}
	writeCompared(os.Stderr, runs[0], runs[1])
	return nil
}

// timesOf adds up the calls of a profile that topocoll can replace, over all communicators.
func timesOf(p *profile.Profile) programTimes {
	t := programTimes{whole: p.Seconds, calls: map[kindOfCall]callTimes{}}
	for _, c := range p.Cells {
		op, replaceable := c.Operation()
		if !replaceable {
			continue
		}
		kind := kindOfCall{op, bits.Len64(uint64(c.From))}
		sum := t.calls[kind]
		sum.calls += int(math.Round(c.Calls))
		sum.seconds += c.Seconds
		sum.algo = cmp.Or(c.Algorithm, sum.algo)
		t.calls[kind] = sum
	}
	return t
}

// fewestCalls is the number of calls of a kind, on each side, that a verdict needs.
const fewestCalls = 8

// writeCompared prints a line for every kind of call, the medians of the launches.
func writeCompared(out io.Writer, native, ours []programTimes) {
	fmt.Fprintf(out, "topocoll: %s\n", compareConclusion(native, ours))
	const form = "topocoll: %-13s %10v %9s %-26s %10s %10s %9s\n"
	fmt.Fprintf(out, form, "operation", "bytes from", "calls", "algorithm", "native ms", "ours ms",
		"x faster")
	line := func(op catalog.Collective, fewest any, calls, algo string, enough bool,
		of func(programTimes) float64) {
		before, after, gain := medianOf(native, of), medianOf(ours, of), "-"
		if after > 0 && enough {
			gain = fmt.Sprintf("%.2f", before/after)
		}
		fmt.Fprintf(out, form, op, fewest, calls, algo, fmt.Sprintf("%.3f", 1e3*before),
			fmt.Sprintf("%.3f", 1e3*after), gain)
	}
	for _, kind := range kindsOf(slices.Concat(native, ours)) {
		before, after := native[0].calls[kind], ours[0].calls[kind]
		calls := fmt.Sprint(after.calls)
		if before.calls != after.calls { // the program took another path
			calls = fmt.Sprintf("%d, %d", before.calls, after.calls)
		}
		line(kind.op, kind.fewest(), calls, cmp.Or(after.algo, before.algo, "native"),
			min(before.calls*len(native), after.calls*len(ours)) >= fewestCalls,
			func(t programTimes) float64 { return t.calls[kind].seconds })
	}
	line("all of these", "", "", "", true, programTimes.all)
	line("the program", "", "", "", true, func(t programTimes) float64 { return t.whole })
	fmt.Fprintf(out, "topocoll: times are means over all ranks; fewer than %d calls say nothing\n",
		fewestCalls)
}

// compareConclusion says in a sentence how the times of the program changed.
func compareConclusion(native, ours []programTimes) string {
	whole := func(t programTimes) float64 { return t.whole }
	before, after := medianOf(native, whole), medianOf(ours, whole)
	outcome := "takes as long with topocoll as without, within 2 %"
	switch change := after/before - 1; {
	case change < -0.02:
		outcome = fmt.Sprintf("takes %.0f %% less time with topocoll", -100*change)
	case change > 0.02:
		outcome = fmt.Sprintf("takes %.0f %% more time with topocoll", 100*change)
	}
	sentence := fmt.Sprintf(
		"The program %s: %.3f s instead of %.3f s. Its collective calls take %.3f s instead of %.3f s.",
		outcome, after, before,
		medianOf(ours, programTimes.all), medianOf(native, programTimes.all))
	if len(native) < 3 {
		sentence += fmt.Sprintf(" Runs with each: %d; --launches 3 shows how much runs differ.", len(native))
	}
	return sentence
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
