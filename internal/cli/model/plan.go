package model

import (
	"io"

	"topocoll/internal/cli/exit"
	"topocoll/internal/cli/option"
)

type PlanCommand struct {
	Algo    string `arg:"" help:"An algorithm such as hcube/bcast, or plan:FILE." placeholder:"ALGO" predictor:"id"`
	numbers `set:"words=1"`
	Segment segment `help:"Maximum words of a message, or auto for the fastest length (default: ${default}, whole messages)." default:"0" placeholder:"N|auto"`
	Rank    *int    `group:"Output" help:"Show only this rank (default: all)." placeholder:"R"`
	SVG     string  `group:"Output" name:"svg" help:"Also draw a time line of all ranks, as SVG." placeholder:"FILE"`
	JSON    bool    `group:"Output" help:"Print the plans of all ranks as JSON." xor:"form"`
	GOAL    bool    `group:"Output" name:"goal" help:"Print the plans in GOAL, the input of the simulator LogGOPSim." xor:"form"`
	Order   bool    `group:"Advanced" help:"Reorder the steps of every rank if that is faster (list scheduling)."`
	Commute bool    `group:"Advanced" help:"The operator commutes (default: ${default})." default:"true" negatable:""`

	planMachine `group:"The machine (ts and tw as in the textbook; links are free)"`
}

// A PlanCheckCommand checks a plan in a file.
type PlanCheckCommand struct {
	File string `arg:"" help:"A file that plan --json or another program wrote." placeholder:"FILE"`
}

func (*PlanCheckCommand) Help() string {
	return `Checks a plan: ranges, messages, deadlocks, and the result word by word. The exit code is 2 if the file is not a plan, and 3 if the ranks cannot execute it together or the result is wrong. docs/reference/plan-json.md describes the file.

  topocoll plan hcube/allgather -n 8 -m 10 --json > plan.json
  topocoll plan check plan.json
  topocoll plan plan:plan.json --svg plan.svg`
}

func (*PlanCommand) Help() string {
	return `Shows an algorithm as data: the sends, receives, copies and combinations of every rank, and the earlier steps that each one waits for. This is the plan that bench and compiled procedures execute.

  topocoll plan hcube/bcast -n 8 -m 1000
  topocoll plan hcube/bcast -n 8 -m 1000 --segment 250 --svg bcast.svg
  topocoll plan mesh/alltoall -n 16 -m 10 --network torus:4x4

The critical path counts dependencies alone: ports and links are unlimited. The times with one port and with all ports let a rank run each step as soon as its dependencies are done and its ports are free.`
}

func (c *PlanCommand) Run(out io.Writer, given option.Given) error {
	if err := c.idle(given); err != nil {
		return err
	}
	file, err := c.prepare(given)
	if err != nil {
		return err
	}
	if c.SVG != "" {
		if err := c.draw(file); err != nil {
			return err
		}
	}
	switch {
	case c.JSON:
		return file.write(out)
	case c.GOAL:
		return file.Nodes.WriteGOAL(out)
	}
	return file.text(out, c.Rank)
}

// idle refuses flags without effect.
func (c *PlanCommand) idle(given option.Given) error {
	switch {
	case given["rank"] && (c.JSON || c.GOAL):
		return exit.Usagef("--rank %d with --json or --goal, which print all nodes", *c.Rank)
	case given["ports"] && c.SVG == "" && !c.Order && !c.Segment.auto:
		return exit.Usagef("--ports %s, want it with --svg, --order or --segment auto: the text has the times of both", c.Ports)
	}
	return nil
}

// prepare checks the flags, records the plans of all nodes, and cuts and orders them.
func (c *PlanCommand) prepare(given option.Given) (*PlanFile, error) {
	call := c.call(c.Network, given)
	if err := call.name(c.Algo, given, "dims", "commute"); err != nil {
		return nil, err
	}
	file, setup, err := c.record(call)
	if err != nil {
		return nil, err
	}
	segment := file.Segment
	file.Segment = c.Segment.words
	if err := c.improve(file); err != nil {
		return nil, err
	}
	if call.own != nil && file.Segment == 0 {
		file.Segment = segment
	}
	if err := file.Nodes.Check(); err != nil {
		return nil, wrong(file, err)
	}
	file.Links = loadsOf(file.Nodes, setup.config)
	file.Times, err = c.times(file.Nodes)
	return file, err
}

// record returns the plans of a call, and the network on which they are counted.
func (c *PlanCommand) record(call Call) (*PlanFile, setup, error) {
	if err := call.recordable("", maxPlanned); err != nil {
		return nil, setup{}, err
	}
	g, err := option.ParseDims(c.Dims)
	switch {
	case err != nil:
		return nil, setup{}, err
	case g != nil && g.Size() != call.P:
		return nil, setup{}, exit.Usagef("--dims %v holds %d processes, want -n %d", g, g.Size(), call.P)
	case c.Rank != nil && (*c.Rank < 0 || *c.Rank >= call.P):
		return nil, setup{}, exit.Usagef("--rank %d, want 0..%d", *c.Rank, call.P-1)
	}
	if err := call.check(); err != nil {
		return nil, setup{}, err
	}
	on, err := c.setup(call.Info, call.P)
	if call.own != nil || err != nil {
		return call.own, on, err
	}
	file := &PlanFile{Schema: planSchema, Algo: call.Info.ID, Op: call.Info.Op, P: call.P, M: call.M, Root: call.root, Shift: call.shift,
		Segment: c.Segment.words, Dims: c.Dims}
	return file, on, exit.Usage(file.record(call, on, c.Commute)) // the procedure refuses its arguments
}

// record records the plans of the call. Plans for a commutative operator are valid for every operator if the plans for a
// non-commutative one are the same.
func (f *PlanFile) record(c Call, s setup, commute bool) (err error) {
	if f.Nodes, err = c.plans(s, f.Segment, commute); err != nil {
		return err
	}
	f.Commutative = c.Info.Commutative
	if commute && f.Op.Reduces() && !f.Commutative {
		others, err := c.plans(s, f.Segment, false)
		f.Commutative = err != nil || !same(f.Nodes, others)
	}
	return nil
}
