package page

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// decades are ticks at the powers of ten, with 2 and 5 named too where there are few.
func decades(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	span := math.Log10(hi / lo)
	every := 1 + int(span/8)
	for e := int(math.Floor(math.Log10(lo))); e <= int(math.Ceil(math.Log10(hi))); e++ {
		for digit := 1; digit < 10; digit++ {
			value := float64(digit) * math.Pow10(e)
			if value < lo || value > hi {
				continue
			}
			tick := plot.Tick{Value: value}
			named := digit == 1 && e%every == 0 || span < 2.5 && (digit == 2 || digit == 5) || span < 0.7
			if named {
				tick.Label = number10(value)
			}
			if named || span < 4 {
				ticks = append(ticks, tick)
			}
		}
	}
	return ticks
}

// number10 writes a number with one digit that is not 0.
func number10(x float64) string {
	exponent := int(math.Floor(math.Log10(x) + 1e-9))
	if exponent < -4 || exponent > 5 {
		return fmt.Sprintf("%.0fe%d", x/math.Pow10(exponent), exponent)
	}
	return strconv.FormatFloat(x, 'f', max(0, -exponent), 64)
}

// countTicks are about five round numbers up to n.
func countTicks(n int) []plot.Tick {
	step := 1
	for _, factor := range []int{1, 2, 5} {
		for try := factor; try <= n/5; try *= 10 {
			step = max(step, try)
		}
	}
	var ticks []plot.Tick
	for i := step; i <= n; i += step {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: strconv.Itoa(i)})
	}
	return ticks
}
