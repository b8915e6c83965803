// Package fit turns measured message times into the start-up time ts and the time per byte tw of the
// textbook, says how well they describe the messages, and what the book's formulas make of them.
package fit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"topocoll/bench/results"
)

// A Line is t = Ts + Tw·bytes for messages of First to Last bytes: Ts in ns, Tw in ns per byte.
type Line struct {
	First, Last int
	Ts, Tw      float64
	Ts95, Tw95  [2]float64 // their 95 % intervals
}

// A Fit is the lines of one pattern, stride and process count, by increasing size. The errors are
// relative to the measured time.
type Fit struct {
	Pattern   string
	Stride, P int
	Lines     []Line

	MedianError float64 // of |fit - measured|
	MaxError    float64
	Bias        float64 // mean of fit - measured: above 0 the fit is too slow
	LeftOut     float64 // median error at each size of a fit made without it; NaN below 4 sizes
}

// A point is one message size and its median time.
type point struct{ bytes, ns float64 }

// Of fits every pattern, stride and process count among the messages of r, in the order they come.
func Of(r *results.Result) []Fit {
	var fits []Fit
	points := map[string][]point{}
	key := func(pattern string, stride, p int) string { return fmt.Sprint(pattern, " ", stride, " ", p) }
	for _, m := range r.Messages {
		if m.Bytes < 0 || !(m.Median > 0) || math.IsInf(m.Median, 0) {
			continue
		}
		of := key(m.Pattern, m.Stride, m.P)
		if points[of] == nil {
			fits = append(fits, Fit{Pattern: m.Pattern, Stride: m.Stride, P: m.P})
		}
		points[of] = append(points[of], point{float64(m.Bytes), m.Median})
	}
	limits := limitsOf(r.Env.Library)
	for i := range fits {
		f := &fits[i]
		sizes := points[key(f.Pattern, f.Stride, f.P)]
		slices.SortStableFunc(sizes, func(a, b point) int { return cmp.Compare(a.bytes, b.bytes) })
		f.Lines = segments(sizes, limits)
		for j := range f.Lines {
			f.Lines[j].redraw(among(sizes, f.Lines[j]))
		}
		f.judge(sizes, limits)
	}
	return fits
}

// among returns the points of a line.
func among(points []point, l Line) []point {
	return slices.DeleteFunc(slices.Clone(points), func(pt point) bool { return pt.bytes < float64(l.First) || pt.bytes > float64(l.Last) })
}

// Time returns what the fit gives for a message, in ns: by the line whose sizes it is among, and between
// two lines by the one whose end is nearer in the logarithm.
func (f Fit) Time(bytes float64) float64 {
	line := f.Line(bytes)
	return line.Ts + line.Tw*bytes
}

// Line returns the line for a message.
func (f Fit) Line(bytes float64) Line {
	if len(f.Lines) == 0 {
		return Line{}
	}
	line := f.Lines[0]
	for _, next := range f.Lines[1:] {
		if bytes*bytes <= float64(line.Last)*float64(next.First) {
			break
		}
		line = next
	}
	return line
}

// Measured reports whether there were messages of this size or longer; beyond them a line only guesses.
func (f Fit) Measured(bytes float64) bool {
	n := len(f.Lines)
	return n > 0 && bytes <= float64(f.Lines[n-1].Last)
}

// String says the whole fit in one line.
func (f Fit) String() string {
	s := f.Pattern
	if f.Stride > 1 || f.Pattern == "exchange" {
		s += fmt.Sprintf(" stride %d", f.Stride)
	}
	s += fmt.Sprintf(" p=%d:", f.P)
	for i, line := range f.Lines {
		if i > 0 {
			s += ";"
		}
		s += " " + line.String()
	}
	return s + fmt.Sprintf(" (error median %s, max %s, bias %s)", percent(f.MedianError), percent(f.MaxError), signed(f.Bias))
}

// String says the sizes of the line and its two parameters.
func (l Line) String() string {
	return fmt.Sprintf("%s..%s B ts %.3g us (%s), tw %.3g ns/B (%s)", results.FormatSize(l.First), results.FormatSize(l.Last),
		l.Ts/1000, span(l.Ts95, 1000), l.Tw, span(l.Tw95, 1))
}

// span writes an interval in a unit.
func span(interval [2]float64, unit float64) string {
	return fmt.Sprintf("%.3g..%.3g", interval[0]/unit, interval[1]/unit)
}

// judge fills in how far the fit is from its points, and how far one made without a size is from it.
func (f *Fit) judge(points []point, limits []int) {
	var sizes, errors, leftOut []float64
	for _, pt := range points {
		e := f.Time(pt.bytes)/pt.ns - 1
		f.Bias += e / float64(len(points))
		f.MaxError = max(f.MaxError, math.Abs(e))
		errors = append(errors, math.Abs(e))
		if !slices.Contains(sizes, pt.bytes) {
			sizes = append(sizes, pt.bytes)
		}
	}
	f.MedianError, f.LeftOut = median(errors), math.NaN()
	if len(sizes) < 4 {
		return
	}
	for i := 0; i < len(sizes); i += 1 + (len(sizes)-1)/mostSizes {
		size := sizes[i]
		isSize := func(pt point) bool { return pt.bytes == size }
		without := Fit{Lines: segments(slices.DeleteFunc(slices.Clone(points), isSize), limits)}
		for _, pt := range points {
			if isSize(pt) {
				leftOut = append(leftOut, math.Abs(without.Time(size)/pt.ns-1))
			}
		}
	}
	f.LeftOut = median(leftOut)
}

func median(x []float64) float64 {
	sorted := slices.Sorted(slices.Values(x))
	n := len(sorted)
	if n == 0 {
		return math.NaN()
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
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
