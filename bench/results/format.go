package results

import (
	"fmt"
	"math"
	"strconv"
)

// String formats the interval: "0.950..1.020", or "-" if an end is infinite.
func (i Interval) String() string {
	if i.Lo == nil || i.Hi == nil {
		return "-"
	}
	return FormatRatio(*i.Lo) + ".." + FormatRatio(*i.Hi)
}

// FormatRatio formats a ratio below 10000 in at most five characters.
func FormatRatio(ratio float64) string {
	switch {
	case ratio < 9.9995:
		return fmt.Sprintf("%.3f", ratio)
	case ratio < 99.995:
		return fmt.Sprintf("%.2f", ratio)
	case ratio < 999.95:
		return fmt.Sprintf("%.1f", ratio)
	}
	return fmt.Sprintf("%.0f", ratio)
}

// FormatMicros formats a time in ns as microseconds without the unit, in at most eight characters up to 99 s.
func FormatMicros(ns float64) string {
	if ns >= 1e7 {
		return fmt.Sprintf("%.0f", ns/1000)
	}
	return fmt.Sprintf("%.2f", ns/1000)
}

// FormatMultiple formats a factor with about three significant digits.
func FormatMultiple(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x >= 1:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.3f", x)
}

// FormatTime formats a time in ns as microseconds with the unit, or NaN as "-".
func FormatTime(ns float64) string {
	if math.IsNaN(ns) {
		return "-"
	}
	return FormatMicros(ns) + " us"
}

// FormatSize formats a number of bytes with K, M or G. ParseSize accepts the result.
func FormatSize(bytes int) string {
	switch {
	case bytes >= 1<<30 && bytes%(1<<30) == 0:
		return fmt.Sprintf("%dG", bytes>>30)
	case bytes >= 1<<20 && bytes%(1<<20) == 0:
		return fmt.Sprintf("%dM", bytes>>20)
	case bytes >= 1<<10 && bytes%(1<<10) == 0:
		return fmt.Sprintf("%dK", bytes>>10)
	}
	return strconv.Itoa(bytes)
}
