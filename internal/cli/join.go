package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"topocoll/bench/results"
	"topocoll/internal/wrap"
)

type joinCommand struct {
	Results        []string `arg:"" help:"The bench.json of each launch: two or more." placeholder:"BENCH.JSON"`
	Out            string   `short:"o" required:"" help:"Folder for the bench.json, bench.csv and report.html of all." placeholder:"DIR"`
	Oversubscribed bool     `name:"allow-oversubscribed" help:"Give verdicts with more ranks than cores."`
}

func (j *joinCommand) Help() string {
	return `Puts launches of one run into one result, as bench --launches does with those it starts itself. Launches of one program differ more than the samples within one say, so under your own launcher start it several times.

  for k in 1 2 3; do srun --mpi=pmix bin/topocoll bench --out launch-$k --seed $k; done
  topocoll join launch-1/bench.json launch-2/bench.json launch-3/bench.json -o report`
}

func (j *joinCommand) Run(out io.Writer) error {
	if len(j.Results) < 2 {
		return usagef("join %s with what? want two bench.json or more", wrap.Plain(j.Results[0]))
	}
	if err := writable(j.Out); err != nil {
		return err
	}
	here := fileIn(j.Out)
	var launches []*results.Result
	for _, name := range j.Results {
		if info, err := os.Stat(name); err == nil && here != nil && os.SameFile(info, here) {
			return usagef("-o %q would replace %s, want another folder", j.Out, wrap.Plain(name))
		}
		r, err := measured(name)
		if err != nil {
			return err
		}
		launches = append(launches, r)
	}
	whole, err := results.Join(launches)
	if misfit := (results.Misfit{}); errors.As(err, &misfit) {
		return usagef("%s is no launch to join: %s", wrap.Plain(j.Results[misfit.Launch]), misfit.Why)
	}
	if err != nil {
		return err
	}
	results.Judge(whole.Cells, j.Oversubscribed)
	if err := os.MkdirAll(j.Out, 0o755); err != nil {
		return err
	}
	os.Remove(filepath.Join(j.Out, results.PageName)) // an earlier one, of which the files are about to go
	if err := results.Write(j.Out, whole); err != nil {
		return err
	}
	return leaveJoined(out, j.Out, "table", whole)
}
