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

// A Machine is a simulated machine on which an algorithm runs. It also contains the textbook's formula for
// the algorithm on this machine.
type Machine struct {
	Config   sim.Config
	Model    catalog.Model
	TwSource string        // where the value of tw comes from
	Extents  topo.Mesh     // extents of the mesh that algorithms for meshes use
	Packed   *pack.Network // packed trees and routes for the algorithms network/*
	Home     string        // name of the network to which the formula applies
	Away     bool          // the simulated network differs from Home
}

// SelectFormula selects the textbook's formula for the network, if there is one.
func (m *Machine) SelectFormula(info catalog.Info, p int) {
	model, own := info.ModelOn(m.Config.Network, p, m.Extents)
	m.Model, m.Away = model, !own
	if home, err := model.Home.Network(p, m.Extents); err == nil {
		m.Home = home.String()
	}
}

// Formula returns the time of a call according to the textbook's formula. It returns false if the textbook
// has no formula for these parameters.
func (m Machine) Formula(c Call, segment int) (float64, bool) {
	if m.Model.Cost == nil || m.Unmet(c, segment) != "" {
		return 0, false
	}
	return m.Model.Cost(m.params(c, segment)), true
}

// Unmet describes a condition of the textbook's formula that a call does not meet. It returns "" if the
// formula is exact, or if there is no formula.
func (m Machine) Unmet(c Call, segment int) string {
	if m.Model.Cost == nil {
		return ""
	}
	return m.Model.Unmet(c.Info, m.params(c, segment))
}

func (m Machine) params(c Call, segment int) cost.Params {
	a := m.Model.Complete(cost.Params{P: c.P, M: c.M, Ts: m.Config.Ts, Tw: m.Config.Tw, Th: m.Config.Th,
		Mesh: m.Extents}, c.Shift, segment)
	if m.Config.Routing == sim.SF && !m.Model.CT {
		a.Th = 0 // the formulas of the textbook omit th under SF
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

// needsAllNodes reports whether a run of the operation is assumed to have all nodes alive at the same time.
// In most such operations, each node needs data from all others. For other operations, the number of live
// nodes depends on the algorithm, and a run stops when there is no memory for one more node.
func needsAllNodes(op catalog.Collective) bool { return !op.Rooted() && op != catalog.Shift }

func memoryError(info catalog.Info, p int, network topo.Network, limit int64) error {
	return exit.Usagef("%s with -n %d on %s takes more than %s of memory, which is half of the free memory",
		info.ID, p, topo.Title(network), host.FormatMemory(limit))
}
