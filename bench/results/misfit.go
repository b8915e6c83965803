package results

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Misfit is a result that cannot be a launch of the same run as the first of the results to be joined.
type Misfit struct {
	Launch int // counted from 0
	Why    string
}

func (m Misfit) Error() string { return fmt.Sprintf("launch %d: %s", m.Launch+1, m.Why) }

// A sitting is one operation at one process count and size. Its contenders take turns, repetition by repetition.
type sitting struct {
	op       string
	p, bytes int
}

func (s sitting) String() string { return fmt.Sprintf("%s %s p=%d", s.op, FormatSize(s.bytes), s.p) }

func (c Cell) sitting() sitting { return sitting{c.Op, c.P, c.Bytes} }

// misfit says why a result cannot be joined with those before it; "" if it can.
func (r *Result) misfit(before []*Result) string {
	if why := r.unpaired(); why != "" || len(before) == 0 {
		return why
	}
	for _, other := range before {
		if SameRun(r, other) {
			return fmt.Sprintf("started at %s by the same processes as an earlier one, want each launch once", r.Env.Start)
		}
	}
	first := before[0]
	for _, of := range []setting{
		{"MPI library", r.Env.MPI, first.Env.MPI},
		{"network", r.Env.Network, first.Env.Network},
		{"map", r.Env.Map, first.Env.Map},
		{"sync", r.Env.Sync, first.Env.Sync},
		{"choice of calls", r.Env.Calls(), first.Env.Calls()},
		{"time of a call", r.Env.timesFrom(), first.Env.timesFrom()},
	} {
		if of.a != of.b {
			return fmt.Sprintf("its %s is %.80q, the first's %.80q", of.what, of.a, of.b)
		}
	}
	if r.Env.P == first.Env.P && r.Env.Mesh != first.Env.Mesh { // a partial run may lack the largest process count
		return fmt.Sprintf("its mesh is %.80q, the first's %.80q", r.Env.Mesh, first.Env.Mesh)
	}
	if types := unlike(otherTypes(r, first)); len(types) > 0 {
		return types[0] + " of the first"
	}
	return r.otherCells(first)
}

// unpaired finds a cell that appears twice, or whose samples do not come from the same repetitions as native's.
func (r *Result) unpaired() string {
	native, seen := map[sitting]Cell{}, map[cellKey]bool{}
	for _, c := range r.Cells {
		if c.Algo == Native {
			native[c.sitting()] = c
		}
	}
	for _, c := range r.Cells {
		key, to := c.key(), native[c.sitting()]
		switch {
		case seen[key]:
			return fmt.Sprintf("%v: %s appears twice", c.sitting(), c.Algo)
		case len(c.Samples) == 0:
			return fmt.Sprintf("%v: no samples of %s", c.sitting(), c.Algo)
		case len(c.Samples) != len(to.Samples) || !slices.Equal(c.ofLaunches(), to.ofLaunches()):
			return fmt.Sprintf("%v: %s and native were not measured in the same repetitions", c.sitting(), c.Algo)
		}
		seen[key] = true
	}
	return ""
}

// otherCells says how the cells of a result are incompatible with those of the first, if both have any. They must have
// at least one operation and size in common, and the same contenders wherever they have.
func (r *Result) otherCells(first *Result) string {
	mine, theirs := r.contenders(), first.contenders()
	common := false
	for _, c := range r.Cells {
		at := c.sitting()
		algos := mine[at]
		others, shared := theirs[at]
		if shared && !slices.Equal(algos, others) {
			return fmt.Sprintf("%v has %s, the first has %s", at, strings.Join(algos, ","), strings.Join(others, ","))
		}
		common = common || shared
	}
	if !common && len(mine) > 0 && len(theirs) > 0 {
		return fmt.Sprintf("no operation and size in common with the first: %s, not %s", r.extent(), first.extent())
	}
	return ""
}

// contenders returns the sorted contenders of every sitting, with those that are alike.
func (r *Result) contenders() map[sitting][]string {
	algos := map[sitting][]string{}
	for _, c := range r.Cells {
		algos[c.sitting()] = append(algos[c.sitting()], c.Names()...)
	}
	for _, list := range algos {
		slices.Sort(list)
	}
	return algos
}

// extent summarises which cells a result has: bcast,reduce p=2 8,64,512.
func (r *Result) extent() string {
	once := func(list []string) string { return strings.Join(distinct(list), ",") }
	var ops, ranks, sizes []string
	for _, c := range r.Cells {
		ops, ranks, sizes = append(ops, c.Op), append(ranks, strconv.Itoa(c.P)), append(sizes, FormatSize(c.Bytes))
	}
	return fmt.Sprintf("%s p=%s %s", once(ops), once(ranks), once(sizes))
}
