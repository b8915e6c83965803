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

// WithRadix returns the same algorithm with the given radix. If this radix differs from info.Radix, it
// becomes part of the id, as in tree/bcast-knomial=8.
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

// maxRadix is the maximum radix that the name of an algorithm may contain.
const maxRadix = 1 << 30

// WithParameters returns the algorithm with the given parameters, which follow "=" in an id. It returns an
// error if the algorithm does not accept them. A name such as ring or ring-bidir selects the algorithm
// between hosts. A number is the radix, and must be the last parameter.
func (info Info) WithParameters(parameters ...string) (Info, error) {
	for i, text := range parameters {
		n, err := strconv.Atoi(text)
		isNumber, last := err == nil, i == len(parameters)-1
		switch {
		case isNumber && info.Radix == 0:
			return info, fmt.Errorf("%s has no radix; use an algorithm that has one, such as tree/bcast-knomial",
				info.ID)
		case isNumber && last && n >= 2 && n <= maxRadix:
			return info.WithRadix(n), nil
		case !isNumber && info.Radix == 0 && info.Between == "":
			return info, fmt.Errorf("%s has no parameters; remove %q", info.ID, "="+text)
		case isNumber || info.Between == "":
			return info, fmt.Errorf("radix %q, want a whole number of at least 2 at the end of the name", text)
		case i > 0:
			return info, fmt.Errorf("%q, want only one algorithm between hosts", text)
		}
		switch row, found := Find[struct{}](idBetween(info.Op, text)); {
		case !found:
			return info, fmt.Errorf("no algorithm %q between hosts; use a name such as %s, which means %s", text,
				info.Between, idBetween(info.Op, info.Between))
		case !row.canRunBetweenHosts():
			return info, fmt.Errorf("%s cannot run between hosts; use an algorithm that accepts every number "+
				"of ranks, is not pipelined and needs no network, such as %s", row.ID, info.Between)
		}
		if text != info.Between {
			info.ID += "=" + text
		}
		info.Between = text
	}
	return info, nil
}

// NamesRadix reports whether the id contains a radix.
func (info Info) NamesRadix() bool {
	_, parameters, _ := strings.Cut(info.ID, "=")
	_, err := strconv.Atoi(parameters[strings.LastIndex(parameters, "=")+1:])
	return err == nil
}

// withParameters returns a copy of the row with the given info. The copy uses the radix info.Radix and,
// between hosts, the algorithm info.Between, unless a call's arguments specify other values. It is not a
// method, because every package that uses a Row would then compile Find, and with it all algorithms.
func withParameters[T any](row Row[T], info Info) Row[T] {
	run := row.Run
	// The leaders' algorithm is looked up at the first call, because Find needs all rows.
	leaders := sync.OnceValue(func() Row[T] {
		row, _ := Find[T](idBetween(info.Op, info.Between))
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

// idBetween returns the id of the algorithm for op that is selected by a name such as ring-bidir.
func idBetween(op Collective, name string) string {
	topology, method, hasMethod := strings.Cut(name, "-")
	id := topology + "/" + string(op)
	if hasMethod {
		id += "-" + method
	}
	return id
}

// canRunBetweenHosts reports whether the leaders of the hosts can run the algorithm. It must accept any
// number of hosts. Algorithms of package network are excluded, because they need the network between the
// leaders. Pipelined algorithms are excluded, because a template does not scale their segments.
func (info Info) canRunBetweenHosts() bool {
	return info.Accepts != CubeOnly && info.Accepts != EvenOnly && info.Topology() != "network" &&
		!info.Pipelined() && info.scales()
}

// BetweenHosts returns the algorithm that a two-level algorithm uses between the hosts.
func (info Info) BetweenHosts() Info {
	row, _ := Find[struct{}](idBetween(info.Op, info.Between))
	return row.Info
}

// betweenHosts returns the operation between the leaders of the hosts.
func (a Args[T]) betweenHosts() network.Between[T] {
	return func(leaders *comm.Comm[T], root int, in, out []T) error {
		return a.between(leaders, Args[T]{Root: root, Op: a.Op, In: in, Out: out})
	}
}

// withRadix returns a model that uses the given radix if the parameters of a formula have no radix.
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
