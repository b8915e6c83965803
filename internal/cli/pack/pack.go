package pack

import (
	"fmt"
	"io"
	"os"
	"time"

	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/packing"
	"topocoll/internal/wrap"
	"topocoll/topo"
	"topocoll/topo/pack"
)

type Command struct {
	Network option.Network `arg:"" help:"The network between the hosts." placeholder:"NETWORK" predictor:"network"`
	Out     string         `short:"o" help:"The file to write (default: ${default})." default:"packed.gz" placeholder:"FILE"`
	Quiet   bool           `short:"q" help:"Show no progress."`
}

func (*Command) Help() string {
	return `Computes the spanning trees that the algorithms network/* use on a network, and writes them to a
file. The file has trees for all roots at once and for each root alone, in both directions. On up to 64 nodes
it also has the routes of scatter, gather and all-to-all. bench and tune read the file with --packed.

  topocoll pack torus:4x4@200mbit -o torus.gz
  topocoll pack file:net.txt
  topocoll bench --network torus:4x4@200mbit --packed torus.gz`
}

func (c *Command) Run(out io.Writer) error {
	if _, err := topo.ParseFabric(c.Network.String()); err != nil {
		return exit.Usage(err)
	}
	n := pack.Into(c.Network.Between())
	if p := n.Nodes(); p < 2 || p > packing.MostQuick {
		return exit.Usagef("%.60s has room for %d ranks, want 2 to %d: bench uses no trees on more ranks",
			c.Network.Text, p, packing.MostQuick)
	}
	began := time.Now()
	last := began
	if err := packing.All(packing.Rows(n.Nodes()), n, func(doing string) {
		if !c.Quiet && time.Since(last) > 5*time.Second {
			last = time.Now()
			fmt.Fprintln(os.Stderr, "packing:", doing)
		}
	}); err != nil {
		return err
	}
	took := time.Since(began)
	if err := saved.WriteFile(c.Out, n.Write); err != nil {
		return err
	}
	info, err := os.Stat(c.Out)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out,
		"%s written: %d bytes, packed in %v; maximum depth of the trees: %d for all roots, %d for one root\n",
		wrap.Plain(c.Out), info.Size(), took.Round(time.Millisecond), max(n.FromAll().Depth, n.ToAll().Depth),
		deepest(n))
	return err
}

// deepest returns the largest depth of the trees for broadcasts from one root and reductions to one root.
func deepest(n *pack.Network) (depth int) {
	for root := range n.Nodes() {
		depth = max(depth, n.From(root).Depth, n.To(root).Depth)
	}
	return depth
}
