package figure

import (
	"fmt"
	"math"
	"strconv"
)

// A Tick is a tick mark on an axis. Its label may be empty.
type Tick struct {
	Value float64
	Label string
}

// An axis maps values to pixels.
type axis struct {
	Interval
	linear                bool
	firstPixel, lastPixel float64 // pixel positions of Lo and Hi
	ticks                 []Tick
}

func (a axis) pixel(value float64) float64 {
	part := (value - a.Lo) / (a.Hi - a.Lo)
	if !a.linear {
		part = math.Log(value/a.Lo) / math.Log(a.Hi/a.Lo)
	}
	return a.firstPixel + part*(a.lastPixel-a.firstPixel)
}

// An Interval contains the values from Lo to Hi. The interval Empty contains no values.
type Interval struct{ Lo, Hi float64 }

var Empty = Interval{math.Inf(1), math.Inf(-1)}

// With returns the smallest interval that contains both intervals.
func (i Interval) With(j Interval) Interval { return Interval{min(i.Lo, j.Lo), max(i.Hi, j.Hi)} }

// Wider returns the interval with both ends moved outwards by a factor. For an empty interval it returns the
// interval from 1 to 10.
func (i Interval) Wider(factor float64) Interval {
	if !(i.Lo <= i.Hi) {
		return Interval{1, 10}
	}
	if i.Lo == i.Hi {
		factor = 2
	}
	return Interval{i.Lo / factor, i.Hi * factor}
}

// Ticks returns ticks at the given values. If there is no space for all names, every nth tick has a name, and
// so does the last one.
func Ticks[V ~int](values []V, name func(V) string) (ticks []Tick) {
	const room = 12
	every := 1 + (len(values)-1)/room
	for i, value := range values {
		tick := Tick{Value: float64(value)}
		if (len(values)-1-i)%every == 0 {
			tick.Label = name(value)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// LinearTicks returns ticks at 0 and at multiples of a round step, up to an end.
func LinearTicks(end float64) (ticks []Tick) {
	for i := 0; float64(i)*tickStep(end) <= end*(1+1e-9); i++ {
		value := float64(i) * tickStep(end)
		ticks = append(ticks, Tick{value, fmt.Sprintf("%.6g", value)})
	}
	return ticks
}

// tickStep returns 1, 2 or 5 times a power of ten, so that 6 to 15 steps reach from 0 to the end.
func tickStep(end float64) float64 {
	if end == 0 {
		return 1
	}
	most := end / 6 * (1 + 1e-9)
	step := math.Pow(10, math.Floor(math.Log10(most)))
	for _, times := range []float64{5, 2} {
		if times*step <= most {
			return times * step
		}
	}
	return step
}

// decadeTicks returns the ticks of a logarithmic axis, with labels at powers of ten. On a short axis, the
// ticks at 2 and 5 times a power of ten, or at all its multiples, have labels too.
func decadeTicks(in Interval) (ticks []Tick) {
	span := math.Log10(in.Hi / in.Lo)
	every := 1 + int(span/8)
	for e := int(math.Floor(math.Log10(in.Lo))); e <= int(math.Ceil(math.Log10(in.Hi))); e++ {
		for digit := 1; digit < 10; digit++ {
			tick := Tick{Value: float64(digit) * math.Pow10(e)}
			named := digit == 1 && e%every == 0 || span < 2.5 && (digit == 2 || digit == 5) || span < 0.7
			if named {
				tick.Label = formatTick(tick.Value)
			}
			if named || span < 4 {
				ticks = append(ticks, tick)
			}
		}
	}
	return ticks
}

// formatTick formats a number with one nonzero digit.
func formatTick(x float64) string {
	exponent := int(math.Floor(math.Log10(x) + 1e-9))
	if exponent < -4 || exponent > 5 {
		return fmt.Sprintf("%.0fe%d", x/math.Pow10(exponent), exponent)
	}
	return strconv.FormatFloat(x, 'f', max(0, -exponent), 64)
}
