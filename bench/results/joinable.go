package results

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Misfit is the error that Join returns for a result that is not a launch of the same run as the first
// result.
type Misfit struct {
	Launch int // index of the launch, from 0
	Why    string
}

func (m Misfit) Error() string { return fmt.Sprintf("launch %d: %s", m.Launch+1, m.Why) }

// findMisfit returns the reason why a result cannot be joined with the results before it, or "" if it can.
func (r *Result) findMisfit(before []*Result) string {
	if why := r.findUnpaired(); why != "" || len(before) == 0 {
		return why
	}
	for _, other := range before {
		if SameRun(r, other) {
			return fmt.Sprintf(
				"it was started at %s by the same processes as an earlier launch; give each launch only once",
				r.Env.Start)
		}
	}
	first := before[0]
	for _, of := range []struct{ what, a, b string }{
		{"MPI library", r.Env.MPI, first.Env.MPI},
		{"network", r.Env.Network, first.Env.Network},
		{"map", r.Env.Map, first.Env.Map},
		{"sync", r.Env.Sync, first.Env.Sync},
		{"cache", r.Env.Cache, first.Env.Cache},
		{"call options", cmp.Or(r.Env.CallOptions(), "none"), cmp.Or(first.Env.CallOptions(), "none")},
		{"clock readings", r.Env.TimesFrom(), first.Env.TimesFrom()},
	} {
		if of.a != of.b {
			return fmt.Sprintf("%s %.80q, want %.80q as in the first launch", of.what, of.a, of.b)
		}
	}
	// Compare meshes only for the same rank count, because a partial run may lack the largest rank count.
	if r.Env.P == first.Env.P && r.Env.Mesh != first.Env.Mesh {
		return fmt.Sprintf("mesh %.80q, want %.80q as in the first launch", r.Env.Mesh, first.Env.Mesh)
	}
	if at, mine, theirs, differ := DifferentTypes(r, first); differ {
		return fmt.Sprintf("words of type %s in %v, want type %s as in the first launch",
			cmp.Or(mine, "none"), at, cmp.Or(theirs, "none"))
	}
	return r.findOtherCells(first)
}

// findUnpaired describes the first cell that appears twice, or whose samples do not come from the same
// repetitions as the native call's. It returns "" if there is none.
func (r *Result) findUnpaired() string {
	native, seen := map[Case]Cell{}, map[Key]bool{}
	for _, c := range r.Cells {
		if c.Algo == Native {
			native[c.Case()] = c
		}
	}
	for _, c := range r.Cells {
		key, to := c.Key(), native[c.Case()]
		switch {
		case seen[key]:
			return fmt.Sprintf("%v: %s appears twice", c.Case(), c.Algo)
		case len(c.Samples) == 0:
			return fmt.Sprintf("%v: no samples of %s; they must be in %s, next to bench.json", c.Case(), c.Algo,
				SamplesName)
		case len(c.Samples) != len(to.Samples) || !slices.Equal(c.samplesByLaunch(), to.samplesByLaunch()):
			return fmt.Sprintf("%v: %s and native were not measured in the same repetitions", c.Case(),
				c.Algo)
		}
		seen[key] = true
	}
	return ""
}

// findOtherCells returns a description of how the cells of r are incompatible with the cells of `first`, or
// "". Two results with cells must have a case in common, and the same contenders in every common case.
func (r *Result) findOtherCells(first *Result) string {
	mine, theirs := r.contendersByCase(), first.contendersByCase()
	common := false
	for _, c := range r.Cells {
		at := c.Case()
		algos := mine[at]
		others, shared := theirs[at]
		if shared && !slices.Equal(algos, others) {
			return fmt.Sprintf("in %v it has the contenders %s, but the first launch has %s", at,
				strings.Join(algos, ","), strings.Join(others, ","))
		}
		common = common || shared
	}
	if !common && len(mine) > 0 && len(theirs) > 0 {
		return fmt.Sprintf("it shares no combination of operation, ranks and size with the first launch: it "+
			"has %s, and the first launch has %s", r.Extent(), first.Extent())
	}
	return ""
}

// contendersByCase returns the sorted names of each case's contenders, including the names in Alike.
func (r *Result) contendersByCase() map[Case][]string {
	algos := map[Case][]string{}
	for _, c := range r.Cells {
		algos[c.Case()] = append(algos[c.Case()], c.Algos()...)
	}
	for _, list := range algos {
		slices.Sort(list)
	}
	return algos
}

// Extent returns a summary of the cells of a result, for example "bcast,reduce p=2 8,64,512".
func (r *Result) Extent() string {
	once := func(list []string) string { return strings.Join(Distinct(list), ",") }
	var ops, ranks, sizes []string
	for _, c := range r.Cells {
		ops, ranks, sizes = append(ops, c.Op), append(ranks, strconv.Itoa(c.P)),
			append(sizes, FormatSize(c.Bytes))
	}
	return fmt.Sprintf("%s p=%s %s", once(ops), once(ranks), once(sizes))
}

// DifferentTypes returns the first case in which two results have words of different types, and both types.
func DifferentTypes(a, b *Result) (at Case, typeA, typeB string, found bool) {
	types := map[Case]string{}
	for _, c := range a.Cells {
		types[c.Case()] = c.Type
	}
	for _, c := range b.Cells {
		if of, both := types[c.Case()]; both && of != c.Type {
			return c.Case(), of, c.Type, true
		}
	}
	return Case{}, "", "", false
}

// SameRun reports whether two results come from one run: they are equal, or one is the first launch of the
// other.
func SameRun(a, b *Result) bool {
	return a.Env.Start != "" && a.Env.Start == b.Env.Start && slices.Equal(a.Env.Ranks, b.Env.Ranks)
}
