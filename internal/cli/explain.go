package cli

import (
	"errors"
	"io"
	"os"

	"topocoll/catalog"
	"topocoll/internal/explain"
)

type explainCommand struct {
	Algo    string `arg:"" help:"Id of the algorithm: hcube/bcast, ... (topocoll list shows all), or plan:FILE for a plan that plan --json or another program has written." placeholder:"ALGO" predictor:"id"`
	P       count  `short:"p" help:"Number of processes, at most 256 (default: as the network has, else ${default})." default:"8"`
	M       count  `short:"m" help:"Words of a message or block (default: ${default}, the fewest that show the algorithm)." default:"0"`
	Root    int    `help:"Root of bcast, reduce, scatter, gather (default: ${default})." default:"0"`
	Shift   int    `help:"Distance of the circular shift (default: ${default})." default:"1"`
	Segment count  `help:"Words of a segment of a pipelined algorithm (default: ${default}, which means one word, or with -m the choice of the algorithm)." default:"0"`
	SVG     string `name:"svg" help:"Also draw the steps on the network, as SVG." placeholder:"FILE"`
	JSON    bool   `help:"Print JSON instead of text: the messages of every step, their words and routes, and where data are only moved, what every node has."`
	machine `group:"The machine"`
}

func (e *explainCommand) Help() string {
	return `Runs an algorithm in virtual time and shows who sends what to whom in each step, as in the figures of the textbook.

  topocoll explain ring/bcast -p 8
  topocoll explain hcube/allgather -p 8 --svg allgather.svg
  topocoll explain hcube/bcast -p 8 --network ring     (figure 3.6)
  topocoll explain network/bcast -p 8 --network file:net.txt --svg net.svg
  topocoll explain plan:mine.json --svg mine.svg

A picture has at most 64 nodes. Messages from a node to another one in the same step are one arrow in it. A list of links is drawn as racks if every host has a link with a switch: the hosts of a switch side by side, the switches above them.`
}

func (e *explainCommand) Run(out io.Writer, given flags) error {
	j := job{p: e.Network.processes(e.P, given), m: int(e.M), root: e.Root, shift: e.Shift}
	if err := j.name(e.Algo, given, "dims", "segment"); err != nil {
		return err
	}
	if err := given.segments([]catalog.Info{j.info}); j.own == nil && err != nil {
		return err
	}
	if j.p > explain.MaxP {
		return usagef("-p %d, want at most %d to explain (simulate accepts more)", j.p, explain.MaxP)
	}
	if err := j.check(); err != nil {
		return err
	}
	if e.Ports == "" && j.info.Topology() == "network" {
		e.Ports = "all" // what these are made for
	}
	setup, err := e.machine.setup(j.info, j.p)
	if err != nil {
		return err
	}
	if n := setup.config.Network; n.Nodes() > explain.MaxP {
		return usagef("--network %.60v, want at most %d nodes to explain (simulate accepts more)", n, explain.MaxP)
	}
	if e.SVG != "" && setup.config.Network.Nodes() > explain.MaxDrawn {
		return usagef("--svg of %d nodes, want at most %d to draw (without --svg, explain shows the steps as text)", setup.config.Network.Nodes(), explain.MaxDrawn)
	}
	ctx, stop := interruptible()
	defer stop()
	figure, err := explain.Run(ctx, j.info, setup.model, setup.config, explain.Args{
		P: j.p, M: j.m, Root: j.root, Shift: j.shift, Segment: int(e.Segment), Mesh: setup.extents, Network: setup.packed, Job: j.nodes()})
	if err != nil {
		return j.failed(err)
	}
	if e.SVG != "" {
		if err := draw(figure, e.SVG); err != nil {
			return err
		}
	}
	if e.JSON {
		return figure.JSON(out)
	}
	return figure.Text(out)
}

func draw(figure *explain.Figure, name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(figure.SVG(file), file.Close())
}
