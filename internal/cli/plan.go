package cli

import "io"

type planCommand struct {
	Algo    string `arg:"" optional:"" help:"Id of the algorithm: hcube/bcast, ... (topocoll list shows all), or plan:FILE for a plan that --json or another program has written." placeholder:"ALGO" predictor:"id"`
	numbers `set:"words=1"`
	Segment segment `help:"Most words of a message: longer ones are cut, and a pipelined algorithm takes segments of this length. auto is the length with the least time (default: ${default}, no cut)." default:"0" placeholder:"N|auto"`
	Order   bool    `help:"Put the steps of every node in another order, if that is sooner: critical-path list scheduling."`
	Commute bool    `help:"The operator commutes, as the sum of bench does; --no-commute: it does not (default: ${default})." default:"true" negatable:""`
	Rank    *int    `help:"Show only this node (default: all)." placeholder:"R"`
	SVG     string  `name:"svg" help:"Also draw what the nodes do in time, as SVG." placeholder:"FILE"`
	JSON    bool    `help:"Print the plans of all nodes as JSON; docs/reference/plan-json.md describes it." xor:"form"`
	GOAL    bool    `name:"goal" help:"Print the plans of all nodes in GOAL, the input of the simulator LogGOPSim; a word has 8 bytes." xor:"form"`
	Check   string  `help:"Read a file that --json has written and check it: ranges, messages, deadlocks, and the result word by word." placeholder:"FILE"`

	planMachine `group:"The machine of the times (ts and tw as in the textbook; links are free)"`
}

func (c *planCommand) Help() string {
	return `Shows what each node does in an algorithm, as data: sends, receives, copies and combinations, and for which earlier steps each of them has to wait. It is the plan that bench and a program with compiled procedures carry out: recorded, without the copies that it can do without, cut by --segment. The buffers of a node are in, out and scratch; out[0:8] is its words 0 to 7. The messages of one round are in flight together.

  topocoll plan hcube/bcast -n 8 -m 1000
  topocoll plan hcube/bcast -n 8 -m 1000 --segment 250 --svg bcast.svg
  topocoll plan mesh/alltoall -n 16 -m 10 --network torus:4x4
  topocoll plan ring/allreduce -n 4 -m 100 --rank 2
  topocoll plan hcube/allgather -n 8 -m 10 --json > plan.json
  topocoll plan --check plan.json
  topocoll plan plan:plan.json --svg plan.svg

The critical path is that of the dependencies alone: a message takes ts + tw·m and begins as soon as both nodes have done what it waits for; ports and links are unlimited, local steps take no time, and ts = 1000 tw.

The times with one port and with all ports are those of --ts, --tw and --tr on nodes that do each step as soon as what it waits for is done and their ports are free; of several messages, the first one in program order goes first. After the time are the messages that follow each other without a pause until the end. The picture and --order and --segment auto are for the ports of --ports. --network counts the words on every link, and changes no time.

--check ends with exit code 2 if the file is no plan, and with 3 if the nodes cannot carry it out together, or the result is wrong.`
}

func (c *planCommand) Run(out io.Writer, given flags) error {
	if (c.Algo == "") == (c.Check == "") {
		return usagef("want either an algorithm (topocoll list shows them) or --check FILE")
	}
	if c.Check != "" {
		if err := given.only("with --check, want that alone; topocoll plan plan:"+c.Check+" shows and draws the plan", "check"); err != nil {
			return err
		}
		return c.check(out)
	}
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

// idle refuses flags that say nothing.
func (c *planCommand) idle(given flags) error {
	switch {
	case given["rank"] && (c.JSON || c.GOAL):
		return usagef("--rank %d with --json or --goal, which print all nodes", *c.Rank)
	case given["ports"] && c.SVG == "" && !c.Order && !c.Segment.auto:
		return usagef("--ports %s, want it with --svg, --order or --segment auto: the text has the times of both", c.Ports)
	}
	return nil
}

// prepare checks the flags, prepares the plans of all nodes, cuts and orders them.
func (c *planCommand) prepare(given flags) (*planFile, error) {
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
func (c *planCommand) record(call call) (*planFile, setup, error) {
	if err := call.recordable("", maxPlanned); err != nil {
		return nil, setup{}, err
	}
	g, err := parseDims(c.Dims)
	switch {
	case err != nil:
		return nil, setup{}, err
	case g != nil && g.Size() != call.p:
		return nil, setup{}, usagef("--dims %v holds %d processes, want -n %d", g, g.Size(), call.p)
	case c.Rank != nil && (*c.Rank < 0 || *c.Rank >= call.p):
		return nil, setup{}, usagef("--rank %d, want 0..%d", *c.Rank, call.p-1)
	}
	if err := call.check(); err != nil {
		return nil, setup{}, err
	}
	on, err := c.setup(call.info, call.p)
	if call.own != nil || err != nil {
		return call.own, on, err
	}
	file := &planFile{Schema: planSchema, Algo: call.info.ID, Op: call.info.Op, P: call.p, M: call.m, Root: call.root, Shift: call.shift,
		Segment: c.Segment.words, Dims: c.Dims}
	return file, on, usage(file.record(call, on, c.Commute)) // the procedure refuses its arguments
}

// record prepares the plans of the call, for an operator that commutes or not. Those for one that commutes are right for all
// if they are the same as for one that does not.
func (f *planFile) record(c call, s setup, commute bool) (err error) {
	if f.Nodes, err = c.plans(s, f.Segment, commute); err != nil {
		return err
	}
	f.Commutative = c.info.Commutative
	if commute && f.Op.Reduces() && !f.Commutative {
		others, err := c.plans(s, f.Segment, false)
		f.Commutative = err != nil || !same(f.Nodes, others)
	}
	return nil
}
