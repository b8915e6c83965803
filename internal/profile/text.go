package profile

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/check"
	"topocoll/internal/wrap"
	"topocoll/tuned"
)

// maxRows is the maximum number of cells or kinds of calls in a printed table.
const maxRows = 10

// A NativeAlgorithm returns the algorithm that the MPI library selects for a blocking call, or "" if it is
// unknown. The argument `bytes` is the size of a block.
type NativeAlgorithm func(op catalog.Collective, job tuned.Job, bytes int) string

// Print prints one screen of text: where the program spends its time, the cells with the most time, and the
// maximum gain from tuning. The table has a column for the native algorithms if at least one is known. If
// `native` is nil, no native algorithm is known.
func (p *Profile) Print(out io.Writer, native NativeAlgorithm) {
	cells := slices.Clone(p.Cells)
	slices.SortStableFunc(cells, func(a, b Cell) int { return cmp.Compare(b.Seconds, a.Seconds) })
	fmt.Fprintf(out, "%s\n", wrap.Text("", "", p.conclusionText(cells)))
	fmt.Fprintf(out, "%s\n%s on %s, %s\n", wrap.Plain(p.Program), check.FormatCount(p.Ranks, "rank"),
		check.FormatCount(p.Hosts, "host"), wrap.Plain(p.Library))
	if len(cells) == 0 {
		return
	}
	const form = "%-24s %12s %5s %5s %8s %8s %6s %5s%s\n"
	shown := cells[:min(len(cells), maxRows)]
	known := slices.ContainsFunc(shown, func(c Cell) bool { return c.nativeText(native) != "-" })
	lastColumn := func(text string) string {
		if !known {
			return ""
		}
		return "  " + wrap.Plain(text)
	}
	fmt.Fprintln(out)
	fmt.Fprintf(out, form, "call", "bytes", "ranks", "hosts", "calls", "seconds", "share", "waits",
		lastColumn("native algorithm"))
	for _, c := range shown {
		hosts := fmt.Sprint(c.Hosts)
		if c.Hosts == 0 {
			hosts = "-"
		}
		fmt.Fprintf(out, form, wrap.Plain(c.Call), c.sizeText(), fmt.Sprint(c.Ranks), hosts,
			fmt.Sprintf("%.10g", c.Calls), fmt.Sprintf("%.3f", c.Seconds), p.percentageText(c.Seconds),
			c.waitText(), lastColumn(c.nativeText(native)))
	}
	if len(cells) > maxRows {
		rest := Cell{}
		for _, c := range cells[maxRows:] {
			rest.Calls += c.Calls
			rest.Seconds += c.Seconds
		}
		fmt.Fprintf(out, form, check.FormatCount(len(cells)-maxRows, "other row"), "", "", "",
			fmt.Sprintf("%.10g", rest.Calls), fmt.Sprintf("%.3f", rest.Seconds),
			p.percentageText(rest.Seconds), "", "")
	}
	fmt.Fprintf(out, "\n%s", wrap.Text("", "", p.gainText()))
	if p.Unrecorded > 0 {
		fmt.Fprint(out, wrap.Text("", "", fmt.Sprintf("%.10g calls per rank were not recorded, because there "+
			"was no room for them.", p.Unrecorded)))
	}
}

func (p *Profile) conclusionText(sorted []Cell) string {
	if len(sorted) == 0 {
		return "The program makes no collective calls."
	}
	most := sorted[0]
	size := ""
	if blocks := most.sizeText(); blocks != "-" {
		size = " of " + blocks + " bytes"
	}
	text := fmt.Sprintf(
		"The program spends %s of its time in collective calls, %.3f of %.3f s; %s%s takes the most time, "+
			"%.3f s in %s.",
		p.percentageText(p.Collective), p.Collective, p.Seconds, wrap.Plain(most.Call), size, most.Seconds,
		check.FormatCount(int(math.Round(most.Calls)), "call"))
	if slices.ContainsFunc(p.Cells, func(c Cell) bool {
		return strings.HasPrefix(c.Call, "MPI_I") || strings.HasSuffix(c.Call, "_init")
	}) {
		text += " For non-blocking and persistent calls, these times include only the start or initialization, " +
			"because the time in functions such as MPI_Wait is unknown."
	}
	return text
}

// gainText describes how much time tuning can save at most: the time in calls that topocoll run can replace.
func (p *Profile) gainText() string {
	tunable := p.replaceableSeconds()
	if tunable == 0 && p.hasUntimed() {
		return "Of this program's calls, topocoll run can replace only non-blocking or persistent ones. How " +
			"much time tuning can save is unknown, because the profile has only the time of their start or " +
			"initialization."
	}
	if tunable == 0 {
		return "Tuning cannot save time: topocoll run can replace none of the calls."
	}
	which, unknown := "calls that topocoll run can replace. ", ""
	if p.hasUntimed() {
		which = "blocking calls that topocoll run can replace. "
		unknown = "How much tuning can save in non-blocking and persistent calls is unknown. "
	}
	text := fmt.Sprintf("Tuning can save at most %.3f s (%s), the mean time of a rank in ", tunable,
		p.percentageText(tunable)) + which + unknown
	if waits, known := p.replaceableWaits(); known {
		return text + fmt.Sprintf("Of this mean time, %.3f s (column \"waits\") is spent waiting for the last "+
			"rank to enter the call. Tuning shortens this wait only if earlier collective calls delayed that last "+
			"rank.", waits)
	}
	return text + fmt.Sprintf("One rank spends only %.3f s in the replaceable calls. Ranks that spend more "+
		"time may wait for late ranks, and tuning cannot shorten these waits.", p.LeastTunable)
}

// NoSpeedup returns the reason why topocoll speedup does not tune the calls. The argument `file` is the name
// of the profile.
func (p *Profile) NoSpeedup(file string) string {
	text := fmt.Sprintf("No speedup: the program spends only %.1f %% of its time in calls that topocoll run "+
		"can replace.", 100*p.ReplaceableShare())
	if p.hasUntimed() {
		text += " This share does not include non-blocking and persistent calls, whose time is unknown."
	}
	return text + fmt.Sprintf(" topocoll profile %s prints all calls.", file)
}

// waitText formats the share of the cell's time in which a rank waits for the last rank.
func (c Cell) waitText() string {
	if c.Wait == nil || c.Seconds <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f %%", 100*min(1, *c.Wait/c.Seconds))
}

// nativeText returns the native algorithms of the cell's sizes, in ascending order of the sizes. An unknown
// algorithm is "-". The algorithm is unknown for calls other than the blocking calls of an operation's own
// function. It is also unknown for in-place calls with a send count: MPI ignores this count, but Open MPI
// selects the algorithm by it.
func (c Cell) nativeText(native NativeAlgorithm) string {
	op, _ := c.Operation()
	if native == nil || op == "" || op.MPI() != c.Call || c.Ranks < 2 || c.Hosts == 0 ||
		c.InPlace > 0 && (op == catalog.Gather || op == catalog.Scatter || op == catalog.Allgather ||
			op == catalog.Alltoall) {
		return "-"
	}
	var names []string
	for _, size := range slices.SortedFunc(slices.Values(c.allSizes()),
		func(a, b Size) int { return cmp.Compare(a.Bytes, b.Bytes) }) {
		name := ""
		if size.Bytes > 0 || op == catalog.Barrier {
			name = native(op, tuned.Job{Ranks: c.Ranks, Hosts: c.Hosts, Slots: c.Slots}, int(size.Bytes))
		}
		if name = cmp.Or(name, "-"); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, "; ")
}

// sizeText formats a cell's block size. Several sizes become a range, such as "4K to 8K".
func (c Cell) sizeText() string {
	switch {
	case c.Inter || strings.Contains(strings.ToLower(c.Call), "barrier"):
		return "-"
	case len(c.Sizes) == 1:
		return fmt.Sprint(c.Sizes[0].Bytes)
	}
	end := c.To
	if end >= 1024 && end < math.MaxInt64 {
		end++ // prints 4K, not 4095
	}
	return fmt.Sprintf("%s to %s", results.FormatSize(int(c.From)), results.FormatSize(int(end)))
}

func (p *Profile) percentageText(seconds float64) string {
	if p.Seconds <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*seconds/p.Seconds)
}
