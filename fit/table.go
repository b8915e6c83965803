package fit

import (
	"fmt"
	"io"
	"math"
	"strings"

	"topocoll/bench/results"
)

// WriteTable prints the fits of r, what the formulas predict from them beside what was measured, and where
// algorithms cross.
func WriteTable(w io.Writer, r *results.Result) {
	writeFits(w, Of(r))
	predictions := Predict(r)
	writePredictions(w, predictions)
	writeCrossovers(w, Crossovers(predictions))
}

func writeFits(w io.Writer, fits []Fit) {
	fmt.Fprintf(w, "# t = ts + tw*bytes, fitted to medians by relative error; 95 %%: refits to the sizes drawn anew\n")
	fmt.Fprintf(w, "# %-9s %6s %4s  %14s %9s  %-14s %9s  %-14s %7s\n", "pattern", "stride", "p", "bytes", "ts us", "95 %", "tw ns/B", "95 %", "GB/s")
	for _, f := range fits {
		for _, line := range f.Lines {
			sizes := results.FormatSize(line.First) + ".." + results.FormatSize(line.Last)
			fmt.Fprintf(w, "  %-9s %6d %4d  %14s %9.3f  %-14s %9.4f  %-14s %7s\n", f.Pattern, f.Stride, f.P, sizes,
				line.Ts/1000, span(line.Ts95, 1000), line.Tw, span(line.Tw95, 1), rate(line.Tw))
		}
		fmt.Fprintf(w, "#   error median %s, max %s, bias %s; at a size not fitted %s\n", percent(f.MedianError), percent(f.MaxError), signed(f.Bias), percent(f.LeftOut))
	}
}

// rate is the bytes per ns, GB/s, that a line tends to.
func rate(tw float64) string {
	if tw == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", 1/tw)
}

// writePredictions prints a line a cell, with what each pattern predicts of it.
func writePredictions(w io.Writer, predictions []Prediction) {
	if len(predictions) == 0 {
		return
	}
	table := ""
	for i := 0; i < len(predictions); {
		cell := predictions[i].Cell
		if at := fmt.Sprintf("%s, %d ranks", cell.Op, cell.P); at != table {
			table = at
			fmt.Fprintf(w, "\n# %s: the book's formula with these ts and tw, and the error against the measured time\n", at)
			fmt.Fprintf(w, "# %-26s %8s %12s  %12s %8s   %12s %8s\n", "algorithm", "bytes", "median us", "pingpong us", "error", "exchange us", "error")
		}
		by := map[string]string{}
		for ; i < len(predictions) && same(predictions[i].Cell, cell); i++ {
			by[predictions[i].From] = predictions[i].columns()
		}
		none := fmt.Sprintf("%12s %8s ", "-", "-")
		for _, from := range []string{"pingpong", "exchange"} {
			if by[from] == "" {
				by[from] = none
			}
		}
		line := fmt.Sprintf("  %-26s %8s %12.2f  %s  %s", cell.Algo, results.FormatSize(cell.Bytes), cell.Median/1000, by["pingpong"], by["exchange"])
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	fmt.Fprintln(w)
	for _, from := range []string{"pingpong", "exchange"} {
		writeTransfer(w, from, predictions)
	}
}

func same(a, b results.Cell) bool {
	return a.Op == b.Op && a.Algo == b.Algo && a.P == b.P && a.Bytes == b.Bytes
}

// columns are the time, the error and a mark for a guess beyond the measured sizes.
func (p Prediction) columns() string {
	mark := " "
	if p.Guess {
		mark = "?"
	}
	return fmt.Sprintf("%12.2f %8s%s", p.Time/1000, signed(p.Error()), mark)
}

// writeTransfer says how well the messages of a pattern predict collectives.
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
	fmt.Fprintf(w, "# from %s: error median %s, bias %s over %d cells", from, percent(median(errors)), signed(bias/float64(len(errors))), len(errors))
	if guesses > 0 {
		fmt.Fprintf(w, "; %d more marked ? need messages outside the measured sizes", guesses)
	}
	fmt.Fprintln(w)
}

func writeCrossovers(w io.Writer, crossovers []Crossover) {
	if len(crossovers) == 0 {
		return
	}
	fmt.Fprintf(w, "\n# where the faster of two algorithms changes, bytes of one rank's block (ties within 5 %% left out)\n")
	fmt.Fprintf(w, "# %-13s %3s  %-28s %-28s %-12s %-12s %s\n", "operation", "p", "below", "above", "measured", "model", "from")
	for _, c := range crossovers {
		fmt.Fprintf(w, "  %-13s %3d  %-28s %-28s %-12s %-12s %s\n", c.Op, c.P, c.A, c.B, sizes(c.Measured), sizes(c.Model), c.From)
	}
}

// sizes writes bytes to two digits or the nearest whole number of their unit.
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
