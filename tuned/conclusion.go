package tuned

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"topocoll/catalog"
)

// minSaving is the fraction of the time that a choice must save if its field Sure is false, because other
// algorithms may then be as fast. The best algorithm is selected on the same samples from which its interval
// is computed, so the interval is slightly too low. An upper end below 1 is therefore not enough.
const minSaving = 0.05

// Conclusion returns one or two sentences on whether to tune the library. They name the operations and sizes
// for which an algorithm of the table is certainly faster than the library's default, and the time that the
// algorithm saves. If there were more ranks than cores, the result begins with a sentence that names the runs
// for which the table is valid.
func (t *Table) Conclusion() string {
	return t.oversubscribedNote() + t.advice()
}

// oversubscribedNote returns a sentence that names the runs with more ranks than cores, or "" if there are
// none.
func (t *Table) oversubscribedNote() string {
	var runs []string
	for _, c := range t.Choices {
		run := fmt.Sprintf("%d ranks on %d cores", c.Ranks, c.Cores)
		if c.Hosts > 1 {
			run = fmt.Sprintf("%d ranks on %d hosts, %d cores per machine", c.Ranks, c.Hosts, c.Cores)
		}
		if c.Cores > 0 && !slices.Contains(runs, run) {
			runs = append(runs, run)
		}
	}
	if len(runs) == 0 {
		return ""
	}
	return fmt.Sprintf("The table was measured with more ranks than cores (%s), so it is valid only for such "+
		"runs. ", strings.Join(runs, "; "))
}

// advice returns sentences that say whether to tune the library, and for which calls.
func (t *Table) advice() string {
	var calls []call
	sizes := map[call][]Choice{} // choices for adjacent sizes are merged
	logs, nativeLogs, tuned := 0.0, 0.0, 0
	for _, c := range t.Choices {
		if c.Algo == Native || c.High >= 1 || !c.Sure && c.High > 1-minSaving {
			continue
		}
		of := call{c.Op, c.Job}
		if len(sizes[of]) == 0 {
			calls = append(calls, of)
		}
		sizes[of] = appendOrExtend(sizes[of], c)
		logs += math.Log(c.Gain)
		if c.Native != "" && c.NativeGain > 0 {
			nativeLogs += math.Log(min(1, c.NativeGain))
		}
		tuned++
	}
	if tuned == 0 {
		return "Tune: no. No contender is certainly faster than the library's default."
	}
	var list []string
	several := slices.ContainsFunc(t.Choices, func(c Choice) bool { return c.Job != t.Choices[0].Job })
	for _, of := range calls {
		text := string(of.op)
		if several {
			text += fmt.Sprintf(" on %d ranks", of.job.Ranks)
		}
		if of.op != catalog.Barrier {
			var ranges []string
			for _, c := range sizes[of] {
				ranges = append(ranges, rangeText(c))
			}
			text += " " + strings.Join(ranges, " and ")
			if measured := t.Measured(of.op, of.job); measured != "" && !strings.Contains(measured, " to ") {
				text += " (measured at " + measured + " only)"
			}
		}
		list = append(list, text)
	}
	less := func(logs float64) float64 { return 100 * (1 - math.Exp(logs/float64(tuned))) }
	text := fmt.Sprintf("Tune: yes, for %s. These calls take %.0f %% less time (geometric mean)",
		strings.Join(list, ", "), less(logs))
	switch {
	case less(logs)-less(nativeLogs) < 1:
	case less(nativeLogs) < 1:
		text += " with topocoll run; the library's own algorithms save no time"
	default:
		text += fmt.Sprintf(" with topocoll run, and %.0f %% less with the library's own algorithms",
			less(nativeLogs))
	}
	return text + ". Leave all other calls to the library."
}

// appendOrExtend appends a choice, or extends the last range if the choice begins where that range ends.
func appendOrExtend(ranges []Choice, c Choice) []Choice {
	if n := len(ranges); n > 0 && ranges[n-1].To != nil && *ranges[n-1].To+1 == c.From {
		ranges[n-1].To = c.To
		return ranges
	}
	return append(ranges, c)
}

// rangeText describes the sizes of a choice: "up to 1 KiB", "from 12 KiB to 93 KiB", "at all sizes".
func rangeText(c Choice) string {
	switch {
	case c.From == 0 && c.To == nil:
		return "at all sizes"
	case c.To == nil:
		return "from " + sizeText(c.From)
	case c.From == 0:
		return "up to " + sizeText(*c.To)
	}
	return "from " + sizeText(c.From) + " to " + sizeText(*c.To)
}

// sizeText formats a size for a sentence, rounded to two or three significant digits.
func sizeText(bytes int) string {
	switch {
	case bytes >= 199<<19: // 99.5 MiB, which would be rounded to 1e+02
		return fmt.Sprintf("%d MiB", (bytes+1<<19)>>20)
	case bytes >= 1<<20:
		return fmt.Sprintf("%.2g MiB", float64(bytes)/(1<<20))
	case bytes >= 199<<9:
		return fmt.Sprintf("%d KiB", (bytes+512)>>10)
	case bytes >= 1<<10:
		return fmt.Sprintf("%.2g KiB", float64(bytes)/(1<<10))
	}
	return fmt.Sprintf("%d bytes", bytes)
}
