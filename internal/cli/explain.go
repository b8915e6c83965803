package cli

import (
	"io"

	"topocoll/internal/explain"
	"topocoll/internal/jobs"
)

type explainCommand struct {
	Algo    string `arg:"" help:"An algorithm such as hcube/bcast, or plan:FILE." placeholder:"ALGO" predictor:"id"`
	numbers `set:"words=0"`
	Segment count  `help:"Words of a segment of a pipelined algorithm (default: one word)." default:"0"`
	SVG     string `name:"svg" help:"Also draw the steps on the network, as SVG (at most 64 nodes)." placeholder:"FILE"`
	JSON    bool   `help:"Print JSON instead of text."`
	machine `group:"The machine"`
}

func (*explainCommand) Help() string {
	return `Runs an algorithm in virtual time and shows who sends what to whom in each step, as in the figures of the textbook. Without -m, messages have the fewest words that show the algorithm.

  topocoll explain ring/bcast -n 8
  topocoll explain hcube/bcast -n 8 --network ring
  topocoll explain hcube/allgather -n 8 --svg allgather.svg`
}

func (e *explainCommand) Run(out io.Writer, given flags) error {
	c := e.call(e.Network, given)
	if err := c.name(e.Algo, given, "dims", "segment"); err != nil {
		return err
	}
	switch {
	case given["segment"] && c.info.Model().Parts == nil:
		return usagef("--segment with %s, want it with a pipelined algorithm such as ring/bcast-pipelined (plan --segment and simulate --segment cut the messages of any)", c.info.ID)
	case c.p > explain.MaxP:
		return usagef("-n %d, want at most %d to explain (simulate accepts more)", c.p, explain.MaxP)
	}
	if err := c.check(); err != nil {
		return err
	}
	if e.Ports == "" && c.info.Topology() == "network" {
		e.Ports = "all" // what these are made for
	}
	setup, err := e.machine.setup(c.info, c.p)
	if err != nil {
		return err
	}
	if n := setup.config.Network; n.Nodes() > explain.MaxP {
		return usagef("--network %.60v, want at most %d nodes to explain (simulate accepts more)", n, explain.MaxP)
	}
	if e.SVG != "" && setup.config.Network.Nodes() > explain.MaxDrawn {
		return usagef("--svg of %d nodes, want at most %d to draw (without --svg, explain shows the steps as text)", setup.config.Network.Nodes(), explain.MaxDrawn)
	}
	ctx, stop := jobs.Context()
	defer stop()
	args := explain.Args{P: c.p, M: c.m, Root: c.root, Shift: c.shift, Segment: int(e.Segment), Mesh: setup.extents, Network: setup.packed}
	if c.own != nil {
		args.Job = c.own.Nodes
	}
	figure, err := explain.Run(ctx, c.info, setup.model, setup.config, args)
	if err != nil {
		return c.failed(err, setup.config)
	}
	if e.SVG != "" {
		if err := create(e.SVG, figure.SVG); err != nil {
			return err
		}
	}
	if e.JSON {
		return figure.JSON(out)
	}
	return figure.Text(out)
}
