package fit

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
	"topocoll/bench/stats"
)

// WriteTable prints the fits of r, the times predicted from them beside the measured ones, and the sizes at which
// the faster of two algorithms changes.
func WriteTable(w io.Writer, r *results.Result) {
	fits := Of(r)
	writeCaches(w, r.Env.Cache)
	writeFits(w, fits)
	predictions := Predict(r, fits)
	writePredictions(w, predictions)
	writeCrossovers(w, Crossovers(predictions))
}

// writeCaches says in which state of the caches the messages were timed, because a start-up depends on it.
func writeCaches(w io.Writer, cache string) {
	switch cache {
	case results.Cold:
		tables.WriteComment(w, "messages with cold caches, as the calls of the run: every one has its own words; doctor and bench --op pingpong time warm ones, whose start-up is shorter")
	case results.Warm:
		tables.WriteComment(w, "messages with warm caches, as the calls of the run, and as those of doctor and bench --op pingpong")
	}
}

func writeFits(w io.Writer, fits []Fit) {
	tables.WriteComment(w, "t = ts + tw*bytes, fitted to medians by relative error; 95 %%: bootstrap over the sizes")
	fmt.Fprintf(w, "# %-11s %3s %10s %8s %-12s %7s %-13s %6s\n", "pattern", "p", "bytes", "ts us", "95 %", "tw ns/B", "95 %", "GB/s")
	for _, f := range fits {
		pattern := fmt.Sprintf("%s %d", f.Pattern, f.Stride)
		if f.Pattern == "pingpong" {
			pattern = f.Pattern
		}
		for _, line := range f.Lines {
			sizes := results.FormatSize(line.First) + ".." + results.FormatSize(line.Last)
			fmt.Fprintf(w, "  %-11s %3d %10s %8.3f %-12s %7.4g %-13s %6s\n", pattern, f.P, sizes,
				line.Ts/1000, span(line.Ts95, 1000), line.Tw, span(line.Tw95, 1), rate(line.Tw))
		}
		fmt.Fprintf(w, "#   error median %s, max %s, bias %s; at a size left out %s\n", percent(f.MedianError), percent(f.MaxError), signed(f.Bias), percent(f.LeaveOneOut))
	}
}

// rate is the asymptotic rate of a line in bytes per ns, which is GB/s.
func rate(tw float64) string {
	if tw == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", 1/tw)
}

// writePredictions prints a line for each cell, with the prediction from each pattern.
func writePredictions(w io.Writer, predictions []Prediction) {
	if len(predictions) == 0 {
		return
	}
	table := ""
	for i := 0; i < len(predictions); {
		cell := predictions[i].Cell
		if at := fmt.Sprintf("%s, %d ranks", cell.Op, cell.P); at != table {
			table = at
			fmt.Fprintln(w)
			tables.WriteComment(w, "%s: the time of the plans with these ts and tw, and the error against the measured time", at)
			fmt.Fprintf(w, "#bytes %-28s %8s %8s %7s  %8s %7s\n", "algorithm", "us", "pingpong", "error", "exchange", "error")
		}
		by := map[string]string{}
		for ; i < len(predictions) && same(predictions[i].Cell, cell); i++ {
			by[predictions[i].From] = predictions[i].columns()
		}
		none := fmt.Sprintf("%8s %7s ", "-", "-")
		for _, from := range []string{"pingpong", "exchange"} {
			if by[from] == "" {
				by[from] = none
			}
		}
		line := fmt.Sprintf("%6s %-28s %8s %s %s", results.FormatSize(cell.Bytes), cell.Algo, results.FormatMicros(cell.Median), by["pingpong"], by["exchange"])
		if predictions[i-1].Formula {
			line += " by formula"
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	fmt.Fprintln(w)
	if slices.ContainsFunc(predictions, func(p Prediction) bool { return p.Formula }) {
		tables.WriteComment(w, "by formula: on more than %d ranks, or with too many segments, it is the book's formula that is evaluated", mostRanks)
	}
	for _, from := range []string{"pingpong", "exchange"} {
		writeTransfer(w, from, predictions)
	}
}

func same(a, b results.Cell) bool {
	return a.Op == b.Op && a.Algo == b.Algo && a.P == b.P && a.Bytes == b.Bytes
}

// columns are the time, the error, and a mark if the time is extrapolated.
func (p Prediction) columns() string {
	mark := " "
	if p.Guess {
		mark = "?"
	}
	return fmt.Sprintf("%8s %7s%s", results.FormatMicros(p.Time), signed(p.Error()), mark)
}

// writeTransfer prints how well the messages of a pattern predict collectives.
func writeTransfer(w io.Writer, from string, predictions []Prediction) {
	var errors []float64
	bias, guesses := 0.0, 0
	for _, p := range predictions {
		switch {
		case p.From != from:
		case p.Guess:
			guesses++
		default:
			errors = append(errors, math.Abs(p.Error()))
			bias += p.Error()
		}
	}
	if len(errors) == 0 {
		return
	}
	line := fmt.Sprintf("from %s: error median %s, bias %s over %d cells", from, percent(stats.Median(errors)), signed(bias/float64(len(errors))), len(errors))
	if guesses > 0 {
		line += fmt.Sprintf("; %d more, marked ?, need messages outside the measured sizes", guesses)
	}
	tables.WriteComment(w, "%s", line)
}

func writeCrossovers(w io.Writer, crossovers []Crossover) {
	if len(crossovers) == 0 {
		return
	}
	fmt.Fprintln(w)
	tables.WriteComment(w, "where the faster of two algorithms changes, bytes of one rank's block (ties within 5 %% left out)")
	table := ""
	for _, c := range crossovers {
		if at := fmt.Sprintf("%s, %d ranks, from %s", c.Op, c.P, c.From); at != table {
			table = at
			fmt.Fprintf(w, "# %s\n# %-28s %-28s %-9s %s\n", at, "below", "above", "measured", "model")
		}
		fmt.Fprintf(w, "  %-28s %-28s %-9s %s\n", c.A, c.B, sizes(c.Measured), sizes(c.Model))
	}
}

// sizes formats bytes to two digits or to the nearest whole number of their unit.
func sizes(list []float64) string {
	var texts []string
	for _, bytes := range list {
		unit := ""
		for _, larger := range []string{"K", "M"} {
			if bytes >= 1<<10 {
				bytes, unit = bytes/(1<<10), larger
			}
		}
		if bytes < 10 {
			texts = append(texts, fmt.Sprintf("%.1f%s", bytes, unit))
			continue
		}
		texts = append(texts, fmt.Sprintf("%.0f%s", bytes, unit))
	}
	return strings.Join(texts, ",")
}
