package fit

import (
	"io"

	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/fit"
)

type Command struct {
	File string `arg:"" help:"A bench.json, or its folder." placeholder:"A.json"`
}

func (*Command) Help() string {
	return `Fits the start-up time ts and the time per byte tw to the messages of a benchmark. It then
predicts the times of the algorithms and compares them with the measured ones.

  topocoll fit report
  topocoll fit report/launch-1
  topocoll fit before/bench.json`
}

func (f *Command) Run(out io.Writer) error {
	r, err := saved.Load(f.File)
	if err != nil {
		return err
	}
	if len(r.Messages) == 0 {
		return exit.Usagef(
			"%s has no messages to fit; use a bench.json with messages, from a run on 2 or more ranks", f.File)
	}
	fit.WriteTable(out, r)
	return nil
}
