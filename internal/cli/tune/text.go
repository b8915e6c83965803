package tune

import (
	"fmt"
	"io"
	"text/tabwriter"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
	"topocoll/tuned"
)

// writeTuned prints the conclusion and a line for every choice.
func writeTuned(out io.Writer, table *tuned.Table) {
	tables.WriteComment(out, "%s", table.Conclusion())
	fmt.Fprintf(out, "# %s\n", table.Library)
	if table.Network != "" {
		fmt.Fprintf(out, "# network %s\n", table.Network)
	}
	fmt.Fprintln(out,
		"# time divided by the time of the library's default, with its 95 % interval; below 1 is faster")
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "operation\tp\tbytes\tfastest\ttime\tinterval\tsure\tbest native\ttime")
	for _, c := range table.Choices {
		if len(c.Sizes) == 0 {
			fmt.Fprintf(w, "%s\t%d\t%s\t%s\tnot measured\n", c.Op, c.Ranks, c.Range(), c.Algo)
			continue
		}
		sure := "no"
		if c.Sure {
			sure = "yes"
		}
		name := c.Algo
		if c.Segment > 0 {
			name += ", segment " + results.FormatSize(c.Segment)
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%.2f\t%.2f to %.2f\t%s\t%s\t%.2f\n", c.Op, c.Ranks, c.Range(), name,
			c.Gain, c.Low, c.High, sure, c.Native, c.NativeGain)
	}
	w.Flush()
}
