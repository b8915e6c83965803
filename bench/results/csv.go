package results

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// csvHeader begins with columns that never change; new ones are added at the end.
var csvHeader = []string{"op", "algo", "p", "bytes", "n", "median_us", "native_us", "ratio",
	"ratio_lo", "ratio_hi", "q", "verdict", "rounds", "messages", "bytes_sent", "skew_p95_us", "stop", "q_margin", "q_same", "cut", "bound_us", "unlimited_us", "type", "alike", "overlap"}

// WriteCSV writes a header and one row for each cell.
func WriteCSV(w io.Writer, cells []Cell) error {
	return csv.NewWriter(w).WriteAll(append([][]string{csvHeader}, csvRows(cells)...))
}

func csvRows(cells []Cell) (rows [][]string) {
	for _, c := range cells {
		counted := []string{"", "", ""} // only our algorithms are counted
		if c.Counters != (Counters{}) {
			counted = []string{strconv.Itoa(c.Counters.Rounds), strconv.Itoa(c.Counters.Messages), strconv.Itoa(c.Counters.Bytes)}
		}
		rows = append(rows, slices.Concat([]string{c.Op, c.Algo, strconv.Itoa(c.P), strconv.Itoa(c.Bytes), strconv.Itoa(c.N),
			fmt.Sprintf("%.3f", c.Median/1000), fmt.Sprintf("%.3f", c.NativeMedian/1000), fmt.Sprintf("%.4f", c.Ratio),
			end(c.RatioRange.Lo), end(c.RatioRange.Hi), fmt.Sprintf("%.4g", c.QValue), c.Verdict}, counted, []string{
			fmt.Sprintf("%.3f", c.SkewP95/1000), c.Stop, fmt.Sprintf("%.4g", c.QMargin), fmt.Sprintf("%.4g", c.QSame),
			unless0("%.0f", float64(c.Segment)), unless0("%.3f", c.Bound/1000), unless0("%.3f", c.Unlimited/1000), c.Type, strings.Join(c.Alike, " "), end(c.Overlap)}))
	}
	return rows
}

// unless0 formats a number; 0 stands for one that is not known.
func unless0(format string, number float64) string {
	if number == 0 {
		return ""
	}
	return fmt.Sprintf(format, number)
}

func end(value *float64) string {
	if value == nil {
		return ""
	}
	return fmt.Sprintf("%.4f", *value)
}
