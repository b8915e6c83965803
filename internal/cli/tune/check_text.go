package tune

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/tune/rulecheck"
	"topocoll/internal/wrap"
)

func writeCheck(out io.Writer, c *rulecheck.Check) {
	wrap.WriteComment(out, "%s", c.Conclusion())
	fmt.Fprintf(out, "# %s\n", c.Library)
	if c.Network != "" {
		fmt.Fprintf(out, "# network %s\n", results.NetworkTitle(c.Network))
	}
	fmt.Fprintf(out, "# ranks %d, hosts %d, slots %d; pairs of launches: %d\n", c.Ranks, c.Hosts, c.Slots,
		c.Launches/2)
	wrap.WriteComment(out,
		"default/ref, rules/ref: the library's time without and with %s, each divided by the time of the "+
			"reference algorithm in the same repetitions",
		strings.Join(c.Files, " and "))
	wrap.WriteComment(out,
		"rules/default: rules/ref divided by default/ref, with its 95 %% interval; below 1 is faster")
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "operation\tbytes\trule\tdefault us\treference\tdefault/ref\trules/ref\trules/default\t"+
		"interval\tverdict")
	for _, cell := range c.Cells {
		bytes := results.FormatSize(cell.Bytes)
		if cell.Op == catalog.Barrier {
			bytes = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%.2f\t%.2f to %.2f\t%s\n", cell.Op, bytes,
			cmp.Or(cell.Rule, "-"),
			results.FormatMicros(cell.Without), cell.Reference, results.FormatMultiple(cell.WithoutRatio),
			results.FormatMultiple(cell.WithRatio), cell.Ratio, cell.Low, cell.High, cell.Verdict)
	}
	w.Flush()
	fmt.Fprintln(out)
	if c.WithRule != nil && c.WithoutRule != nil {
		wrap.WriteComment(out,
			"where the rules name an algorithm (cells %d): %s; where they leave the choice to the "+
				"library (cells %d): %s",
			c.WithRule.Cells, c.WithRule, c.WithoutRule.Cells, c.WithoutRule)
	}
	const margin = 1.05
	if ratio := c.ReferenceRatio; len(c.Cells) > 0 && max(ratio, 1/ratio) > margin {
		word := "slower"
		if ratio < 1 {
			word = "faster"
		}
		wrap.WriteComment(out,
			"the algorithms in the column \"reference\" are %.0f %% %s in launches with the rules, so those "+
				"launches differ as a whole; the column \"rules/default\" is corrected for this difference",
			100*math.Abs(ratio-1), word)
	}
}
