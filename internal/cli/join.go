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
	Results        []string `arg:"" help:"The bench.json of each launch, or its folder; two or more." placeholder:"BENCH.JSON"`
	Out            string   `short:"o" required:"" help:"Folder for the joined bench.json, bench.csv and report.html." placeholder:"DIR"`
	Oversubscribed bool     `name:"allow-oversubscribed" help:"Give verdicts even with more ranks than cores."`
}

func (*joinCommand) Help() string {
	return `Joins launches that your own launcher started into one result. bench --launches does this by itself.

  srun topocoll bench --out launch-1 --seed 1
  srun topocoll bench --out launch-2 --seed 2
  topocoll join launch-1 launch-2 -o joined`
}

func (j *joinCommand) Run(out io.Writer) error {
	if len(j.Results) < 2 {
		return usagef("join %s: only one file, want two bench.json or more", wrap.Plain(j.Results[0]))
	}
	if err := writable(j.Out); err != nil {
		return err
	}
	var launches []*results.Result
	for _, name := range j.Results {
		if sameFile(fileOrIn(name), filepath.Join(j.Out, results.JSONName)) {
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
		return usagef("%s cannot be joined: %s", wrap.Plain(j.Results[misfit.Launch]), misfit.Why)
	}
	if err != nil {
		return err
	}
	results.Judge(whole.Cells, j.Oversubscribed)
	if err := os.MkdirAll(j.Out, 0o755); err != nil {
		return err
	}
	if err := keepIn(j.Out, j.within()...); err != nil {
		return err
	}
	if err := results.Write(j.Out, whole); err != nil {
		return err
	}
	return leaveJoined(out, j.Out, "table", whole)
}

// within returns the names of the folders in -o that hold launches which are joined.
func (j *joinCommand) within() (names []string) {
	for _, name := range j.Results {
		folder := filepath.Dir(fileOrIn(name))
		if sameFile(filepath.Dir(folder), j.Out) {
			names = append(names, filepath.Base(folder))
		}
	}
	return names
}
