//go:build cgo

package bench

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/mpi"
)

// merge leaves one of the contenders of ours whose plans are the same on every rank for every root. It stands for the others, which
// would measure the same once more, and has their names.
func (t *trial[T]) merge() error {
	groups := make([]int, len(t.contenders)) // the first contender that is alike, as far as is known
	ours := slices.IndexFunc(t.contenders, contender[T].ours)
	for i, c := range t.contenders {
		if groups[i] = i; c.ours() {
			groups[i] = ours
		}
	}
	groups, err := t.alike(groups, t.roots[:1])
	if err == nil && (t.coll.Rooted() || t.coll == catalog.Shift) && len(t.roots) > 1 {
		groups, err = t.alike(groups, t.roots[1:])
	}
	if err != nil {
		return err
	}
	var left []contender[T]
	at := make([]int, len(groups)) // of the first of each group in left
	for i, c := range t.contenders {
		if first := groups[i]; first < i {
			of := &left[at[first]]
			of.alike = append(of.alike, c.name)
			continue
		}
		at[i] = len(left)
		left = append(left, c)
	}
	t.contenders = left
	t.reset()
	return nil
}

// ours reports whether a contender is a row of the catalog, carried out from its plan. auto is not, so that it is measured
// beside the row that it has chosen.
func (c contender[T]) ours() bool {
	return c.recorded != nil && c.name != results.Auto && !strings.Contains(c.name, ":")
}

// alike divides groups by the plans for some roots: contenders stay together if theirs are the same on every rank.
func (t *trial[T]) alike(groups, roots []int) ([]int, error) {
	n := len(groups)
	mine, all := make([]int64, n), make([]int64, n*t.m.world.Size)
	if err := t.m.prepare(t.recording(), func() error {
		type ofGroup struct {
			group int
			plans string
		}
		first := map[ofGroup]int{}
		for i, c := range t.contenders {
			mine[i] = int64(i)
			if !slices.Contains(groups[:i], groups[i]) && !slices.Contains(groups[i+1:], groups[i]) { // alone in its group
				continue
			}
			plans, err := t.digest(c, roots)
			if err != nil {
				return err
			}
			at := ofGroup{groups[i], plans}
			if j, known := first[at]; known {
				mine[i] = int64(j)
			} else {
				first[at] = i
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	if err := mpi.Allgather(t.m.times, mine, all); err != nil {
		return nil, err
	}
	return together(all, n), nil
}

// together returns the groups of those n that are in one group on every rank. all has the groups of each rank.
func together(all []int64, n int) []int {
	first, groups := map[string]int{}, make([]int, n)
	for i := range groups {
		var onRanks []int64
		for rank := range len(all) / n {
			onRanks = append(onRanks, all[rank*n+i])
		}
		at := fmt.Sprint(onRanks)
		if _, known := first[at]; !known {
			first[at] = i
		}
		groups[i] = first[at]
	}
	return groups
}

// digest identifies the plans that this rank carries out for some roots.
func (t *trial[T]) digest(c contender[T], roots []int) (string, error) {
	d := newDigest()
	for _, root := range roots {
		t.m.step()
		node, err := t.byLabel.recording(c.name, root).node(t.byLabel.me)
		if err != nil {
			return "", err
		}
		d.add(node.Segment(c.segment))
	}
	return d.sum(), nil
}
