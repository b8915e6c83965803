package cli

import (
	"fmt"
	"io"

	"topocoll/bench/results"
	"topocoll/internal/wrap"
)

type compareCommand struct {
	A              string `arg:"" help:"The bench.json to compare with." placeholder:"A.json"`
	B              string `arg:"" optional:"" help:"The bench.json of the other run." placeholder:"B.json"`
	FailIfSlower   share  `help:"Exit with 4 when a cell's verdict is slower and its ratio to native more than this above A's (the verdict allows 5%); wants several launches a side." placeholder:"PERCENT"`
	Guidelines     bool   `help:"Look at A alone: which native calls are slower than other native calls, or ours, that do the same (PGMPI)."`
	Oversubscribed bool   `name:"allow-oversubscribed" help:"Give verdicts with more ranks than cores."`
}

func (c *compareCommand) Help() string {
	return `Compares the cells that two benchmarks have in common, by their ratios to native: the machine itself may have been slower at the time of one of them. Below 1, B is faster; the verdicts are those of bench, the false discovery rate of the table held at 5 %.

Launches of one program differ, so an exit code wants several on both sides (bench --launches 3, or topocoll join); with one a side the verdicts are of these launches.

  topocoll compare before/bench.json after/bench.json --fail-if-slower 10%
  topocoll compare report/bench.json --guidelines`
}

func (c *compareCommand) Run(out io.Writer) error {
	switch {
	case c.Guidelines && (c.B != "" || c.FailIfSlower != 0):
		return usagef("--guidelines looks at one file, want no B.json and no --fail-if-slower")
	case !c.Guidelines && c.B == "":
		return usagef("compare %s with what? want A.json B.json, or --guidelines", c.A)
	}
	a, err := measured(c.A)
	if err != nil {
		return err
	}
	if c.Guidelines {
		results.WriteGuidelines(out, results.CheckGuidelines(a))
		return nil
	}
	b, err := measured(c.B)
	if err != nil {
		return err
	}
	comparison := results.Compare(a, b, c.Oversubscribed)
	if len(comparison.Changes) == 0 {
		return usagef("%s and %s have no cell with samples in common, want the same operation, algorithm, p and bytes (%d such cells and %d)",
			c.A, c.B, comparison.OnlyA, comparison.OnlyB)
	}
	if c.FailIfSlower != 0 && comparison.Launches() == 1 {
		return usagef("--fail-if-slower with one launch a side, want several: launches differ by more than one of them says (bench --launches 3)")
	}
	results.WriteComparison(out, comparison, wrap.Plain(c.A), wrap.Plain(c.B))
	if c.FailIfSlower == 0 {
		return nil
	}
	slower := comparison.Slower(float64(c.FailIfSlower))
	if len(slower) == 0 {
		return nil
	}
	worst := slower[0]
	return failure{code: exitSlower, error: fmt.Errorf("%d of %d cells slower by more than %.3g%%, the worst %s %s p=%d %s: %.3f times",
		len(slower), len(comparison.Changes), 100*float64(c.FailIfSlower), worst.Op, worst.Algo, worst.P, results.FormatSize(worst.Bytes), worst.Ratio)}
}
