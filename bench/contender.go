//go:build cgo

package bench

import (
	"errors"
	"fmt"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/native"
	"topocoll/mpi"
	"topocoll/plan"
	"topocoll/topo"
)

// A contender is one way to do an operation.
type contender[T number] struct {
	name   string
	run    func(a catalog.Args[T]) error
	load   func(a catalog.Args[T]) error // makes the program of a call; nil: it has none
	mapped bool                          // it uses the labels of --map, not the ranks
	took   func() (began, ended int64)   // times of the last call, if they are read in C; otherwise nil
	timer  timer                         // of a row: its port
	world  *mpi.World                    // that a call must engage first; nil for none
	// recorded returns the plan of a node with whole messages, or one with the same messages; nil if it is not one of ours.
	recorded func(rank int) (*plan.Plan, error)
	begin    func(a catalog.Args[T]) (plan.Request, error) // starts a call, with --nonblocking and --persistent; otherwise nil
	end      func() error                                  // gives back what it holds; nil: nothing
	segment  int                                           // length in words of the longest message; 0: all are whole
	alike    []string                                      // other rows with the same plans, which it stands for
}

// engage makes the library use the forced native algorithm, and disengage restores its own choice. Neither is timed.
func (c contender[T]) engage() error {
	if c.world == nil {
		return nil
	}
	return c.world.Select()
}

func (c contender[T]) disengage() error {
	if c.world == nil {
		return nil
	}
	return c.world.Deselect()
}

// prepare does before a call what is no part of it.
func (c contender[T]) prepare(a catalog.Args[T]) error {
	if c.load == nil {
		return nil
	}
	return c.load(a)
}

// call engages, runs and disengages. It is for calls that are not timed.
func (c contender[T]) call(a catalog.Args[T]) error {
	if err := c.engage(); err != nil {
		return err
	}
	return errors.Join(c.run(a), c.disengage())
}

// contenders returns native first, then ours, auto, the plans of files, the forced native algorithms, and gompi if it has the call. Ours are called
// from the given side, first with the given rank as the root.
func contenders[T number](m *measurer, coll catalog.Collective, ours side[T], root int) ([]contender[T], error) {
	port := portOf[T](m, m.world)
	took := m.took(port)
	list := []contender[T]{startedBy(m, contender[T]{name: results.Native, took: took, run: native.Call(coll, port, ours.counts)}, starter[T]{
		native.Starter(coll, port, ours.counts),
		func(a catalog.Args[T]) (plan.Request, error) { return native.Init(coll, port, a) },
	})}
	c, err := placed[T](m.cfg.Placement, port)
	if err != nil {
		return nil, err
	}
	for _, info := range m.ours(coll) {
		row, _ := catalog.Find[T](info.ID)
		call := ours.recording(row.ID, root)
		segment, err := m.segment(row.ID, sizeOf[T](), func(e exchanges, allPort bool) (int, error) { return e.cut(call, sizeOf[T](), allPort) })
		if err != nil {
			return nil, err
		}
		compiled := catalog.Compiled(row)
		list = append(list, startedBy(m, contender[T]{
			name:   row.ID,
			mapped: true,
			took:   took,
			timer:  port,
			run: func(a catalog.Args[T]) error {
				a.Cut = segment
				return compiled.Run(c, a)
			},
			load: func(a catalog.Args[T]) error {
				a.Cut = segment
				return compiled.Load(c, a)
			},
			recorded: call.node,
			segment:  segment,
		}, starter[T]{
			func(a catalog.Args[T]) (plan.Request, error) {
				a.Cut = segment
				return compiled.Start(c, a)
			},
			func(a catalog.Args[T]) (plan.Request, error) {
				a.Cut = segment
				return compiled.Init(c, a)
			},
		}))
		if m.cfg.Uncompiled {
			list = append(list, contender[T]{
				name: results.Uncompiled + row.ID, mapped: true, run: func(a catalog.Args[T]) error { return row.Run(c, a) }, recorded: call.node,
			})
		}
	}
	if m.cfg.Auto {
		auto, err := autoContender(m, coll, ours, root, c, took)
		if err != nil {
			return nil, err
		}
		list = append(list, auto)
	}
	plans, err := planned(m, coll, ours.m, root, port)
	if err != nil {
		return nil, err
	}
	list = append(list, plans...)
	forced, err := m.forced(coll)
	if err != nil {
		return nil, err
	}
	for _, f := range forced {
		port := portOf[T](m, f.world)
		c := contender[T]{name: f.name, took: m.took(port), run: native.Call(coll, port, ours.counts)}
		if f.world.NeedsSelect() {
			c.world = f.world
		}
		list = append(list, c)
	}
	if g := gompiContender[T](m, coll); g != nil {
		list = append(list, *g)
	}
	return list, nil
}

// segment returns the length in words of the longest message of a contender of ours: that of --segment or, without it, what
// rank 0 chooses by the messages of the run.
func (m *measurer) segment(name string, word int, choose func(e exchanges, allPort bool) (words int, err error)) (words int, err error) {
	if m.cfg.Segment > 0 {
		return (m.cfg.Segment + word - 1) / word, nil
	}
	if m.world.Rank == 0 {
		network := m.packed(nil)
		if words, err = choose(m.exchanges(), network != nil && topo.ManyLinks(network)); err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		if words == 0 && mpi.BuiltFor() == mpi.OpenMPI && results.SeveralHosts(m.hosts) {
			words = eagerTCP / word
		}
	}
	chosen, err := m.fromRank0(int64(words))
	return int(chosen), err
}

// A timer is a port that can read the times of its calls in C.
type timer interface {
	TimeCalls() // from now on
	LastCall() (began, ended int64)
}

// took returns the function that tells the times of the last call on a port, if they are to be read in C.
func (m *measurer) took(port timer) func() (began, ended int64) {
	if !m.cfg.InC {
		return nil
	}
	port.TimeCalls()
	return port.LastCall
}

func placed[T comm.Number](placement []int, port comm.Port[T]) (*comm.Comm[T], error) {
	c := comm.New(port)
	if placement == nil {
		return c, nil
	}
	if len(placement) != port.Size() {
		return nil, fmt.Errorf("bench: the map has %d labels, want %d", len(placement), port.Size())
	}
	return comm.Map(c, placement)
}
