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

// A builder creates the contenders of a case.
type builder[T words.Number] struct {
	run        *Run
	measured   results.Case
	node       node[T]        // parameters of this process, which is numbered by its label
	root       int            // the root of the first call
	port       *mpi.Port[T]   // port of the native call and of our algorithms
	comm       *comm.Comm[T]  // the same port, with the processes numbered by label
	contenders []Contender[T] // the native call first
	omitted    []string       // contenders that are left out, with the reasons
}

func newBuilder[T words.Number](r *Run, c results.Case, n node[T], root int) (*builder[T], error) {
	port := newPort[T](r, r.ranks.World)
	mapped, err := mappedComm[T](r.Mapping, port)
	return &builder[T]{run: r, measured: c, node: n, root: root, port: port, comm: mapped}, err
}

func (b *builder[T]) add(c Contender[T]) { b.contenders = append(b.contenders, c) }

// addAll adds all contenders of the run. It adds gompi only if gompi supports the call.
func (b *builder[T]) addAll(rows []catalog.Info) error {
	b.addNative()
	for _, info := range rows {
		if err := b.addOurs(info.ID); err != nil {
			return err
		}
	}
	if b.run.Auto {
		if err := b.addAuto(); err != nil {
			return err
		}
	}
	if err := b.addPlans(); err != nil {
		return err
	}
	if err := b.addForced(); err != nil {
		return err
	}
	isEmpty := b.node.m == 0 && b.measured.Op != catalog.Barrier
	if g := newGompi[T](b.run, b.measured.Op); g != nil && !isEmpty {
		b.add(*g)
	}
	return nil
}

func (b *builder[T]) addNative() {
	op, port, counts := b.measured.Op, b.port, b.node.counts
	b.add(inCallForm(b.run.RequestKind, Contender[T]{
		Name: results.Native, LastCall: b.run.lastCallOn(port), Run: native.Call(op, port, counts),
	}, starter[T]{
		native.Starter(op, port, counts),
		func(a catalog.Args[T]) (plan.Request, error) { return native.Init(op, port, a) },
	}))
}

// addOurs adds one of our algorithms as a contender that is executed from its plan. With --uncompiled, it
// also adds a contender without a plan.
func (b *builder[T]) addOurs(id string) error {
	r, size := b.run, words.Size[T]()
	row, _ := catalog.Find[T](id)
	segment, err := r.segment(row.ID, size, func(e calibration.Exchanges, allPort bool) (int, error) {
		return bestSegmentOfCall(e, b.node.recordedCall(row.ID, b.root), size, allPort)
	})
	if err != nil {
		return err
	}
	ours := b.compiled(row, segment)
	if segment > 0 && r.Segment == 0 {
		// If a pipelined algorithm's own segments are short enough, a limit on the segment size changes nothing.
		if undivided := b.compiled(row, 0); undivided.Segment != ours.Segment {
			ours.Undivided = &undivided
		}
	}
	b.add(ours)
	if r.Uncompiled {
		direct := Contender[T]{
			Name: results.Uncompiled + row.ID, Mapped: true,
			Run: func(a catalog.Args[T]) error { return row.Run(b.comm, a) },
		}
		direct.setPlan(b.node.recordedCall(row.ID, b.root), 0)
		b.add(direct)
	}
	return nil
}

// compiled returns the contender that executes an algorithm from its plan, with messages of at most `segment`
// words; 0 means no limit. A pipelined algorithm divides its messages in any case.
func (b *builder[T]) compiled(row catalog.Row[T], segment int) Contender[T] {
	r, c, compiled := b.run, b.comm, catalog.Compiled(row)
	call := b.node.recordedCall(row.ID, b.root)
	call.args.Segment = limitSegment(row.Info, call.args.Segment, segment)
	withSegment := func(a catalog.Args[T]) catalog.Args[T] {
		a.Segment, a.PlanSegment = limitSegment(row.Info, a.Segment, segment), segment
		return a
	}
	ours := Contender[T]{
		Name: row.ID, Mapped: true, LastCall: r.lastCallOn(b.port), Timer: b.port,
		Run:  func(a catalog.Args[T]) error { return compiled.Run(c, withSegment(a)) },
		Load: func(a catalog.Args[T]) error { _, _, err := compiled.Bind(c, withSegment(a)); return err },
	}
	ours.setPlan(call, segment)
	return inCallForm(r.RequestKind, ours, starter[T]{
		func(a catalog.Args[T]) (plan.Request, error) { return compiled.Start(c, withSegment(a)) },
		func(a catalog.Args[T]) (plan.Request, error) { return compiled.Init(c, withSegment(a)) },
	})
}

// limitSegment returns the segment size to pass to an algorithm whose messages are limited to `limit` words.
// A limit of 0 means no limit. A pipelined algorithm gets `limit` if `segment` is longer, or if the algorithm
// would choose the size itself (segment 0). Thus its segments are not divided again.
func limitSegment(info catalog.Info, segment, limit int) int {
	if info.Pipelined() && limit > 0 && (segment == 0 || segment > limit) {
		return limit
	}
	return segment
}

// addAuto adds the contender "auto": the algorithm that package coll chooses for the hosts and the message
// times of the run, without a tuning table. The operator of the call commutes, as all operators of the bench
// do.
func (b *builder[T]) addAuto() error {
	op, size := b.measured.Op, words.Size[T]()
	w, err := coll.Of(b.comm, coll.On(b.run.Calibration.Model))
	if err != nil {
		return err
	}
	chosen, err := w.ChoiceFor(coll.Call{Op: op, Bytes: b.node.m * size, Shift: b.node.calls[b.root].Shift})
	if err != nil {
		return fmt.Errorf("%s: %w", results.Auto, err)
	}
	call := b.node.recordedCall(chosen.ID, b.root)
	call.args.Mesh, call.args.Network, call.args.Segment = chosen.Mesh, w.Network(),
		(chosen.Segment+size-1)/size
	auto := Contender[T]{
		Name: results.Auto, Mapped: true, LastCall: b.run.lastCallOn(b.port),
		Run:  func(a catalog.Args[T]) error { return w.Run(op, a) },
		Load: func(a catalog.Args[T]) error { _, err := w.Prepare(op, a); return err },
	}
	auto.setPlan(call, call.args.Segment)
	b.add(inCallForm(b.run.RequestKind, auto, starter[T]{
		func(a catalog.Args[T]) (plan.Request, error) { return w.Start(op, a) },
		func(a catalog.Args[T]) (plan.Request, error) { return w.Init(op, a) },
	}))
	return nil
}

// segment returns the segment size in words of one of our contenders. It is the value of --segment or, by
// default, the size that rank 0 chooses from the times of single messages.
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
		if words == 0 {
			words = r.Calibration.Model.MaxMessage / word
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
