// Package fit fits the textbook's start-up time ts and time per byte tw to measured message times. It reports
// the errors of these fits. It also predicts the times of collectives from their plans and the textbook's
// formulas, and reports the errors of these predictions.
package fit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"topocoll/bench/line"
	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// A Fit holds the lines of one pattern, stride and process count, in ascending order of size. Errors are
// relative to the measured time.
type Fit struct {
	Pattern   string
	Stride, P int
	Lines     []line.Line

	MedianError float64 // median of |fit - measured|
	MaxError    float64
	Bias        float64 // mean of fit - measured; positive if the fitted times are too long
	// LeaveOneOut is the median error of predictions for one size from a fit to all other sizes. Each size is
	// left out in turn. LeaveOneOut is NaN for fewer than 4 sizes.
	LeaveOneOut float64
}

// maxLines is the maximum number of lines of a fit.
const maxLines = 3

// Of returns a fit for every pattern, stride and process count among the messages of r, in the order of their
// first messages.
func Of(r *results.Result) (fits []Fit) {
	messages := slices.DeleteFunc(slices.Clone(r.Messages), func(m results.Message) bool {
		return m.Bytes < 0 || !(m.Median > 0) || math.IsInf(m.Median, 0)
	})
	type kind struct {
		pattern   string
		stride, p int
	}
	limits := line.ProtocolLimits(r.Env.Library)
	for _, list := range results.GroupBy(messages, func(m results.Message) kind {
		return kind{m.Pattern, m.Stride, m.P}
	}) {
		var points []line.Point
		for _, m := range list {
			points = append(points, line.Point{Bytes: float64(m.Bytes), NS: m.Median})
		}
		slices.SortStableFunc(points, func(a, b line.Point) int { return cmp.Compare(a.Bytes, b.Bytes) })
		f := Fit{Pattern: list[0].Pattern, Stride: list[0].Stride, P: list[0].P,
			Lines: line.Fit(points, limits, maxLines)}
		f.computeErrors(points, limits)
		fits = append(fits, f)
	}
	return fits
}

// Time returns the time in ns that the fit gives for a message. It uses the line whose range of sizes
// contains the message. Between two lines, it uses the line whose end is nearer on a logarithmic scale.
func (f Fit) Time(bytes float64) float64 {
	l := f.Line(bytes)
	return l.Ts + l.Tw*bytes
}

// Line returns the line that Time uses for a message.
func (f Fit) Line(bytes float64) line.Line {
	if len(f.Lines) == 0 {
		return line.Line{}
	}
	l := f.Lines[0]
	for _, next := range f.Lines[1:] {
		if bytes*bytes <= float64(l.Last)*float64(next.First) {
			break
		}
		l = next
	}
	return l
}

// Measured reports whether messages of this size or longer were measured. If not, the fit extrapolates.
func (f Fit) Measured(bytes float64) bool {
	n := len(f.Lines)
	return n > 0 && bytes <= float64(f.Lines[n-1].Last)
}

// String describes the fit in one line.
func (f Fit) String() string {
	s := f.Pattern
	if f.Stride > 1 || f.Pattern == "exchange" {
		s += fmt.Sprintf(" stride %d", f.Stride)
	}
	s += fmt.Sprintf(" p=%d:", f.P)
	for i, l := range f.Lines {
		if i > 0 {
			s += ";"
		}
		s += " " + l.String()
	}
	return s + fmt.Sprintf(" (error median %s, max %s, bias %s)", percent(f.MedianError), percent(f.MaxError),
		signed(f.Bias))
}

func (f *Fit) computeErrors(points []line.Point, limits []int) {
	var sizes, errors, leftOut []float64
	for _, pt := range points {
		e := f.Time(pt.Bytes)/pt.NS - 1
		f.Bias += e / float64(len(points))
		f.MaxError = max(f.MaxError, math.Abs(e))
		errors = append(errors, math.Abs(e))
		if !slices.Contains(sizes, pt.Bytes) {
			sizes = append(sizes, pt.Bytes)
		}
	}
	f.MedianError, f.LeaveOneOut = stats.Median(errors), math.NaN()
	if len(sizes) < 4 {
		return
	}
	for i := 0; i < len(sizes); i += 1 + (len(sizes)-1)/line.MaxSizes {
		size := sizes[i]
		isSize := func(pt line.Point) bool { return pt.Bytes == size }
		without := Fit{Lines: line.Fit(slices.DeleteFunc(slices.Clone(points), isSize), limits, maxLines)}
		for _, pt := range points {
			if isSize(pt) {
				leftOut = append(leftOut, math.Abs(without.Time(size)/pt.NS-1))
			}
		}
	}
	f.LeaveOneOut = stats.Median(leftOut)
}

func percent(part float64) string {
	if math.IsNaN(part) {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*part)
}

func signed(part float64) string {
	if math.IsNaN(part) {
		return "-"
	}
	return fmt.Sprintf("%+.1f%%", 100*part)
}
