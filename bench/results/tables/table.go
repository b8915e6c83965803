// Package tables prints the results of a benchmark as tables and summaries in plain text, and in the formats
// of the OSU micro-benchmarks and of Go benchmarks.
package tables

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/internal/check"
	"topocoll/internal/wrap"
)

// WriteTable prints all cells, in one table for each operation and rank count.
func WriteTable(w io.Writer, r *results.Result) {
	var before []results.Cell
	for _, cells := range results.Cases(r.Cells) {
		if len(before) == 0 || before[0].Case().Table() != cells[0].Case().Table() {
			WriteHeader(w, r.Env, cells[0].Op, cells[0].P)
			before = nil
		}
		WriteCells(w, before, cells)
		before = cells
	}
}

// WriteHeader prints the header of an operation's table.
func WriteHeader(w io.Writer, env results.Env, op string, p int) {
	yardstick := "x 1-port"
	if env.LinksKnown(p) {
		yardstick = "x bound"
	}
	fmt.Fprintln(w)
	sample := "longest time of any rank"
	if env.Arrival != "" {
		sample += ", measured from the last rank's arrival"
	}
	wrap.WriteComment(w, "%s, %s; bytes: one rank's block; sample: %s", op, check.FormatCount(p, "rank"),
		sample)
	if env.RequestKind != "" {
		yardstick = "overlap"
	}
	fmt.Fprintf(w, "#bytes algorithm                     median us  ratio 95 %%        %8s    n\n", yardstick)
}

// maxForced is the maximum number of forced native algorithms of one size in a table. If there are more, only
// the best of them is printed.
const maxForced = 3

// WriteCells prints the contenders of one size: the native call, our algorithms, gompi, and the forced native
// algorithms. If there are more than maxForced forced algorithms, it prints only the best of them, unless all
// contenders are native. The argument `before` has the cells of the previous size, or is nil at the first
// size. A line above the cells gives the type of the words, and the algorithms with the same plans, if they
// differ from the previous size.
func WriteCells(w io.Writer, before, cells []results.Cell) {
	writeType(w, before, cells)
	writeAlike(w, before, cells)
	best, _ := results.Lowest(cells, results.Cell.IsForced, func(c results.Cell) float64 { return c.Median })
	forced := 0
	for _, c := range cells {
		if c.IsForced() {
			forced++
		}
	}
	onlyBest := forced > maxForced && slices.ContainsFunc(cells, isOurs)
	for _, c := range cells {
		if onlyBest && c.IsForced() && c.Algo != best.Algo {
			continue
		}
		mark := ""
		if c.HasLargeSkew() {
			mark = "~"
		}
		ratio, interval := results.FormatRatio(c.Ratio), c.RatioRange.String()
		if c.Algo == results.Native {
			ratio, interval = "", ""
			if c.InCRatio > 0 {
				ratio, interval = "best", "in C "+results.FormatRatio(c.InCRatio)
			}
		}
		line := fmt.Sprintf("%6s %-29s %9s %6s %-12s %7s %4d%s", results.FormatSize(c.Bytes), shorten(c.Algo,
			29), results.FormatMicros(c.Median), ratio, interval, overlapOrYardstick(c), c.N, mark)
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

// shorten shortens a name such as native:scatter_recursive_doubling_allgather to `width` characters.
func shorten(name string, width int) string {
	const end = 10
	if len(name) <= width {
		return name
	}
	return name[:width-end-2] + ".." + name[len(name)-end:]
}

// isOurs reports whether the contender is not an algorithm of the MPI library. For gompi it returns true.
func isOurs(c results.Cell) bool { return c.Algo != results.Native && !c.IsForced() }

// overlapOrYardstick returns the overlap of a non-blocking or persistent call, and for a blocking call the
// result of ratioToYardstick.
func overlapOrYardstick(c results.Cell) string {
	if c.Overlap != nil {
		return fmt.Sprintf("%.0f %%", 100**c.Overlap)
	}
	return ratioToYardstick(c)
}

// ratioToYardstick formats the median divided by the lower bound or, without one, by the one-port estimate.
func ratioToYardstick(c results.Cell) string {
	yardstick := c.Yardstick()
	if yardstick == 0 {
		return "-"
	}
	times := c.Median / yardstick
	if times < 1000 {
		return fmt.Sprintf("%.2f", times)
	}
	return fmt.Sprintf("%.0f", times)
}

// writeType prints the type of the words at a size, if it differs from the type at the previous size.
func writeType(w io.Writer, before, cells []results.Cell) {
	now := typeOf(cells)
	if now == typeOf(before) {
		return
	}
	why := ""
	if bytes := cells[0].Bytes; bytes%8 != 0 && now == "uint8" {
		why = ", because " + results.FormatSize(bytes) + " is not a multiple of 8"
	}
	wrap.WriteComment(w, "words of type %s%s", now, why)
}

func typeOf(cells []results.Cell) string {
	if len(cells) == 0 || cells[0].Type == "" {
		return results.UsualType
	}
	return cells[0].Type
}

// WriteBusiest draws a bar chart of the bytes on each contender's busiest link, for the largest size of every
// operation. It prints nothing if links were not counted.
func WriteBusiest(w io.Writer, r *results.Result) {
	for _, cells := range results.CellsOfLargestSizes(r) {
		most := 0
		for _, c := range cells {
			most = max(most, c.Busiest().Bytes)
		}
		if most == 0 {
			continue
		}
		fmt.Fprintf(w, "\n# %s %s, %d ranks: bytes of one call on its busiest link\n", cells[0].Op,
			results.FormatSize(cells[0].Bytes), cells[0].P)
		for _, c := range cells {
			busiest := c.Busiest()
			bar := strings.Repeat("█", (22*busiest.Bytes+most/2)/most)
			fmt.Fprintf(w, "  %-29s %4s -> %-4s %11d  %s\n", c.Algo, busiest.From, busiest.To, busiest.Bytes,
				bar)
		}
	}
}

// writeAlike prints the groups of algorithms with identical plans at a size. It prints nothing if the groups
// have not changed since the previous size.
func writeAlike(w io.Writer, before, cells []results.Cell) {
	now := AlikeText(cells)
	if now == "" || now == AlikeText(before) {
		return
	}
	first := cells[0]
	wrap.WriteComment(w, "on %s, for %s bytes and more, algorithms with the same plan are measured once: %s",
		check.FormatCount(first.P, "rank"), results.FormatSize(first.Bytes), now)
}

// AlikeText lists the groups of algorithms that have the same plans at a size: "a = b = c; d = e".
func AlikeText(cells []results.Cell) string {
	var groups []string
	for _, c := range cells {
		if len(c.Alike) > 0 {
			groups = append(groups, strings.Join(c.Algos(), " = "))
		}
	}
	return strings.Join(groups, "; ")
}
