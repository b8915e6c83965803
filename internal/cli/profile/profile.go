package profile

import (
	"io"

	"topocoll/internal/exit"
	"topocoll/internal/profile"
)

type Command struct {
	File string `arg:"" help:"A profile written by topocoll run --profile." placeholder:"FILE" type:"path"`
}

func (*Command) Help() string {
	return `Prints the share of its time that a program spends in collective calls, the calls that take the
most time, and the largest possible gain from tuning. topocoll run --profile writes the file;
docs/how-to/drop-in.md describes it.

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
