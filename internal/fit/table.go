package fit

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"topocoll/bench/line"
	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/internal/wrap"
)

// WriteTable prints the fits of r, and the predicted and measured times.
func WriteTable(w io.Writer, r *results.Result) {
	fits := Of(r)
	writeCaches(w, r.Env.Cache)
	writeFits(w, fits)
	writePredictions(w, Predict(r, fits))
}

// writeCaches prints the cache mode of the messages, because a start-up time depends on it.
func writeCaches(w io.Writer, cache string) {
	switch cache {
	case results.Cold:
		wrap.WriteComment(w,
			"messages with cold caches, like the calls of the run: each message has its own buffer. doctor and "+
				"bench --op pingpong use warm caches, so they report shorter start-up times")
	case results.Warm:
		wrap.WriteComment(w,
			"messages with warm caches, like the calls of the run, and like the messages of doctor and "+
				"bench --op pingpong")
	}
}

func writeFits(w io.Writer, fits []Fit) {
	wrap.WriteComment(w,
		"t = ts + tw*bytes, fitted to the median times of n sizes by least squares of the relative error")
	fmt.Fprintf(w, "# %-11s %3s %10s %4s %8s %7s %6s\n", "pattern", "p", "bytes", "n", "ts us", "tw ns/B",
		"GB/s")
	for _, f := range fits {
		pattern := fmt.Sprintf("%s %d", f.Pattern, f.Stride)
		if f.Pattern == "pingpong" {
			pattern = f.Pattern
		}
		for _, line := range f.Lines {
			sizes := results.FormatSize(line.First) + ".." + results.FormatSize(line.Last)
			fmt.Fprintf(w, "  %-11s %3d %10s %4d %8.3f %7.4g %6s\n", pattern, f.P, sizes, line.N,
				line.Ts/1000,
				line.Tw, rate(line.Tw))
		}
		fmt.Fprintf(w, "#   error: median %s, max %s, bias %s; median at a size that was not fitted: %s\n",
			percent(f.MedianError), percent(f.MaxError), signed(f.Bias), percent(f.LeaveOneOut))
	}
}

// ParseFits reads the fits from a table that WriteTable has printed, and skips other rows. The fits have no
// error statistics.
func ParseFits(text string) (fits []Fit) {
	for row := range strings.Lines(text) {
		words := strings.Fields(row)
		f := Fit{Stride: 1}
		var wrong [7]error
		switch {
		case len(words) > 5 && words[0] == "pingpong":
			f.Pattern, words = words[0], words[1:]
		case len(words) > 6 && words[0] == "exchange":
			f.Pattern, words = words[0], words[2:]
			f.Stride, wrong[6] = strconv.Atoi(strings.Fields(row)[1])
		default:
			continue
		}
		first, last, _ := strings.Cut(words[1], "..")
		var l line.Line
		f.P, wrong[0] = strconv.Atoi(words[0])
		l.First, wrong[1] = results.ParseSize(first)
		l.Last, wrong[2] = results.ParseSize(last)
		l.N, wrong[5] = strconv.Atoi(words[2])
		l.Ts, wrong[3] = strconv.ParseFloat(words[3], 64)
		l.Tw, wrong[4] = strconv.ParseFloat(words[4], 64)
		l.Ts *= 1000
		if wrong != [7]error{} || !isTime(l.Ts) || !isTime(l.Tw) {
			continue
		}
		if n := len(fits); n > 0 && fits[n-1].Pattern == f.Pattern && fits[n-1].Stride == f.Stride &&
			fits[n-1].P == f.P {
			fits[n-1].Lines = append(fits[n-1].Lines, l)
			continue
		}
		f.Lines = []line.Line{l}
		fits = append(fits, f)
	}
	return fits
}

// rate formats the asymptotic rate of a line in bytes per ns, which is GB/s.
func rate(tw float64) string {
	if tw == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", 1/tw)
}

func writePredictions(w io.Writer, predictions []Prediction) {
	if len(predictions) == 0 {
		return
	}
	table := ""
	for _, p := range predictions {
		if at := fmt.Sprintf("%s, %d ranks", p.Cell.Op, p.Cell.P); at != table {
			table = at
			fmt.Fprintln(w)
			wrap.WriteComment(w,
				"%s: predicted time of the plans with these ts and tw, and its error relative to the measured time",
				at)
			fmt.Fprintf(w, "#bytes %-28s %8s %8s %7s  %8s %7s\n", "algorithm", "us", "pingpong", "error",
				"exchange", "error")
		}
		line := fmt.Sprintf("%6s %-28s %8s", results.FormatSize(p.Cell.Bytes), p.Cell.Algo,
			results.FormatMicros(p.Cell.Median))
		for _, by := range p.By {
			line += " " + by.formatColumns()
		}
		if p.Formula {
			line += " by formula"
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	fmt.Fprintln(w)
	if slices.ContainsFunc(predictions, func(p Prediction) bool { return p.Formula }) {
		wrap.WriteComment(w,
			"by formula: the book's formula is used on more than %d ranks, and for plans with too many steps",
			maxRanks)
	}
	for pattern := range Patterns {
		writeErrorSummary(w, pattern, predictions)
	}
}

// formatColumns formats the time and the error. A question mark means that the time is extrapolated.
func (p PredictedTime) formatColumns() string {
	switch {
	case p.Time == 0:
		return fmt.Sprintf("%8s %7s ", "-", "-")
	case p.Guess:
		return fmt.Sprintf("%8s %7s?", results.FormatMicros(p.Time), signed(p.Error))
	}
	return fmt.Sprintf("%8s %7s ", results.FormatMicros(p.Time), signed(p.Error))
}

func writeErrorSummary(w io.Writer, pattern int, predictions []Prediction) {
	var errors []float64
	bias, guesses := 0.0, 0
	for _, p := range predictions {
		switch by := p.By[pattern]; {
		case by.Time == 0:
		case by.Guess:
			guesses++
		default:
			errors = append(errors, math.Abs(by.Error))
			bias += by.Error
		}
	}
	if len(errors) == 0 {
		return
	}
	line := fmt.Sprintf("from %s: median error %s, bias %s, over %d cells", Patterns[pattern],
		percent(stats.Median(errors)), signed(bias/float64(len(errors))), len(errors))
	if guesses > 0 {
		line += fmt.Sprintf("; %d more cells, marked ?, have messages outside the measured sizes", guesses)
	}
	wrap.WriteComment(w, "%s", line)
}

func isTime(t float64) bool { return t >= 0 && !math.IsInf(t, 1) }
