package results

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// csvHeader begins with columns that never change; new ones are added at the end.
var csvHeader = []string{"op", "algo", "p", "bytes", "n", "median_us", "native_us", "ratio",
	"ratio_lo", "ratio_hi", "q", "verdict", "rounds", "messages", "bytes_sent", "skew_p95_us", "stop", "q_margin", "q_same", "cut", "bound_us", "unlimited_us", "type", "alike"}

// WriteCSV writes a header and one row for each cell.
func WriteCSV(w io.Writer, cells []Cell) error {
	out := csv.NewWriter(w)
	if err := out.Write(csvHeader); err != nil {
		return err
	}
	for _, c := range cells {
		if err := out.Write(csvRow(c)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func csvRow(c Cell) []string {
	row := []string{c.Op, c.Algo, strconv.Itoa(c.P), strconv.Itoa(c.Bytes), strconv.Itoa(c.N),
		fmt.Sprintf("%.3f", c.Median/1000), fmt.Sprintf("%.3f", c.NativeMedian/1000), fmt.Sprintf("%.4f", c.Ratio),
		end(c.RatioRange.Lo), end(c.RatioRange.Hi), fmt.Sprintf("%.4g", c.QValue), c.Verdict}
	if c.Counters == (Counters{}) {
		row = append(row, "", "", "") // only our algorithms are counted
	} else {
		row = append(row, strconv.Itoa(c.Counters.Rounds), strconv.Itoa(c.Counters.Messages), strconv.Itoa(c.Counters.Bytes))
	}
	row = append(row, fmt.Sprintf("%.3f", c.SkewP95/1000), c.Stop, fmt.Sprintf("%.4g", c.QMargin), fmt.Sprintf("%.4g", c.QSame), "", "", "")
	if c.Cut > 0 {
		row[len(row)-3] = strconv.Itoa(c.Cut)
	}
	if c.Bound > 0 {
		row[len(row)-2] = fmt.Sprintf("%.3f", c.Bound/1000)
	}
	if c.Unlimited > 0 {
		row[len(row)-1] = fmt.Sprintf("%.3f", c.Unlimited/1000)
	}
	return append(row, c.Type, strings.Join(c.Alike, " "))
}

func end(value *float64) string {
	if value == nil {
		return ""
	}
	return fmt.Sprintf("%.4f", *value)
}
