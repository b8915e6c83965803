package join

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"topocoll/bench/results"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/wrap"
)

type Command struct {
	Results        []string `arg:"" help:"Two or more launches: the bench.json or the folder of each." placeholder:"BENCH.JSON"`
	Out            string   `short:"o" required:"" help:"Folder for the joined bench.json, its samples, bench.csv and report.html." placeholder:"DIR"`
	Oversubscribed bool     `name:"allow-oversubscribed" help:"Give verdicts even with more ranks than cores."`
}

func (*Command) Help() string {
	return `Combines several launches, which your own launcher started, into one result. bench --launches does
this by itself.

  srun topocoll bench --out launch-1 --seed 1
  srun topocoll bench --out launch-2 --seed 2
  topocoll join launch-1 launch-2 -o joined`
}

func (j *Command) Run(out io.Writer) error {
	if len(j.Results) < 2 {
		return exit.Usagef("join %s: only one file, want two or more", wrap.Plain(j.Results[0]))
	}
	if err := saved.Writable(j.Out); err != nil {
		return err
	}
	var launches []*results.Result
	for _, name := range j.Results {
		if saved.SameFile(saved.File(name), filepath.Join(j.Out, results.JSONName)) {
			return exit.Usagef("-o %q would replace %s; use a different folder", j.Out, wrap.Plain(name))
		}
		r, err := saved.LoadMeasured(name)
		if err != nil {
			return err
		}
		launches = append(launches, r)
	}
	whole, err := results.Join(launches)
	if misfit := (results.Misfit{}); errors.As(err, &misfit) {
		return exit.Usagef("%s cannot be joined: %s", wrap.Plain(j.Results[misfit.Launch]), misfit.Why)
	}
	if err != nil {
		return err
	}
	results.Judge(whole.Cells, j.Oversubscribed)
	if err := os.MkdirAll(j.Out, 0o755); err != nil {
		return err
	}
	if err := saved.KeepEarlier(j.Out, j.within()...); err != nil {
		return err
	}
	if err := results.Write(j.Out, whole); err != nil {
		return err
	}
	return saved.WriteJoined(out, j.Out, "table", whole)
}

// within returns the names of the subfolders of -o that contain launches to be joined.
func (j *Command) within() (names []string) {
	for _, name := range j.Results {
		folder := filepath.Dir(saved.File(name))
		if saved.SameFile(filepath.Dir(folder), j.Out) {
			names = append(names, filepath.Base(folder))
		}
	}
	return names
}
