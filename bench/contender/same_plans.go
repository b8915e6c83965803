//go:build cgo

package contender

import (
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/mpi"
)

// MergeSamePlans keeps one of the contenders of ours whose plans are the same on every rank for every root.
// It stands for the others, whose times would be the same, and has their names.
func (s *Set[T]) MergeSamePlans() error {
	groups := make([]int, len(s.Contenders)) // the first contender with the same plans, as far as is known
	ours := slices.IndexFunc(s.Contenders, Contender[T].isOurs)
	for i, c := range s.Contenders {
		if groups[i] = i; c.isOurs() {
			groups[i] = ours
		}
	}
	groups, err := s.splitGroups(groups, s.Roots[:1])
	if err == nil && (s.Case.Op.Rooted() || s.Case.Op == catalog.Shift) && len(s.Roots) > 1 {
		groups, err = s.splitGroups(groups, s.Roots[1:])
	}
	if err != nil {
		return err
	}
	var left []Contender[T]
	at := make([]int, len(groups)) // of the first of each group in left
	for i, c := range s.Contenders {
		if first := groups[i]; first < i {
			same := &left[at[first]]
			same.Alike = append(same.Alike, c.Name)
			continue
		}
		at[i] = len(left)
		left = append(left, c)
	}
	s.Contenders = left
	return nil
}

// splitGroups divides groups by the plans for some roots: contenders stay together if theirs are the same on
// every rank.
func (s *Set[T]) splitGroups(groups, roots []int) ([]int, error) {
	n := len(groups)
	mine, all := make([]int64, n), make([]int64, n*s.Case.P)
	if err := s.run.guard.Prepare(s.recordingText(), func() error {
		type samePlans struct {
			group int
			plans string
		}
		first := map[samePlans]int{}
		for i, c := range s.Contenders {
			mine[i] = int64(i)
			if !slices.Contains(groups[:i], groups[i]) && !slices.Contains(groups[i+1:], groups[i]) {
				continue // the only one in its group
			}
			plans, err := s.digest(c, roots)
			if err != nil {
				return err
			}
			key := samePlans{groups[i], plans}
			if j, known := first[key]; known {
				mine[i] = int64(j)
			} else {
				first[key] = i
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	if err := mpi.Allgather(s.run.ranks.Times, mine, all); err != nil {
		return nil, err
	}
	return together(all, n), nil
}

// together returns the groups of the n contenders that are in one group on every rank. all has the groups of
// each rank.
func together(all []int64, n int) []int {
	first, groups := map[string]int{}, make([]int, n)
	for i := range groups {
		var onRanks []int64
		for rank := range len(all) / n {
			onRanks = append(onRanks, all[rank*n+i])
		}
		key := fmt.Sprint(onRanks)
		if _, known := first[key]; !known {
			first[key] = i
		}
		groups[i] = first[key]
	}
	return groups
}

// digest identifies the plans that this rank runs for some roots.
func (s *Set[T]) digest(c Contender[T], roots []int) (string, error) {
	d := newDigest()
	for _, root := range roots {
		s.run.guard.Step()
		recorded, err := s.byLabel.recording(c.Name, root).node(s.byLabel.me)
		if err != nil {
			return "", err
		}
		d.add(recorded.Segment(c.Segment))
	}
	return d.sum(), nil
}
