package compare

import (
	"errors"
	"fmt"
	"io"

	"topocoll/bench/results"
	"topocoll/bench/results/compare"
	"topocoll/bench/results/tables"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/wrap"
)

type Command struct {
	A              string            `arg:"" help:"The bench.json of the reference run, or the folder that holds it." placeholder:"A.json"`
	B              string            `arg:"" help:"The bench.json of the second run, or the folder that holds it." placeholder:"B.json"`
	FailIfSlower   option.Percentage `help:"Exit with code 4 if a cell is slower by more than this." placeholder:"PERCENT"`
	Oversubscribed bool              `name:"allow-oversubscribed" help:"Give verdicts even with more ranks than cores."`
}

func (*Command) Help() string {
	return `Compares every cell (operation, algorithm, ranks, size) that two benchmarks have in common. B/A is
the ratio to native in B divided by the ratio in A; below 1, B is faster. The exit code is 6 if all verdicts
are inconclusive. --fail-if-slower needs several launches in both runs, because times vary from launch to
launch.

  topocoll compare report/launch-1 report/launch-2
  topocoll compare before after --fail-if-slower 10%
  topocoll compare openmpi mpich --allow-oversubscribed`
}

func (c *Command) Run(out io.Writer) error {
	a, err := saved.LoadMeasured(c.A)
	if err != nil {
		return err
	}
	b, err := saved.LoadMeasured(c.B)
	if err != nil {
		return err
	}
	if saved.SameFile(saved.File(c.A), saved.File(c.B)) {
		return exit.Usagef("%s and %s are the same file; give the results of two different runs", c.A, c.B)
	}
	if results.SameRun(a, b) {
		return exit.Usagef(
			"%s and %s come from the same run, started at %s (one of them may be its first launch); give "+
				"the results of two different runs",
			c.A, c.B, a.Env.Start)
	}
	for i, r := range []*results.Result{a, b} {
		if !r.HasSamples() {
			return exit.Usagef("%s has no samples; put the %s of the same run beside its bench.json",
				[]string{c.A, c.B}[i], results.SamplesName)
		}
	}
	comparison := compare.Compare(a, b, c.Oversubscribed)
	if len(comparison.Changes) == 0 {
		return exit.Usagef(
			"%s and %s have no cell in common; two cells match if both have samples and the same operation, "+
				"algorithm, p and bytes (cells with samples: %d and %d)",
			c.A, c.B, comparison.OnlyA, comparison.OnlyB)
	}
	if c.FailIfSlower != 0 && comparison.Launches() == 1 {
		return exit.Usagef(
			"--fail-if-slower needs several launches in both runs (bench --launches 3), because launches differ " +
				"more than the samples of one launch show")
	}
	tables.WriteComparison(out, comparison, wrap.Plain(c.A), wrap.Plain(c.B))
	if why := comparison.InconclusiveHint(); why != "" {
		return exit.Error{Code: exit.Inconclusive, Err: errors.New(why)}
	}
	if c.FailIfSlower == 0 {
		return nil
	}
	slower := comparison.Slower(float64(c.FailIfSlower))
	if len(slower) == 0 {
		return nil
	}
	worst := slower[0]
	return exit.Error{Code: exit.Slower,
		Err: fmt.Errorf(
			"%d of %d cells are slower by more than %.3g%%; the worst is %s %s p=%d %s: in B, its ratio to "+
				"native is %.3f times its ratio in A",
			len(slower), len(comparison.Changes), 100*float64(c.FailIfSlower), worst.Op, worst.Algo, worst.P,
			results.FormatSize(worst.Bytes), worst.Ratio)}
}
