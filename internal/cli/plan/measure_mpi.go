//go:build cgo

package plan

import (
	"io"
	"strings"

	"topocoll/bench/trace"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
	"topocoll/internal/planfile"
	"topocoll/internal/timeline"
	"topocoll/mpi"
)

// repetitions is the number of times that --measured executes a plan.
const repetitions = 101

// measure executes the plan under MPI, or starts the ranks that execute it.
func (c *Command) measure(out io.Writer, given option.Given) error {
	n := 0
	if given["n"] {
		n = int(c.N)
	}
	start, err := ranks.MustStart(n, c.Allows)
	if err != nil {
		return err
	}
	if start {
		if _, err := c.prepareMeasured(given); err != nil {
			return err
		}
		return ranks.Start(n)
	}
	return ranks.WithMPI(func(w *mpi.World) error {
		c.N, given["n"] = option.Count(w.Size), true
		file, err := c.prepareMeasured(given)
		if err != nil {
			return err
		}
		t, err := trace.Measure(w, file.Nodes, repetitions)
		if err != nil || w.Rank != 0 {
			return err
		}
		return c.showTiming(out, file, t, given)
	})
}

// prepareMeasured calls prepare. It returns an error if the plans have too many steps.
func (c *Command) prepareMeasured(given option.Given) (*planfile.File, error) {
	file, err := c.prepare(given)
	if err != nil {
		return nil, err
	}
	if n := file.Nodes.CountSteps(); n > timeline.MaxSteps {
		return nil, exit.Usagef("--measured: %d steps, want at most %d", n, timeline.MaxSteps)
	}
	return file, nil
}

// showTiming prints how each rank spends its time. With --svg, it draws the measured steps above the modelled
// steps.
func (c *Command) showTiming(out io.Writer, file *planfile.File, t *trace.Timing, given option.Given) error {
	machine, model := t.Model(c.Ports == "all"), "every message takes as long as the fastest measured "+
		"message of its length"
	if given["ts"] || given["tw"] || given["tr"] {
		machine, model = c.planMachine(), unitsText(file.Times)
	}
	schedule, err := t.Job.Schedule(machine)
	if err != nil {
		return err
	}
	sentence := t.Sentence(file.Algo, schedule.Finish)
	if err := t.Write(out, file.Title(), sentence, model); err != nil || c.SVG == "" {
		return err
	}
	measured := &timeline.Figure{Job: t.Job, Schedule: &t.Schedule,
		Head: append([]string{file.Title() + ", measured"}, strings.SplitAfter(sentence, ". ")...)}
	modelled := &timeline.Figure{Job: t.Job, Schedule: schedule, Machine: machine,
		Head: []string{"Modelled: " + model}}
	return saved.WriteFile(c.SVG, func(w io.Writer) error { return timeline.Stack(w, measured, modelled) })
}
