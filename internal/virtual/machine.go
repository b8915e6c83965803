package virtual

import (
	"topocoll/catalog"
	"topocoll/cost"
	"topocoll/internal/exit"
	"topocoll/internal/host"
	"topocoll/sim"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// A Machine is a simulated machine for one algorithm, and the formula for this machine.
type Machine struct {
	Config   sim.Config
	Model    catalog.Model
	TwSource string        // the origin of tw
	Extents  topo.Mesh     // extents of the mesh
	Packed   *pack.Network // packed network for the algorithms network/*
	Home     string        // name of the network for which the formula holds
	Away     bool          // the simulated network is not Home
}

// SelectFormula selects the formula of the book for the network, if there is one.
func (m *Machine) SelectFormula(info catalog.Info, p int) {
	model, own := info.ModelOn(m.Config.Network, p, m.Extents)
	m.Model, m.Away = model, !own
	if home, err := model.Home.Network(p, m.Extents); err == nil {
		m.Home = home.String()
	}
}

// Formula returns the time that the book's formula gives for a call, or false if the book has no formula for
// these parameters.
func (m Machine) Formula(c Call, segment int) (float64, bool) {
	if m.Model.Cost == nil || m.Unmet(c, segment) != "" {
		return 0, false
	}
	return m.Model.Cost(m.params(c, segment)), true
}

// Unmet describes a condition that the book's formula needs and that a call does not meet. It returns "" if
// the formula is exact, or if there is no formula.
func (m Machine) Unmet(c Call, segment int) string {
	if m.Model.Cost == nil {
		return ""
	}
	return m.Model.Unmet(c.Info, m.params(c, segment))
}

// params returns the parameters of the formula.
func (m Machine) params(c Call, segment int) cost.Params {
	a := m.Model.Complete(cost.Params{P: c.P, M: c.M, Ts: m.Config.Ts, Tw: m.Config.Tw, Th: m.Config.Th,
		Mesh: m.Extents}, c.Shift, segment)
	if m.Config.Routing == sim.SF && !m.Model.CT {
		a.Th = 0 // the formulas of the book have no th under SF
	}
	return a
}

// CheckMemory returns an error if a run needs more memory than the configuration allows.
func (m Machine) CheckMemory(info catalog.Info, p int) error {
	limit := m.Config.Memory
	if few, all := sim.Memory(p, m.Config); limit > 0 &&
		(few > limit || all > limit && needsAllNodes(info.Op)) {
		return memoryError(info, p, m.Config.Network, limit)
	}
	return nil
}

// needsAllNodes reports whether all nodes of an operation exist at the same time, because each one needs data
// from all others. For the other operations, the number of nodes that exist at the same time depends on the
// algorithm, and the run stops when there is no memory for one more node.
func needsAllNodes(op catalog.Collective) bool { return !op.Rooted() && op != catalog.Shift }

// memoryError returns the error of a run that needs too much memory.
func memoryError(info catalog.Info, p int, network topo.Network, limit int64) error {
	return exit.Usagef("%s with -n %d on %s takes more than %s of memory, which is half of the free memory",
		info.ID, p, topo.Title(network), host.FormatMemory(limit))
}
