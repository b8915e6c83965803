package model

import (
	"io"
	"os"

	"topocoll/catalog"
	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/job"
)

type SimulateCommand struct {
	Algo    []string `arg:"" optional:"" help:"Algorithms by id, prefix or pattern, or plan:FILE." placeholder:"ALGO" predictor:"algo"`
	Op      []string `help:"All algorithms of an operation: bcast, MPI_Reduce, ..." placeholder:"OP" type:"op" predictor:"op"`
	numbers `set:"words=1"`
	Segment segment `help:"Maximum words of a message, or auto for the fastest length (default: ${default}, whole messages)." default:"0" placeholder:"N|auto"`
	Sweep   string  `help:"Run with -m or -n doubled from A to B: m=1:1M or n=2:4096." placeholder:"m=A:B"`
	SVG     string  `name:"svg" help:"Draw the sweep as an SVG chart." placeholder:"FILE"`
	JSON    bool    `help:"Print JSON instead of text."`
	Machine `group:"The machine (ts, tw and th as in the textbook; one port, full duplex)"`
	Long    bool `group:"Advanced" name:"allow-long" help:"Run a simulation that takes more than 10 minutes."`

	of  Call                 // the call, without the algorithm
	own map[string]*PlanFile // by id
}

func (*SimulateCommand) Help() string {
	return `Runs algorithms in virtual time and compares the times with the formulas of the textbook. Each algorithm runs on the network of its formula, unless --network gives one network for all.

  topocoll simulate hcube/bcast -n 64 -m 1K
  topocoll simulate --op bcast -n 64 -m 1K --network torus:8x8
  topocoll simulate --op bcast -n 64 --sweep m=1:64K --svg bcast.svg

With --segment, the plans of the nodes run, on at most 1024 ranks. A node forwards a segment as soon as it has arrived, and links are free. The formula stays that of whole messages. docs/how-to/cluster.md describes networks and lists of links.`
}

func (s *SimulateCommand) Run(out io.Writer, given option.Given) error {
	if len(s.Algo)+len(s.Op) == 0 {
		return exit.Usagef("no algorithm given, want ALGO... or --op OP (topocoll list shows them)")
	}
	s.of = s.call(s.Network, given)
	infos, err := s.infos(given)
	if err != nil {
		return err
	}
	if err := given.RefuseIdle(infos); err != nil {
		return err
	}
	switch {
	case s.Sweep != "" && s.own != nil:
		return exit.Usagef("--sweep %s with a plan, which is for one p and one m", s.Sweep)
	case s.Sweep != "":
		return s.sweep(out, infos, given)
	case s.SVG != "":
		return exit.Usagef("--svg draws a --sweep; topocoll explain %s --svg %s draws one run", infos[0].ID, s.SVG)
	}
	single := len(infos) == 1
	var runs []Simulation
	var skipped []catalog.Info
	for _, info := range infos {
		if !single && !info.Takes(s.of.P) {
			skipped = append(skipped, info)
			continue
		}
		run, err := s.simulation(info, s.of.P, s.of.M)
		if err != nil {
			return err
		}
		runs = append(runs, run)
	}
	if err := Foresee(os.Stderr, runs, s.Long); err != nil {
		return err
	}
	ctx, stop := job.SignalContext()
	defer stop()
	outcomes := make([]Outcome, len(runs))
	for i, run := range runs {
		if outcomes[i], err = run.run(ctx); err != nil {
			return err
		}
	}
	switch {
	case s.JSON && single:
		return saved.WriteJSON(out, outcomes[0])
	case s.JSON:
		return saved.WriteJSON(out, outcomes)
	case single:
		return describe(out, runs[0], outcomes[0])
	}
	return writeSimulations(out, runs, outcomes, skipped)
}

// infos returns the selected algorithms and plans. A plan also sets the numbers of the call.
func (s *SimulateCommand) infos(given option.Given) ([]catalog.Info, error) {
	var infos []catalog.Info
	rows := option.Selection{Op: s.Op}
	for _, name := range s.Algo {
		if !isOwn(name) {
			rows.Algo = append(rows.Algo, name)
			continue
		}
		c := &s.of
		if err := c.take(name, given); err != nil {
			return nil, err
		}
		given["n"], given["words"], given["root"], given["shift"] = true, true, c.Info.Op.Rooted(), c.Info.Op == catalog.Shift // a second file must have the same call
		if s.own == nil {
			s.own = map[string]*PlanFile{}
		}
		s.own[c.Info.ID], infos = c.own, append(infos, c.Info)
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

// simulation returns the run of one algorithm.
func (s *SimulateCommand) simulation(info catalog.Info, p, m int) (Simulation, error) {
	run := Simulation{Call: s.of, segment: s.Segment}
	run.Info, run.own, run.P, run.M = info, s.own[info.ID], p, m
	if err := run.check(); err != nil { // before the network is built
		return run, err
	}
	var err error
	run.Setup, err = s.Machine.Setup(info, p)
	return run, err
}
