package profile

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"math/bits"
	"slices"

	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/internal/check"
	"topocoll/internal/wrap"
)

// A callKind is an operation and a range of block sizes. The range contains the sizes whose number of bytes
// has sizeClass binary digits.
type callKind struct {
	op        catalog.Collective
	sizeClass int
}

// minSize returns the smallest block size of k in bytes.
func (k callKind) minSize() int { return 1 << k.sizeClass / 2 }

// programTimes holds the times of one run of a program in seconds, as means over the ranks.
type programTimes struct {
	runTime float64 // time from the end of MPI_Init to MPI_Finalize
	calls   map[callKind]callTimes
}

type callTimes struct {
	calls   int
	seconds float64
	algo    string // topocoll's algorithm; empty for native calls
}

func (t programTimes) runSeconds() float64 { return t.runTime }

func (t programTimes) callSeconds() (seconds float64) {
	for _, c := range t.calls {
		seconds += c.seconds
	}
	return seconds
}

// newProgramTimes adds up the calls in a profile that topocoll can replace, over all communicators.
func newProgramTimes(p *Profile) programTimes {
	t := programTimes{runTime: p.Seconds, calls: map[callKind]callTimes{}}
	for _, c := range p.Cells {
		op, replaceable := c.Operation()
		if !replaceable {
			continue
		}
		kind := callKind{op, bits.Len64(uint64(c.From))}
		sum := t.calls[kind]
		sum.calls += int(math.Round(c.Calls))
		sum.seconds += c.Seconds
		sum.algo = cmp.Or(c.Algorithm, sum.algo)
		t.calls[kind] = sum
	}
	return t
}

// minCallsForVerdict is the minimum number of calls of a kind, both with and without topocoll, for a verdict.
const minCallsForVerdict = 8

// A Comparison holds the profiles of several runs of a program. The runs in Tuned used topocoll. In the runs
// in Native, the MPI library executed all calls.
type Comparison struct{ Native, Tuned []*Profile }

// Add adds the profile of a run. The argument `tuned` is true if the run used topocoll.
func (c *Comparison) Add(p *Profile, tuned bool) {
	if tuned {
		c.Tuned = append(c.Tuned, p)
	} else {
		c.Native = append(c.Native, p)
	}
}

// NextIsTuned reports whether the next run has to use topocoll. A run with topocoll and a run without it form
// a pair, and the order alternates from pair to pair.
func (c *Comparison) NextIsTuned() bool {
	i := len(c.Native) + len(c.Tuned)
	return (i+i/2)%2 == 1
}

// equalWithin is the largest relative difference for which two run times count as equal.
const equalWithin = 0.02

// Faster reports whether the program's run time is shorter with topocoll, by more than 2 % and in every pair
// of runs.
func (c *Comparison) Faster() bool {
	native, ours := allProgramTimes(c.Native), allProgramTimes(c.Tuned)
	return medianChange(native, ours) < -equalWithin && slices.Max(pairChanges(native, ours)) < 0
}

// pairChanges returns the relative change of the run time with topocoll in each pair of runs.
func pairChanges(native, ours []programTimes) (changes []float64) {
	for i := range min(len(native), len(ours)) {
		changes = append(changes, ours[i].runSeconds()/native[i].runSeconds()-1)
	}
	return changes
}

// medianChange returns the relative change of the median run time with topocoll.
func medianChange(native, ours []programTimes) float64 {
	return medianOf(ours, programTimes.runSeconds)/medianOf(native, programTimes.runSeconds) - 1
}

func allProgramTimes(runs []*Profile) (times []programTimes) {
	for _, p := range runs {
		times = append(times, newProgramTimes(p))
	}
	return times
}

// PrintPartial prints the finished pairs of runs, if there are any, after an error in a later run. The
// argument `pairs` is the planned number of pairs.
func (c Comparison) PrintPartial(out io.Writer, pairs int) {
	n := min(len(c.Native), len(c.Tuned))
	if n == 0 {
		return
	}
	fmt.Fprintf(out, "topocoll: partial: %d of %d pairs of runs\n", n, pairs)
	Comparison{Native: c.Native[:n], Tuned: c.Tuned[:n]}.Print(out)
}

// Print prints the conclusion and a table of the blocking calls that topocoll run can replace. The table has
// a line for each kind of call. If there are more than ten kinds, it has lines for the ten that take the most
// time, and one for all other kinds. The numbers are medians over the runs.
func (c Comparison) Print(out io.Writer) {
	native, ours := allProgramTimes(c.Native), allProgramTimes(c.Tuned)
	const prefix = "topocoll: "
	fmt.Fprint(out, wrap.Text(prefix, prefix, compareConclusion(native, ours)))
	if len(callKinds(slices.Concat(native, ours))) == 0 {
		return
	}
	const form = "topocoll: %-13s %10v %9s %-26s %10s %10s %9s\n"
	fmt.Fprintf(out, form, "operation", "bytes from", "calls", "algorithm", "native ms", "tuned ms",
		"x faster")
	line := func(name string, fewest any, calls, algo string, enough bool, of func(programTimes) float64) {
		before, after, gain := medianOf(native, of), medianOf(ours, of), "-"
		if after > 0 && enough {
			gain = fmt.Sprintf("%.2f", before/after)
		}
		fmt.Fprintf(out, form, name, fewest, calls, algo, fmt.Sprintf("%.3f", 1e3*before),
			fmt.Sprintf("%.3f", 1e3*after), gain)
	}
	kinds, others := splitByTime(callKinds(slices.Concat(native, ours)), native, ours)
	for _, kind := range kinds {
		before, after := native[0].calls[kind], ours[0].calls[kind]
		calls := fmt.Sprint(after.calls)
		if before.calls != after.calls { // the program made different numbers of calls
			calls = fmt.Sprintf("%d, %d", before.calls, after.calls)
		}
		line(string(kind.op), kind.minSize(), calls, cmp.Or(after.algo, before.algo, "native"),
			min(before.calls*len(native), after.calls*len(ours)) >= minCallsForVerdict,
			func(t programTimes) float64 { return t.calls[kind].seconds })
	}
	if len(others) > 0 {
		line(check.FormatCount(len(others), "other row"), "", "", "", true,
			func(t programTimes) (seconds float64) {
				for _, kind := range others {
					seconds += t.calls[kind].seconds
				}
				return seconds
			})
	}
	line("all rows", "", "", "", true, programTimes.callSeconds)
	line("the program", "", "", "", true, programTimes.runSeconds)
	fmt.Fprintf(out, "topocoll: times are means over all ranks; fewer than %d calls are too few to compare\n",
		minCallsForVerdict)
}

func compareConclusion(native, ours []programTimes) string {
	change, pairs := medianChange(native, ours), pairChanges(native, ours)
	least, most := slices.Min(pairs), slices.Max(pairs)
	var outcome string
	switch {
	case math.Abs(change) <= equalWithin:
		outcome = "takes the same time with topocoll as without it, within 2 %"
	case least < 0 && most > 0:
		outcome = fmt.Sprintf("takes %s with topocoll, which may be chance (from %s to %s, depending on the "+
			"pair of runs)", changeText(change), changeText(least), changeText(most))
	case len(pairs) > 1:
		outcome = fmt.Sprintf("takes %s with topocoll (from %s to %s, depending on the pair of runs)",
			changeText(change), changeText(least), changeText(most))
	default:
		outcome = fmt.Sprintf("takes %s with topocoll", changeText(change))
	}
	sentence := fmt.Sprintf("The program %s: %.3f s instead of %.3f s. ", outcome,
		medianOf(ours, programTimes.runSeconds), medianOf(native, programTimes.runSeconds))
	if len(callKinds(slices.Concat(native, ours))) > 0 {
		sentence += fmt.Sprintf("Its blocking calls that topocoll run can replace take %.3f s instead of %.3f s.",
			medianOf(ours, programTimes.callSeconds), medianOf(native, programTimes.callSeconds))
	} else {
		sentence += "It makes no blocking collective calls that topocoll run can replace."
	}
	if len(native) < 3 {
		sentence += fmt.Sprintf(" Number of runs with and without topocoll: %d each; use --launches 3 to "+
			"see how much the times vary from run to run.", len(native))
	}
	return sentence
}

func changeText(change float64) string {
	if change < 0 {
		return fmt.Sprintf("%.0f %% less time", -100*change)
	}
	return fmt.Sprintf("%.0f %% more time", 100*change)
}

// splitByTime splits the kinds into the maxRows kinds with the most time and the other kinds. Both lists keep
// the order of `kinds`.
func splitByTime(kinds []callKind, native, ours []programTimes) (most, others []callKind) {
	time := func(kind callKind) float64 {
		of := func(t programTimes) float64 { return t.calls[kind].seconds }
		return max(medianOf(native, of), medianOf(ours, of))
	}
	byTime := slices.Clone(kinds)
	slices.SortStableFunc(byTime, func(a, b callKind) int { return cmp.Compare(time(b), time(a)) })
	for _, kind := range kinds {
		if slices.Contains(byTime[:min(maxRows, len(byTime))], kind) {
			most = append(most, kind)
		} else {
			others = append(others, kind)
		}
	}
	return most, others
}

// callKinds returns the kinds of calls that occur in at least one run, in the order of the catalog.
func callKinds(runs []programTimes) (kinds []callKind) {
	for _, t := range runs {
		kinds = slices.AppendSeq(kinds, maps.Keys(t.calls))
	}
	order := catalog.Collectives()
	slices.SortFunc(kinds, func(a, b callKind) int {
		return cmp.Or(slices.Index(order, a.op)-slices.Index(order, b.op), a.sizeClass-b.sizeClass)
	})
	return slices.Compact(kinds)
}

func medianOf(runs []programTimes, of func(programTimes) float64) float64 {
	var times []float64
	for _, t := range runs {
		times = append(times, of(t))
	}
	return stats.Median(times)
}
