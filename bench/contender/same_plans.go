//go:build cgo

package contender

import (
	"fmt"
	"slices"

	"topocoll/catalog"
	"topocoll/mpi"
)

// MergeSamePlans groups the catalog algorithms whose plans are the same on every rank for every root, and
// keeps only the first one of each group, because algorithms with the same plans take the same time. If
// Contender.Undivided is set, the undivided plans must be the same too, because SendWhole may use them. The
// field Alike of the first contender lists the names of the removed ones.
func (s *Set[T]) MergeSamePlans() error {
	// for each contender, the index of the first one with the same plans for the roots so far
	groups := make([]int, len(s.Contenders))
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
	at := make([]int, len(groups)) // for each group, the index of its first contender in `left`
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

// splitGroups splits groups by the plans for the given roots. Contenders with the same plans on every rank
// stay in one group.
func (s *Set[T]) splitGroups(groups, roots []int) ([]int, error) {
	n := len(groups)
	mine, all := make([]int64, n), make([]int64, n*s.Case.P)
	if err := s.run.guard.Prepare(s.recordingActivity(), func() error {
		type samePlans struct {
			group int
			plans string
		}
		first := map[samePlans]int{}
		for i, c := range s.Contenders {
			mine[i] = int64(i)
			if !slices.Contains(groups[:i], groups[i]) && !slices.Contains(groups[i+1:], groups[i]) {
				continue // no comparison is needed, because the contender is alone in its group
			}
			plans, err := s.byLabel.digest(c, roots, s.run.guard.Step)
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
	return intersectGroups(all, n), nil
}

// intersectGroups returns a grouping of n contenders. Two contenders are in one group if they are in one
// group on every rank. The argument `all` holds the groups of each rank.
func intersectGroups(all []int64, n int) []int {
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

// digest returns a hash of this rank's plans for the given roots. If Contender.Undivided is set, the hash
// includes the plans of that form. digest calls the function `step` before it records the plan for a root.
func (n node[T]) digest(c Contender[T], roots []int, step func()) (string, error) {
	plans, undivided := newDigest(), newDigest()
	for _, root := range roots {
		step()
		recorded, err := n.recordedCall(c.Name, root).nodePlan(n.me)
		if err != nil {
			return "", err
		}
		plans.add(recorded.Segment(c.Segment))
		if c.Undivided != nil {
			undivided.add(recorded.Segment(c.Undivided.Segment))
		}
	}
	if c.Undivided == nil {
		undivided = plans
	}
	return plans.sum() + undivided.sum(), nil
}
