package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"topocoll/comm"
	"topocoll/cost"
	"topocoll/network"
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

// WithParameters returns the same algorithm with the parameters of an id: a number is the radix, and a word
// such as ring or ring-bidir names the algorithm between hosts.
func (info Info) WithParameters(parameters ...string) (Info, error) {
	radix := info.Radix
	for _, text := range parameters {
		n, err := strconv.Atoi(text)
		switch {
		case err == nil && info.Radix == 0:
			return info, fmt.Errorf("%s has no radix; use an algorithm that has one, such as tree/bcast-knomial",
				info.ID)
		case err == nil && n >= 2:
			radix = n
		case err == nil || info.Between == "":
			return info, fmt.Errorf("radix %q, want a whole number of at least 2", text)
		default:
			if _, fits := between[struct{}](info.Op, text); !fits {
				return info, fmt.Errorf("no algorithm %s between hosts; use one for any number of hosts, such as %s",
					idBetween(info.Op, text), idBetween(info.Op, info.Between))
			}
			if text != info.Between {
				info.ID += "=" + text
			}
			info.Between = text
		}
	}
	if radix != info.Radix {
		info = info.WithRadix(radix)
	}
	return info, nil
}

// NamesRadix reports whether the id includes a radix.
func (info Info) NamesRadix() bool {
	_, parameters, _ := strings.Cut(info.ID, "=")
	_, err := strconv.Atoi(parameters[strings.LastIndex(parameters, "=")+1:])
	return err == nil
}

// withParameters returns the row with the parameters of info.
func (row Row[T]) withParameters(info Info) Row[T] {
	run := row.Run
	leaders := sync.OnceValue(func() Row[T] { // not before all rows have been made
		row, _ := between[T](info.Op, info.Between)
		return row
	})
	return Row[T]{info, func(c *comm.Comm[T], a Args[T]) error {
		a.Radix = cmp.Or(a.Radix, info.Radix)
		if info.Between != "" && a.between == nil {
			a.between = leaders().Run
		}
		return run(c, a)
	}}
}

// idBetween returns the id of the algorithm that a name such as ring-bidir means for an operation.
func idBetween(op Collective, name string) string {
	topology, method, hasMethod := strings.Cut(name, "-")
	id := topology + "/" + string(op)
	if hasMethod {
		id += "-" + method
	}
	return id
}

// between returns the algorithm for the leaders of the hosts. It must run on any number of hosts. An
// algorithm for a network would need the network between the leaders.
func between[T any](op Collective, name string) (row Row[T], fits bool) {
	row, found := Find[T](idBetween(op, name))
	return row, found && row.Accepts != CubeOnly && row.Accepts != EvenOnly && row.Topology() != "network" &&
		!strings.Contains(row.ID, "=")
}

// BetweenHosts returns the algorithm between hosts of an algorithm with two levels.
func (info Info) BetweenHosts() Info {
	row, _ := between[struct{}](info.Op, info.Between)
	return row.Info
}

// betweenHosts returns the operation between the leaders of the hosts.
func (a Args[T]) betweenHosts() network.Between[T] {
	return func(leaders *comm.Comm[T], root int, in, out []T) error {
		return a.between(leaders, Args[T]{Root: root, Op: a.Op, In: in, Out: out})
	}
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
