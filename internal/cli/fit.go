package cli

import (
	"io"

	"topocoll/internal/fit"
)

type fitCommand struct {
	File   string `arg:"" help:"A bench.json with messages, which bench measures before the collectives, or its folder." placeholder:"A.json"`
	Format string `help:"Output format: table, or the parameters of a simulator, loggopsim or simgrid (default: ${default})." default:"table" enum:"table,loggopsim,simgrid" placeholder:"FORMAT"`
}

func (f *fitCommand) Help() string {
	return `Fits the start-up time ts and the time per byte tw to the messages of a benchmark. Then plays the plans of our algorithms with them, each message cut as it was in the run, and compares the times with the measured ones. Where the textbook has a formula, this is its time; on more than 64 ranks the formula itself is evaluated.

  topocoll fit report
  topocoll fit report --format simgrid`
}

func (f *fitCommand) Run(out io.Writer) error {
	r, err := loaded(f.File)
	if err != nil {
		return err
	}
	if len(r.Messages) == 0 {
		return usagef("%s: no messages to fit, want a bench.json with messages, from a run on 2 or more ranks", f.File)
	}
	switch f.Format {
	case "loggopsim":
		fit.WriteLogGOPSim(out, r)
	case "simgrid":
		fit.WriteSimGrid(out, r)
	default:
		fit.WriteTable(out, r)
	}
	return nil
}
