package profile

import (
	"io"

	"topocoll/internal/exit"
	"topocoll/internal/profile"
)

type Command struct {
	File string `arg:"" help:"A profile of topocoll run --profile." placeholder:"FILE" type:"path"`
}

func (*Command) Help() string {
	return `Prints which share of its time a program spends in collective calls, the calls that take the
most time, and what tuning can gain at most. topocoll run --profile writes the file; docs/how-to/drop-in.md
describes it.

  topocoll run -n 16 --profile app.json -- ./program
  topocoll profile app.json
  srun topocoll run --profile app.json ./program; topocoll profile app.json`
}

func (c *Command) Run(out io.Writer) error {
	p, err := profile.Load(c.File)
	if err != nil {
		return exit.Usage(err)
	}
	p.Print(out)
	return nil
}
