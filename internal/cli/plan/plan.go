package plan

import (
	"fmt"
	"io"

	"topocoll/catalog"
	"topocoll/internal/cli/model"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/planfile"
	"topocoll/internal/timeline"
	"topocoll/internal/virtual"
	"topocoll/internal/wrap"
	"topocoll/plan"
)

type Command struct {
	Algo string `arg:"" help:"An algorithm such as hcube/bcast, or plan:FILE." placeholder:"ALGO" predictor:"id"`
	//lint:ignore SA5008 kong reads every tag with the key set
	model.CallFlags `set:"words=1" set:"words_default=1"`
	Segment         model.Segment `help:"Maximum number of words in a message, or auto for the fastest length (default: ${default}: whole messages, or the choice of a pipelined algorithm)." default:"0" placeholder:"N|auto"`
	Rank            *int          `group:"Output" help:"Show only this rank (default: all)." placeholder:"R"`
	SVG             string        `group:"Output" name:"svg" help:"Also draw a time line of all ranks, as SVG." placeholder:"FILE"`
	JSON            bool          `group:"Output" help:"Print the plans of all ranks as JSON." xor:"form"`
	GOAL            bool          `group:"Output" name:"goal" help:"Print the plans in GOAL, the input format of the simulator LogGOPSim." xor:"form"`
	Order           bool          `group:"Advanced" help:"Reorder the steps of every rank if that is faster (list scheduling)."`
	Commute         bool          `group:"Advanced" help:"Assume that the operator commutes (default: ${default})." default:"true" negatable:""`
	Measured        bool          `group:"Output" help:"Execute the plan under MPI and show how each rank spends its time."`
	option.RanksPerCoreFlag

	machineFlags `group:"The machine (ts and tw as in the textbook; no contention for links)"`
}

func (*Command) Help() string {
	return `Shows an algorithm as data: the sends, receives, copies and combinations of every rank, and the
earlier steps that each step waits for. This is the plan that topocoll bench and the compiled
algorithms execute.

  topocoll plan hcube/bcast -n 8 -m 1000
  topocoll plan hcube/bcast -n 8 -m 1000 --segment 250 --svg bcast.svg
  topocoll plan mesh/alltoall -n 16 -m 10 --network torus:4x4
  topocoll plan ring/allgather -n 2 -m 10000 --measured --svg allgather.svg

The critical path counts only dependencies: ports and links are unlimited. For the times with one port
and with all ports, a rank runs each step as soon as its dependencies are done and its ports are free.`
}

// machineFlags are the flags that describe the machine on which a plan runs.
type machineFlags struct {
	model.Links `set:"for=Count words on every link of a network"`
	Ports       string  `help:"Ports of a node: one, or all (default: ${default})." enum:"one,all" default:"one"`
	Tr          float64 `help:"Time per word of a combination, in µs (default: ${default})." default:"0"`
}

// newVirtualMachine checks the flags. With --network, it returns the machine with this network, and with the
// extents, the placement and the packed trees for the algorithm. Without --network, it returns a machine that
// has only the extents of --dims.
func (f machineFlags) newVirtualMachine(info catalog.Info, p int) (virtual.Machine, error) {
	switch err := f.CheckTimes("tr", f.Tr); {
	case err != nil:
		return virtual.Machine{}, err
	case f.Network.String() != "":
		return model.MachineFlags{Links: f.Links, Ports: f.Ports}.Machine(info, p)
	case f.Map != "":
		return virtual.Machine{}, exit.Usagef("--map %s needs --network", f.Map)
	}
	g, err := option.ParseDims(f.Dims)
	return virtual.Machine{Extents: g}, err
}

// planMachine returns the time parameters and the port model for which the plans are scheduled.
func (f machineFlags) planMachine() plan.Machine {
	tw, _ := f.PerWord()
	return plan.Machine{Ts: f.Ts, Tw: tw, Tr: f.Tr, AllPort: f.Ports == "all"}
}

// Run prints or draws the plans.
func (c *Command) Run(out io.Writer, given option.Given) error {
	if err := c.refuseIdle(given); err != nil {
		return err
	}
	if c.Measured {
		return c.measure(out, given)
	}
	file, err := c.prepare(given)
	if err != nil {
		return err
	}
	if c.SVG != "" {
		if err := c.drawTimeline(file); err != nil {
			return err
		}
	}
	switch {
	case c.JSON:
		return file.Write(out)
	case c.GOAL:
		return file.Nodes.WriteGOAL(out)
	}
	writeFile(out, file, c.Rank)
	return nil
}

// refuseIdle returns an error for a flag that has no effect.
func (c *Command) refuseIdle(given option.Given) error {
	switch {
	case c.Measured && (c.JSON || c.GOAL || c.Rank != nil):
		return exit.Usagef("--measured cannot be used with --json, --goal or --rank")
	case c.Measured && c.Map != "":
		return exit.Usagef("--measured cannot be used with --map %s, because node i is always rank i", c.Map)
	case given["ranks-per-core"] && !c.Measured:
		return exit.Usagef("--ranks-per-core %d has no effect without --measured", c.RanksPerCore)
	case given["rank"] && (c.JSON || c.GOAL):
		return exit.Usagef("--rank %d cannot be used with --json or --goal, which print all nodes", *c.Rank)
	case given["ports"] && c.SVG == "" && !c.Order && !c.Segment.Auto && !c.Measured:
		return exit.Usagef(
			"--ports %s needs --svg, --order, --segment auto or --measured; without them, the text has the "+
				"times both with one port and with all ports",
			c.Ports)
	}
	return nil
}

// prepare checks the flags, records the plans of all nodes, and improves them.
func (c *Command) prepare(given option.Given) (*planfile.File, error) {
	call := c.Call(c.Network, given)
	file, err := c.SetAlgorithm(&call, c.Algo, given, "dims", "commute")
	if err != nil {
		return nil, err
	}
	file, machine, err := c.record(call, file)
	if err != nil {
		return nil, err
	}
	segment := file.Segment
	if err := file.Improve(c.planMachine(), c.Segment.Words, c.Segment.Auto, c.Order); err != nil {
		return nil, err
	}
	if call.Plans != nil && file.Segment == 0 {
		file.Segment = segment
	}
	if n := file.Nodes.CountSteps(); c.SVG != "" && n > timeline.MaxSteps {
		return nil, exit.Usagef("--svg: %d steps, want at most %d to draw", n, timeline.MaxSteps)
	}
	if err := file.Check(); err != nil {
		return nil, err
	}
	file.Links = planfile.CountLoads(file.Nodes, machine.Config.Network, machine.Config.Placement)
	if file.Times, err = planfile.NewTimes(file.Nodes, c.planMachine()); err == nil {
		_, file.Times.TwSource = c.PerWord()
	}
	return file, err
}

// record returns the plans of a call and their machine. If `fromFile` is not nil, it contains the plans.
func (c *Command) record(call virtual.Call, fromFile *planfile.File) (file *planfile.File,
	machine virtual.Machine, err error) {
	if err := call.CheckRecordable("", planfile.MaxP); err != nil {
		return nil, machine, err
	}
	g, err := option.ParseDims(c.Dims)
	switch {
	case err != nil:
		return nil, machine, err
	case g != nil && g.Size() != call.P:
		return nil, machine, exit.Usagef("--dims %v is a mesh of %d processes, but -n is %d", g, g.Size(),
			call.P)
	case c.Rank != nil && (*c.Rank < 0 || *c.Rank >= call.P):
		return nil, machine, exit.Usagef("--rank %d, want 0..%d", *c.Rank, call.P-1)
	}
	if err := call.Check(); err != nil {
		return nil, machine, err
	}
	machine, err = c.newVirtualMachine(call.Info, call.P)
	if fromFile != nil || err != nil {
		return fromFile, machine, err
	}
	file = &planfile.File{Schema: planfile.Schema, Algo: call.Info.ID, Op: call.Info.Op, P: call.P,
		M: call.M, Root: call.Root, Shift: call.Shift, Segment: c.Segment.Words, Dims: c.Dims,
		Commutative: call.Info.Commutative}
	if file.Nodes, err = call.Record(machine, file.Segment, c.Commute); err != nil {
		return nil, machine, exit.Usage(err) // the procedure rejects its arguments
	}
	if c.Commute && file.Op.Reduces() && !file.Commutative {
		// Plans for a commutative operator are valid for every operator if they have the same steps as the plans
		// for a non-commutative operator.
		others, err := call.Record(machine, file.Segment, false)
		file.Commutative = err != nil || !planfile.SameSteps(file.Nodes, others)
	}
	return file, machine, nil
}

func (c *Command) drawTimeline(f *planfile.File) error {
	m := c.planMachine()
	schedule, err := f.Nodes.Schedule(m)
	if err != nil {
		return err
	}
	time, ports := f.Times.OnePort, "one port, full duplex"
	if m.AllPort {
		time, ports = f.Times.AllPort, "all ports"
	}
	figure := timeline.Figure{Job: f.Nodes, Machine: m, Schedule: schedule,
		Head: []string{f.Title(),
			fmt.Sprintf("%s: %s; critical path (dependencies only): %v", ports, timeText(f.Times, time),
				f.Times.Critical), unitsText(f.Times)}}
	return saved.WriteFile(c.SVG, figure.SVG)
}

// A CheckCommand checks a plan in a file.
type CheckCommand struct {
	File string `arg:"" help:"A file that plan --json or another program wrote." placeholder:"FILE"`
}

func (*CheckCommand) Help() string {
	return `Checks a plan: ranges, messages, deadlocks, and the result word by word. The exit code is 2 if
the file is not a plan, and 3 if the ranks cannot execute it together or the result is wrong.
docs/reference/plan-json.md describes the file.

  topocoll plan hcube/allgather -n 8 -m 10 --json > plan.json
  topocoll plan check plan.json
  topocoll plan plan:plan.json --svg plan.svg`
}

// Run prints that the plan is correct, or returns an error that describes the fault.
func (c *CheckCommand) Run(out io.Writer) error {
	f, err := planfile.ReadChecked(c.File)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "ok: %s: %s on %d nodes, m = %d: ranges, messages and every word of the result are "+
		"correct, and there is no deadlock\n",
		wrap.Plain(c.File), f.Op, f.P, f.M)
	return nil
}
