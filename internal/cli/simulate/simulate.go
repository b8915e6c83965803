package simulate

import (
	"fmt"
	"io"
	"os"
	"strings"

	"topocoll/bench/arrival"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/cli/model"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/virtual"
	"topocoll/plan"
)

type Command struct {
	Algo []string `arg:"" optional:"" help:"Algorithms by id, prefix or pattern, or plan:FILE." placeholder:"ALGO" predictor:"algo"`
	Op   []string `help:"All algorithms of an operation: bcast, MPI_Reduce, ..." placeholder:"OP" type:"op" predictor:"op"`
	//lint:ignore SA5008 kong reads every tag with the key set
	model.CallFlags    `set:"words=1" set:"words_default=1"`
	Segment            model.Segment   `help:"Maximum number of words in a message, or auto for the fastest length (default: ${default}: whole messages, or the choice of a pipelined algorithm)." default:"0" placeholder:"N|auto"`
	Arrival            arrival.Pattern `help:"Arrival pattern (first, last, ramp or random) and delay of the ranks: last:100us." placeholder:"HOW"`
	Sweep              string          `help:"Repeat the run with -m or -n doubling from A to B: m=1:1M or n=2:4096." placeholder:"m=A:B"`
	SVG                string          `name:"svg" help:"Draw the sweep as an SVG chart." placeholder:"FILE"`
	JSON               bool            `help:"Print JSON instead of text."`
	model.MachineFlags `group:"The machine (ts, tw and th as in the textbook; one port, full duplex)"`
	Long               bool `group:"Advanced" name:"allow-long" help:"Allow simulations that take more than 10 minutes."`

	call  virtual.Call        // the call, without an algorithm
	plans map[string]plan.Job // plans from files on the command line, by algorithm id
}

func (*Command) Help() string {
	return `Runs algorithms in virtual time and compares the times with the formulas of the textbook. Each
algorithm runs on the network of its formula, unless --network gives one network for all.

  topocoll simulate hcube/bcast -n 64 -m 1K
  topocoll simulate --op bcast -n 64 -m 1K --network torus:8x8
  topocoll simulate --op bcast -n 64 --sweep m=1:64K --svg bcast.svg

With --segment, simulate runs the nodes' plans, on at most 1024 ranks. A node forwards a segment as soon as it
has arrived. Only the messages of pipelined algorithms wait for busy links. The formula is still for whole
messages.

With --arrival, ranks enter the call late. Times are then measured from the arrival of the last rank,
as in topocoll bench. docs/how-to/network.md describes networks and lists of links.`
}

// Run runs the selected algorithms and prints their times.
func (s *Command) Run(out io.Writer, given option.Given) error {
	if len(s.Algo)+len(s.Op) == 0 {
		return exit.Usagef("no algorithm given; use ALGO... or --op OP (topocoll list prints all algorithms)")
	}
	s.call = s.Call(s.Network, given)
	infos, err := s.selectAlgorithms(given)
	if err != nil {
		return err
	}
	if err := given.RefuseIdle(infos); err != nil {
		return err
	}
	switch {
	case s.Sweep != "" && s.plans != nil:
		return exit.Usagef("--sweep %s cannot be used with a plan, which is for one p and one m", s.Sweep)
	case s.Sweep != "":
		return s.runAndWriteSweep(out, infos, given)
	case s.SVG != "":
		return exit.Usagef("--svg needs --sweep; to draw one run, use topocoll explain %s --svg %s",
			infos[0].ID, s.SVG)
	}
	single := len(infos) == 1
	var runs []virtual.Run
	var skipped []string // "ID: it requires ..."
	for _, info := range infos {
		if !single && !info.Takes(s.call.P) {
			skipped = append(skipped, fmt.Sprintf("%s: it requires %s", info.ID, info.Accepts))
			continue
		}
		run, err := s.newRun(info, s.call.P, s.call.M)
		switch {
		case err != nil:
			return err
		case info.TakesMesh(run.Machine.Extents):
			runs = append(runs, run)
		case single:
			return exit.Usagef("%s: a %v mesh, want two dimensions", info.ID, run.Machine.Extents)
		default:
			skipped = append(skipped, info.ID+": it requires a mesh with two dimensions")
		}
	}
	if len(runs) == 0 {
		return exit.Usagef("none of the algorithms can run on %d ranks; %s", s.call.P,
			strings.Join(skipped, "; "))
	}
	if err := virtual.Foresee(os.Stderr, runs, s.Long); err != nil {
		return err
	}
	ctx, stop := job.SignalContext()
	defer stop()
	outcomes := make([]virtual.Outcome, len(runs))
	for i, run := range runs {
		if outcomes[i], err = run.Simulate(ctx, os.Stderr); err != nil {
			return err
		}
	}
	switch {
	case s.JSON && single:
		return saved.WriteJSON(out, outcomes[0])
	case s.JSON:
		return saved.WriteJSON(out, outcomes)
	case single:
		return writeRun(out, runs[0], outcomes[0])
	}
	return writeRuns(out, runs, outcomes, skipped)
}

// selectAlgorithms returns the selected algorithms and plans. A plan also sets p, m, the root and the shift
// of the call.
func (s *Command) selectAlgorithms(given option.Given) ([]catalog.Info, error) {
	var infos []catalog.Info
	rows := option.Selection{Op: s.Op}
	for _, name := range s.Algo {
		if !model.IsPlan(name) {
			rows.Algo = append(rows.Algo, name)
			continue
		}
		c := &s.call
		if _, err := model.SetPlans(c, name, given); err != nil {
			return nil, err
		}
		// a second plan must be for the same call
		given["n"], given["words"] = true, true
		given["root"] = given["root"] || c.Info.Op.Rooted()
		given["shift"] = given["shift"] || c.Info.Op == catalog.Shift
		if s.plans == nil {
			s.plans = map[string]plan.Job{}
		}
		if _, known := s.plans[c.Info.ID]; known {
			return nil, exit.Usagef("%s: another plan file is also named %s; rename one of them", name,
				strings.TrimPrefix(c.Info.ID, results.Planned))
		}
		s.plans[c.Info.ID], infos = c.Plans, append(infos, c.Info)
	}
	if len(rows.Algo)+len(rows.Op) == 0 {
		return infos, nil
	}
	others, err := rows.Rows()
	if err == nil {
		err = s.RadixFlag.Apply(others)
	}
	return append(others, infos...), err
}

func (s *Command) newRun(info catalog.Info, p, m int) (virtual.Run, error) {
	run := virtual.Run{Call: s.call, Segment: s.Segment.Segment, Arrival: s.Arrival}
	run.Info, run.Plans, run.P, run.M = info, s.plans[info.ID], p, m
	if err := run.Check(); err != nil { // check the call before Machine builds the network
		return run, err
	}
	var err error
	run.Machine, err = s.Machine(info, p)
	return run, err
}
