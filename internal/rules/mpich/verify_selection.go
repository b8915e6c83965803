package mpich

import (
	"fmt"
	"slices"

	"topocoll/internal/rules"
)

// verifySelection reads a written selection as the library does, and checks many kinds of calls. The file
// must select the algorithm that a desired rule names for the call. If no desired rule names one, the file
// must select the algorithm of the library's own selection.
func verifySelection(file []byte, own selectionTree, wanted map[string]map[int]rules.DesiredRule,
	v rules.Version) error {
	read, err := readSelection(file)
	if err != nil {
		return fmt.Errorf("rules: internal error: the written selection is invalid: %w", err)
	}
	for i, collective := range own.root.Members {
		op := parseQuestion(collective.Key).value
		if wanted[op] == nil {
			if !equalTrees(collective, read.root.Members[i]) {
				return fmt.Errorf(
					"rules: internal error: the written selection changes %s, but no choice is for this operation", op)
			}
			continue
		}
		for _, c := range sampleCalls(op, wanted[op]) {
			want := own.selectAlgorithm(c)
			if d, found := wanted[op][c.Ranks]; found && !c.Intercommunicator {
				at := slices.IndexFunc(d.Ranges,
					func(r rules.DesiredRange) bool { return r.To == nil || c.Average <= int64(*r.To) })
				if r := d.Ranges[at]; r.Name != "" {
					a, err := algorithmFor(d, r, v)
					if err != nil {
						return err
					}
					if a.isUsable(c) {
						want = a.fullName(op) + parameters(newObject("", a.parameters(op, v)...))
					}
				}
			}
			if got := read.selectAlgorithm(c); got != want {
				return fmt.Errorf(
					"rules: internal error: the written selection has %[4]q for %[1]s on %[2]d ranks "+
						"with %[3]d bytes instead of %[5]q", op, c.Ranks,
					c.Average,
					got, want)
			}
		}
	}
	return nil
}

func equalTrees(a, b rules.Value) bool {
	return a.Key == b.Key && slices.EqualFunc(a.Members, b.Members, equalTrees)
}

func (a mpirAlgorithm) isUsable(c mpiCall) bool {
	for _, wants := range a.restrictions {
		ok := map[string]bool{
			"power-of-two": c.Ranks&(c.Ranks-1) == 0, "commutative": !c.NotCommutative,
			"builtin-op":   !c.UserDefinedOp,
			"size-ge-pof2": c.Count >= largestPower(c.Ranks), "noinplace": !c.InPlace,
		}[wants]
		if !ok {
			return false
		}
	}
	return true
}

// sampleCalls returns calls of an operation that cover many combinations of the properties that a selection
// can test. The communicators have p, p-1 or p+1 ranks for the p of each desired rule, or one of a few fixed
// numbers.
func sampleCalls(op string, byRanks map[int]rules.DesiredRule) (all []mpiCall) {
	ranks := []int{1, 3, 8, 100}
	blocks := []int{0, 1 << 10, 1 << 22}
	for n, d := range byRanks {
		ranks = append(ranks, n-1, n, n+1)
		for _, r := range d.Ranges {
			ends := r.Ends()
			blocks = append(blocks, max(0, ends[0]-1), ends[0], ends[1])
		}
	}
	for _, n := range ranks {
		for _, block := range blocks {
			for bits := range 1 << 6 {
				is := func(i int) bool { return bits>>i&1 == 1 }
				const element = 8
				c := mpiCall{Op: op, Ranks: n, Average: int64(block), Total: int64(block) * int64(n),
					Count:     int64(block) / element,
					Hierarchy: []string{"flat", "parent"}[bits&1], OneHost: is(1), NotConsecutive: is(1),
					Intercommunicator: is(2),
					NotCommutative:    is(3), UserDefinedOp: is(4), InPlace: is(5)}
				all = append(all, c)
			}
		}
	}
	return all
}
