package scene

import (
	"context"

	"topocoll/internal/explain"
	"topocoll/topo"
)

// maxNamedWords is the maximum number of words in all messages together, for blocks of one word. Naming more
// words would take seconds.
const maxNamedWords = 1 << 19

// figure runs the view with symbols as words, to name the data of each message. It uses few words, but enough
// for every message to have a name. If the messages of that run differ from the messages of r, figure runs
// the view with all words, unless there are too many. If the messages have more than maxNamedWords words, the
// figure has no messages.
func (s setup) figure(r *run) (*explain.Figure, error) {
	if r.plans != nil {
		return s.figureOfDivided(r)
	}
	args := s.symbolArgs()
	words := 0
	for _, t := range r.trace {
		if words += t.Words; t.Words > 0 {
			args.Filled++
		}
	}
	if words/max(1, s.M) > maxNamedWords {
		args.M = s.M
		return explain.Blank(s.row.Info, s.model, r.machine, args), nil
	}
	if s.model.Parts != nil {
		args.Segment, args.M = 1, max(1, s.model.Parts(s.P, s.M, s.Segment))
	}
	f, err := s.runSymbols(args)
	const few = 1 << 16
	if err != nil || s.M >= f.M && f.Result.Messages == len(r.trace) || s.M == 0 || s.P*s.M > few {
		return f, err
	}
	args.M, args.Segment = s.M, s.Segment
	return s.runSymbols(args)
}

// figureOfDivided is like figure, but for divided messages. It tries one word for each segment of a block,
// then the fewest words with the same ratio of segment size to block size, then all words. With this ratio,
// messages of several blocks have the same segments as in r. It skips runs with too many words, and returns
// the first run with as many messages as r. If there is none, the messages have no names.
func (s setup) figureOfDivided(r *run) (*explain.Figure, error) {
	divisor := topo.GCD(s.M, s.Segment)
	for _, few := range [][2]int{{(s.M + s.Segment - 1) / s.Segment, 1},
		{s.M / divisor, s.Segment / divisor}, {s.M, s.Segment}} {
		args := s.symbolArgs()
		args.M = few[0]
		if words := s.row.Op.In(s.P, args.M, s.Root, s.Root) +
			s.row.Op.Out(s.P, args.M, s.Root, s.Root); words*len(r.trace) > maxSymbols {
			continue
		}
		var err error
		if args.Job, err = s.recordPlans(args.M, few[1]); err != nil {
			return nil, err
		}
		if f, err := s.runSymbols(args); err != nil || f.Result.Messages == len(r.trace) {
			return f, err
		}
	}
	return s.runSymbols(s.symbolArgs())
}

func (s setup) symbolArgs() explain.Args {
	return explain.Args{P: s.P, Root: s.Root, Shift: s.Shift, Mesh: s.mesh, Network: s.packed}
}

func (s setup) runSymbols(args explain.Args) (*explain.Figure, error) {
	machine := s.machine
	// A crossbar without contention is simpler, and gives the same messages and data as the view's network.
	machine.Contention, machine.Network = false, topo.Crossbar{Size: s.machine.Network.Nodes()}
	f, err := explain.Run(context.Background(), s.row.Info, s.model, machine, args)
	if err == nil {
		f.Machine.Network = s.machine.Network
	}
	return f, err
}
