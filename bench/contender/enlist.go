//go:build cgo

package contender

import (
	"fmt"

	"topocoll/bench/calibration"
	"topocoll/bench/results"
	"topocoll/bench/words"
	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/internal/native"
	"topocoll/mpi"
	"topocoll/plan"
	"topocoll/topo"
)

// enlist adds native, our algorithms, auto, the plans from files, the forced native algorithms, and gompi if
// it supports the call. Our algorithms number the processes by label.
func (s *Set[T]) enlist(rows []catalog.Info) error {
	r, op := s.run, s.Case.Op
	port := newPort[T](r, r.ranks.World)
	s.Contenders = []Contender[T]{asStarted(r.Started, Contender[T]{
		Name: results.Native, LastCall: r.lastCallOn(port), Run: native.Call(op, port, s.byLabel.counts),
	}, starter[T]{
		native.Starter(op, port, s.byLabel.counts),
		func(a catalog.Args[T]) (plan.Request, error) { return native.Init(op, port, a) },
	})}
	c, err := mappedComm[T](r.Mapping, port)
	if err != nil {
		return err
	}
	for _, info := range rows {
		if err := s.enlistOurs(info.ID, port, c); err != nil {
			return err
		}
	}
	if r.Auto {
		auto, err := s.newAuto(c, r.lastCallOn(port))
		if err != nil {
			return err
		}
		s.Contenders = append(s.Contenders, auto)
	}
	if err := s.enlistPlans(port); err != nil {
		return err
	}
	if err := s.enlistForced(); err != nil {
		return err
	}
	if g := newGompi[T](r, op); g != nil {
		s.Contenders = append(s.Contenders, *g)
	}
	return nil
}

// enlistOurs adds one of our algorithms, executed from its plan, and with --uncompiled also without a plan.
func (s *Set[T]) enlistOurs(id string, port *mpi.Port[T], c *comm.Comm[T]) error {
	r, size := s.run, words.Size[T]()
	row, _ := catalog.Find[T](id)
	call := s.byLabel.recording(row.ID, s.Root(0))
	segment, err := r.segment(row.ID, size, func(e calibration.Exchanges, allPort bool) (int, error) {
		return segmentOfCall(e, call, size, allPort)
	})
	if err != nil {
		return err
	}
	compiled := catalog.Compiled(row)
	cut := func(a catalog.Args[T]) catalog.Args[T] { a.Cut = segment; return a }
	s.Contenders = append(s.Contenders, asStarted(r.Started, Contender[T]{
		Name: row.ID, Mapped: true, LastCall: r.lastCallOn(port), Timer: port, Plan: call.node,
		Segment: segment,
		Run:     func(a catalog.Args[T]) error { return compiled.Run(c, cut(a)) },
		Load:    func(a catalog.Args[T]) error { _, _, err := compiled.Bind(c, cut(a)); return err },
	}, starter[T]{
		func(a catalog.Args[T]) (plan.Request, error) { return compiled.Start(c, cut(a)) },
		func(a catalog.Args[T]) (plan.Request, error) { return compiled.Init(c, cut(a)) },
	}))
	if r.Uncompiled {
		s.Contenders = append(s.Contenders, Contender[T]{
			Name: results.Uncompiled + row.ID, Mapped: true, Plan: call.node,
			Run: func(a catalog.Args[T]) error { return row.Run(c, a) },
		})
	}
	return nil
}

// newAuto returns the contender auto: the algorithm that package coll chooses for the hosts and the message
// times of the run, without a tuning table. Its operator commutes, like all operators of the bench.
func (s *Set[T]) newAuto(c *comm.Comm[T], lastCall func() (began, ended int64)) (Contender[T], error) {
	op, root, size := s.Case.Op, s.Root(0), words.Size[T]()
	w, err := coll.Of(c, coll.On(s.run.Calibration.Model))
	if err != nil {
		return Contender[T]{}, err
	}
	chosen, err :=
		w.ChoiceFor(coll.Call{Op: op, Bytes: s.byLabel.m * size, Shift: s.byLabel.calls[root].Shift})
	if err != nil {
		return Contender[T]{}, fmt.Errorf("%s: %w", results.Auto, err)
	}
	call := s.byLabel.recording(chosen.ID, root)
	call.args.Mesh, call.args.Network, call.args.Segment = chosen.Mesh, w.Network(),
		(chosen.Segment+size-1)/size
	return asStarted(s.run.Started, Contender[T]{
		Name: results.Auto, Mapped: true, LastCall: lastCall, Plan: call.node, Segment: call.args.Segment,
		Run:  func(a catalog.Args[T]) error { return w.Run(op, a) },
		Load: func(a catalog.Args[T]) error { _, err := w.Prepare(op, a); return err },
	}, starter[T]{
		func(a catalog.Args[T]) (plan.Request, error) { return w.Start(op, a) },
		func(a catalog.Args[T]) (plan.Request, error) { return w.Init(op, a) },
	}), nil
}

// segment returns the segment size in words of one of our contenders: --segment or, without it, rank 0's
// choice from the times of the run's messages.
func (r *Run) segment(name string, word int,
	choose func(e calibration.Exchanges, allPort bool) (int, error)) (words int, err error) {
	if r.Segment > 0 {
		return (r.Segment + word - 1) / word, nil
	}
	if r.ranks.World.Rank == 0 {
		network := r.Network(nil)
		if words, err =
			choose(r.Calibration.Exchanges(), network != nil && topo.ManyLinks(network)); err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		if words == 0 && mpi.BuiltFor() == mpi.OpenMPI && results.SeveralHosts(r.ranks.Hosts) {
			words = eagerTCP / word
		}
	}
	chosen, err := r.ranks.NumberFromRank0(int64(words))
	return int(chosen), err
}

func mappedComm[T comm.Number](mapping []int, port comm.Port[T]) (*comm.Comm[T], error) {
	c := comm.New(port)
	if mapping == nil {
		return c, nil
	}
	if len(mapping) != port.Size() {
		return nil, fmt.Errorf("bench: the map has %d labels, want %d", len(mapping), port.Size())
	}
	return comm.Map(c, mapping)
}
