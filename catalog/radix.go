package catalog

import (
	"cmp"
	"fmt"
	"slices"

	"topocoll/comm"
	"topocoll/cost"
)

// WithRadix returns the same algorithm with the given radix. If the radix differs from info.Radix, it becomes
// part of the id, as in tree/bcast-knomial=8.
func (info Info) WithRadix(radix int) Info {
	if radix != info.Radix {
		info.ID = fmt.Sprintf("%s=%d", info.ID, radix)
	}
	info.Radix, info.models = radix, slices.Clone(info.models)
	for i := range info.models {
		info.models[i] = info.models[i].withRadix(radix)
	}
	return info
}

func (row Row[T]) withRadix(radix int) Row[T] {
	run := row.Run
	return Row[T]{row.WithRadix(radix), func(c *comm.Comm[T], a Args[T]) error {
		a.Radix = cmp.Or(a.Radix, radix)
		return run(c, a)
	}}
}

// withRadix returns a model that uses the radix for parameters without one.
func (m Model) withRadix(radix int) Model {
	complete := func(a cost.Params) cost.Params {
		a.Radix = cmp.Or(a.Radix, radix)
		return a
	}
	formula := m.Cost
	m.conditions = slices.Clone(m.conditions)
	for i, c := range m.conditions {
		m.conditions[i] = condition{func(a cost.Params) bool { return c.holds(complete(a)) },
			func(a cost.Params) string { return c.text(complete(a)) }}
	}
	m.Cost = func(a cost.Params) float64 { return formula(complete(a)) }
	return m
}
