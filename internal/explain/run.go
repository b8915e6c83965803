// Package explain draws figures like those of the textbook. They show which node sends which data to which
// node in each step of an algorithm. The package draws the messages of a run, so a figure always agrees with
// the program.
package explain

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// MaxP is the largest number of processes for which figures are drawn.
const MaxP = 256

// MaxDrawn is the maximum number of nodes of a network in a figure.
const MaxDrawn = 64

// maxWords limits the number of words of the input and output of all nodes together.
const maxWords = 1 << 20

// Args are the parameters of the run to explain. If M is 0, Run selects the number of words: one, or one for
// each part of a divided message. For an algorithm with segments, Run selects the fewest segments that show
// the pipelining. Each segment then has Segment words, or one word if Segment is 0.
type Args struct {
	P, M, Root, Shift, Segment int
	Mesh                       topo.Mesh     // nil: as nearly square as P allows
	Network                    *pack.Network // network of P nodes; nil: all nodes on one switch
	Job                        plan.Job      // plans to execute; nil: run the algorithm's procedure
	// Filled is used only if M is 0. It is the number of non-empty messages in a run with a large M. If Filled
	// is 0, Run counts these messages in a run with the largest M.
	Filled int
}

// A Figure describes the messages of one run.
type Figure struct {
	Args
	Info     catalog.Info
	Model    catalog.Model
	Machine  sim.Config
	Result   *sim.Result
	Steps    [][]Arrow // messages of each step, sorted by sender
	sameData bool      // all messages carry the same data
}

// An Arrow is one message.
type Arrow struct {
	From, To int
	Path     []int32 // links on the way from sender to receiver
	Data     string  // data of the message, see notation.label
	words    []word
}

// Run runs an algorithm on a machine and returns its figure.
func Run(ctx context.Context, info catalog.Info, model catalog.Model, machine sim.Config, args Args) (*Figure,
	error) {
	if args.P > MaxP {
		return nil, fmt.Errorf("explain: %d processes, want at most %d", args.P, MaxP)
	}
	if args.M == 0 && model.Telling != nil {
		args.Segment = max(1, args.Segment)
		args.M = max(1, model.Telling(args.P)) * args.Segment
	}
	if args.M > 0 || args.Job != nil {
		return runOnce(ctx, info, model, machine, args)
	}
	words := blockLengths(info.Op, args.P)
	all := args.Filled
	if all == 0 {
		words = append(words[len(words)-1:], words...)
	}
	for _, m := range words {
		args.M = m
		f, err := runOnce(ctx, info, model, machine, args)
		if err != nil || all > 0 && f.countNonEmpty() == all {
			return f, err
		}
		if args.Filled == 0 {
			all = max(all, f.countNonEmpty())
		}
	}
	if args.Filled > 0 { // no run had as many non-empty messages as Filled
		args.M, args.Filled = 0, 0
		return Run(ctx, info, model, machine, args)
	}
	args.M = 1 // all messages are empty for every M
	return runOnce(ctx, info, model, machine, args)
}

// Blank returns the figure of a run with too many messages. The figure has the network and the description,
// but no steps.
func Blank(info catalog.Info, model catalog.Model, machine sim.Config, args Args) *Figure {
	return &Figure{Args: args, Info: info, Model: model, Machine: machine, Result: &sim.Result{},
		sameData: true}
}

// blockLengths returns the block lengths that Run tries, in increasing order. Run uses the shortest of the
// lengths with the fewest empty messages. Algorithms may need 2 or 4 words, to divide a block into halves or
// quarters. Broadcasts and reductions may have a part for each tree (d parts) or node (p parts), and may
// divide the p parts again.
func blockLengths(op catalog.Collective, p int) []int {
	if op != catalog.Bcast && op != catalog.Reduce && op != catalog.Allreduce {
		return []int{1, 2, 4}
	}
	d := max(1, topo.CubeDim(p))
	words := []int{1, 2, d, 4, p, 2 * p, 4 * p}
	slices.Sort(words)
	return slices.Compact(words)
}

// checkSize returns an error if args.M is too large for a figure.
func checkSize(op catalog.Collective, args Args) error {
	most := maxWords / (1 + args.P) / (1 + args.P) // an all-to-all has p·p blocks
	if op.In(args.P, 1, 0, 0)+op.Out(args.P, 1, 0, 0) < args.P {
		most = maxWords / (1 + args.P)
	}
	if args.M > most {
		return fmt.Errorf("explain: %w",
			fmt.Errorf("-m %d, want at most %d words on %d nodes", args.M, most, args.P))
	}
	return nil
}

func runOnce(ctx context.Context, info catalog.Info, model catalog.Model, machine sim.Config,
	args Args) (*Figure, error) {
	if err := checkSize(info.Op, args); err != nil {
		return nil, err
	}
	f := &Figure{Args: args, Info: info, Model: model}
	row, ok := catalog.Find[word](info.ID)
	if !ok && args.Job == nil {
		return nil, fmt.Errorf("explain: no algorithm %q", info.ID)
	}
	machine.Repeatable = false // a repeated run would append every message to carried twice
	machine.Oblivious = false  // Oblivious requires words of size 0, but these words store their origin
	var carried [][]word
	label := func(x []word) string { // the trace stores a string: the index of the words in carried
		carried = append(carried, slices.Clone(x))
		return strconv.Itoa(len(carried) - 1)
	}
	var err error
	f.Result, err = sim.Record(ctx, args.P, machine, label, func(port comm.Port[word]) error {
		me := port.Rank()
		in := inputWords(info.Op, args.P, args.M, me, args.Root)
		out := make([]word, info.Op.Out(args.P, args.M, me, args.Root))
		if info.Op == catalog.Bcast && me == args.Root {
			copy(out, in)
		}
		if args.Job != nil {
			return plan.NewRunner[word](&args.Job[me]).Run(port, combineOp, in, out)
		}
		return row.Run(comm.New(port), catalog.Args[word]{Root: args.Root, Shift: args.Shift, Op: combineOp,
			In: in, Out: out, Mesh: args.Mesh, Network: args.Network, Segment: args.Segment})
	})
	if err != nil {
		return nil, err
	}
	f.Machine = f.Result.Trace.Config
	f.Steps = make([][]Arrow, f.Result.Rounds)
	names := f.notation()
	for _, t := range f.Result.Trace.Transfers {
		i, _ := strconv.Atoi(t.Label)
		f.Steps[t.Round-1] =
			append(f.Steps[t.Round-1], Arrow{t.From, t.To, t.Path, names.label(carried[i]), carried[i]})
	}
	f.sameData = true
	for _, arrows := range f.Steps {
		slices.SortStableFunc(arrows, func(a, b Arrow) int { return a.From - b.From })
		for _, a := range arrows {
			f.sameData = f.sameData && a.Data == f.Steps[0][0].Data
		}
	}
	return f, nil
}

func (f *Figure) notation() notation { return notation{f.Info.Op, f.P, f.M} }

func (f *Figure) countNonEmpty() (n int) {
	for _, arrows := range f.Steps {
		for _, a := range arrows {
			if len(a.words) > 0 {
				n++
			}
		}
	}
	return n
}

// RunAt calls Run with a network. If `network` is nil, it uses the network of the algorithm's formula. If the
// textbook has a formula for the network, the run uses the routing of the formula; otherwise the routing is
// cut-through. RunAt also passes the network as an argument to algorithms for any network.
func RunAt(ctx context.Context, info catalog.Info, network topo.Network, machine sim.Config,
	args Args) (*Figure, error) {
	if info.OnMesh() && args.Mesh == nil {
		args.Mesh = topo.NearSquare(args.P, 2)
	}
	if network != nil && info.Topology() == "network" {
		args.Network = pack.Into(network)
	}
	if network == nil {
		home, err := info.Model().Home.Network(args.P, args.Mesh)
		if err != nil {
			return nil, err
		}
		network = home
	}
	model, own := info.ModelOn(network, args.P, args.Mesh)
	machine.Network, machine.Routing = network, sim.CT
	if own {
		machine.Placement = model.Placement(args.P)
	}
	if own && !model.CT {
		machine.Routing = sim.SF
	}
	return Run(ctx, info, model, machine, args)
}
