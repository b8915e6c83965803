package plan

import (
	"fmt"
	"io"

	"topocoll/internal/planfile"
	"topocoll/internal/wrap"
)

// A CheckCommand checks a plan in a file.
type CheckCommand struct {
	File string `arg:"" help:"A file that plan --json or another program wrote." placeholder:"FILE"`
}

func (*CheckCommand) Help() string {
	return `Checks a plan: ranges, messages, deadlocks, and the result word by word. The exit code is 2 if
the file is not a plan, and 3 if the ranks cannot execute it together or the result is wrong.
docs/reference/plan-json.md describes the file.

  topocoll plan hcube/allgather -n 8 -m 10 --json > plan.json
  topocoll plan check plan.json
  topocoll plan plan:plan.json --svg plan.svg`
}

// Run prints that the plan is correct, or returns why it is not.
func (c *CheckCommand) Run(out io.Writer) error {
	f, err := planfile.ReadChecked(c.File)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "ok: %s: %s on %d nodes, m = %d: ranges, messages and every word of the result are "+
		"right, no deadlock\n",
		wrap.Plain(c.File), f.Op, f.P, f.M)
	return nil
}
