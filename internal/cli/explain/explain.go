package explain

import (
	"fmt"
	"io"
	"os"

	"topocoll/internal/cli/model"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/explain"
	"topocoll/internal/job"
	"topocoll/topo"
)

type Command struct {
	Algo string `arg:"" help:"An algorithm such as hcube/bcast, or plan:FILE." placeholder:"ALGO" predictor:"id"`
	//lint:ignore SA5008 kong reads every tag with the key set
	model.CallFlags    `set:"words=0" set:"words_default=0, the fewest words that show the algorithm"`
	Segment            option.Count `help:"Number of words per segment of a pipelined algorithm (default: the algorithm's choice; without -m, 1)." default:"0"`
	SVG                string       `name:"svg" help:"Also draw the steps on the network, as SVG (at most 64 nodes)." placeholder:"FILE"`
	JSON               bool         `help:"Print JSON instead of text."`
	model.MachineFlags `group:"The machine"`
}

func (*Command) Help() string {
	return `Runs an algorithm in virtual time and shows who sends what to whom in each step, as in the
figures of the textbook. For a reduction or scan of few words on at most 32 ranks, it also shows the partial
result of each node after each step. Without -m, messages have the fewest words that show the algorithm.

  topocoll explain ring/bcast -n 8
  topocoll explain hcube/bcast -n 8 --network ring
  topocoll explain hcube/allgather -n 8 --svg allgather.svg`
}

// Run prints the steps, and draws them with --svg.
func (e *Command) Run(out io.Writer, given option.Given) error {
	c := e.Call(e.Network, given)
	if _, err := e.SetAlgorithm(&c, e.Algo, given, "dims", "segment"); err != nil {
		return err
	}
	switch {
	case given["segment"] && c.Info.Model().Parts == nil:
		return exit.Usagef(
			"--segment cannot be used with %s; use a pipelined algorithm such as ring/bcast-pipelined (plan "+
				"--segment and simulate --segment divide the messages of any algorithm)", c.Info.ID)
	case c.P > explain.MaxP:
		return exit.Usagef("-n %d, want at most %d (simulate accepts more)", c.P, explain.MaxP)
	}
	if err := c.Check(); err != nil {
		return err
	}
	if e.Ports == "" && c.Info.Topology() == "network" {
		e.Ports = "all" // algorithms of the topology "network" use all ports
	}
	machine, err := e.Machine(c.Info, c.P)
	if err != nil {
		return err
	}
	if n := machine.Config.Network; n.Nodes() > explain.MaxP {
		return exit.Usagef("--network %.60v has %d nodes; explain accepts at most %d (simulate accepts more)", n,
			n.Nodes(), explain.MaxP)
	}
	if n := machine.Config.Network; e.SVG != "" && n.Nodes() > explain.MaxDrawn {
		return exit.Usagef("--svg cannot draw %s, which has more than %d nodes (without --svg, explain shows "+
			"the steps as text)", topo.TitleFor(n, c.P), explain.MaxDrawn)
	}
	ctx, stop := job.SignalContext()
	defer stop()
	args := explain.Args{P: c.P, M: c.M, Root: c.Root, Shift: c.Shift, Segment: int(e.Segment),
		Mesh: machine.Extents, Network: machine.Packed, Job: c.Plans}
	figure, err := explain.Run(ctx, c.Info, machine.Model, machine.Config, args)
	if err != nil {
		return c.ExitError(err, machine.Config)
	}
	if e.SVG != "" {
		if err := draw(e.SVG, figure); err != nil {
			return err
		}
	}
	if e.JSON {
		return figure.JSON(out)
	}
	return figure.Text(out)
}

// draw writes a figure to a file. It prints a warning if the picture is too large to read.
func draw(file string, figure *explain.Figure) error {
	var wide, high float64
	err := saved.WriteFile(file, func(out io.Writer) (err error) {
		wide, high, err = figure.Draw(out)
		return err
	})
	if err == nil {
		io.WriteString(os.Stderr, sizeWarning(file, wide, high))
	}
	return err
}

// sizeWarning returns a warning about a picture that is too large to read, or "".
func sizeWarning(file string, wide, high float64) string {
	if max(wide, high) <= explain.Readable {
		return ""
	}
	return fmt.Sprintf("topocoll: %s has %.0f x %.0f pixels; a picture for a smaller -n is easier to read, "+
		"and the printed text shows the same steps\n", file, wide, high)
}
