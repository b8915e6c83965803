//go:build cgo

package bench

import (
	"fmt"

	"topocoll/bench/results"
	"topocoll/bench/results/bounds"
	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/plan"
	"topocoll/topo"
)

// autoContender is what package coll chooses on the hosts of the run, told the times of its messages, without a table. Its operator commutes, as those of the bench do.
func autoContender[T number](m *measurer, op catalog.Collective, ours side[T], root int, c *comm.Comm[T], took func() (began, ended int64)) (contender[T], error) {
	w, err := coll.Of(c, coll.On(m.model))
	if err != nil {
		return contender[T]{}, err
	}
	chosen, err := w.ChoiceFor(coll.Call{Op: op, Bytes: ours.m * sizeOf[T](), Shift: ours.calls[root].Shift})
	if err != nil {
		return contender[T]{}, fmt.Errorf("%s: %w", results.Auto, err)
	}
	of := ours.recording(chosen.ID, root)
	of.args.Mesh, of.args.Network, of.args.Segment = chosen.Mesh, w.Network(), (chosen.Segment+sizeOf[T]()-1)/sizeOf[T]()
	return startedBy(m, contender[T]{
		name:     results.Auto,
		mapped:   true,
		took:     took,
		run:      func(a catalog.Args[T]) error { return w.Run(op, a) },
		load:     func(a catalog.Args[T]) error { return w.Load(op, a) },
		recorded: of.node,
		segment:  of.args.Segment,
	}, starter[T]{
		func(a catalog.Args[T]) (plan.Request, error) { return w.Start(op, a) },
		func(a catalog.Args[T]) (plan.Request, error) { return w.Init(op, a) },
	}), nil
}

// machine is what the model knows of the run: where the ranks are, the network and its rate.
func (m *measurer) machine() coll.Machine {
	network, on := bounds.NetworkAndNodes(m.cfg.Network, m.hosts, m.cfg.Placement)
	machine := coll.Machine{Network: network, On: on}
	if fabric, err := topo.ParseFabric(m.cfg.Network); err == nil && fabric.UnitRate() > 0 {
		machine.Between = coll.Link(fabric.UnitRate())
	}
	return machine
}

// exchanges are the times of messages while all ranks exchange, by which calls are cut.
func (m *measurer) exchanges() exchanges {
	return exchangesOf(m.timed, m.world.Size).onLinks(m.perByte)
}

// modeled is machine with the times of the messages that were measured while all ranks exchange, the same on every rank. Between hosts the
// rate of the links, if it is known, gives the time of a byte.
func (m *measurer) modeled() (coll.Machine, error) {
	machine, e := m.machine(), exchangesOf(m.timed, m.world.Size)
	if len(e.bytes) == 0 {
		return machine, nil
	}
	if results.SeveralHosts(m.hosts) {
		times := e.line(0, e.longest())
		if err := m.same(&times.Ts, &times.Tw); err != nil {
			return machine, err
		}
		machine.Between.Ts = times.Ts
		if machine.Between.Tw == 0 {
			machine.Between.Tw = times.Tw
		}
		return machine, nil
	}
	var limit int
	machine.Within, limit, machine.Long = e.lines()
	if err := m.same(&machine.Within.Ts, &machine.Within.Tw, &machine.Long.Ts, &machine.Long.Tw); err != nil {
		return machine, err
	}
	eager, err := m.fromRank0(int64(limit))
	machine.Eager = int(eager)
	return machine, err
}

// same makes times in µs those of rank 0.
func (m *measurer) same(times ...*float64) error {
	const part = 1e-9
	for _, t := range times {
		parts, err := m.fromRank0(int64(*t / part))
		if err != nil {
			return err
		}
		*t = float64(parts) * part
	}
	return nil
}
