package conform

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/local"
	"topocoll/plan"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// A scaled template equals the plan that is recorded for the same length. The test compares the plans of
// every node for every root, with and without segments.
func TestTemplatesScale(t *testing.T) {
	for _, p := range []int{1, 2, 3, 4, 6, 9} {
		for _, row := range templates(t, p, 0, 1, 5) {
			for rank := range p {
				for _, root := range roots(row.Row.Op, p) {
					one, err := row.Plan(rank, root)
					require.NoError(t, err)
					args := row.Args(5)
					args.Root = root
					longer, err := catalog.Plan(row.Row, rank, p, 5*row.Units, args)
					require.NoError(t, err)
					require.True(t, one.Scaled(5).Equal(longer), "%s, %d units, node %d of %d, root %d",
						row.Row.ID, row.Units, rank, p, root)
				}
			}
		}
	}
}

// Every algorithm gives the right result when templates execute it. There are cases without words, with fewer
// words than a template has units, and with more words, with and without a remainder.
func TestTemplates(t *testing.T) {
	for _, p := range []int{1, 2, 3, 5, 8} {
		for _, whole := range templates(t, p, 0, 1.5, 3) {
			rest, u := whole.Rest(), whole.Units
			for _, m := range slices.Compact([]int{0, u - 1, u, 2*u + 1}) {
				for _, root := range slices.Compact([]int{0, min(p-1, len(roots(whole.Row.Op, p))-1)}) {
					checkByTemplate(t, whole, rest,
						Case{P: p, Root: root, M: m, Shift: 1, Commuting: whole.Row.Commutative})
				}
			}
		}
	}
}

// templates returns the templates of every algorithm on p nodes with the given numbers of segments, except
// algorithms that have failed another test. For blocks of different lengths, there are at most two segments.
func templates(t *testing.T, p int, segments ...float64) (list []*catalog.Template) {
	args := catalog.Args[byte]{Shift: 1, Network: pack.Into(topo.NewStar(p))}
	for _, row := range catalog.ByteRows() {
		args.Op.Commutative = row.Commutative
		for _, n := range segments {
			if !hasFailed(row.ID) && row.Takes(p) && (n < 2 || row.Op.OneBlock()) {
				template, err := catalog.NewTemplate(row, p, n, args)
				require.NoError(t, err)
				list = append(list, template)
			}
		}
	}
	return list
}

// checkByTemplate runs a case with templates and compares its result with the oracle's.
func checkByTemplate(t *testing.T, whole, rest *catalog.Template, k Case) {
	op := whole.Row.Op
	words, left := whole.Share(k.M)
	exam := Set(op, Strings(), k)
	assert.NoError(t, local.Run(k.P, func(port comm.AsyncPort[string]) error {
		one, err := whole.Plan(port.Rank(), k.Root)
		if err != nil {
			return err
		}
		other, err := rest.Plan(port.Rank(), k.Root)
		if err != nil {
			return err
		}
		run := func(_ *comm.Comm[string], a catalog.Args[string]) error {
			first, last := one.Scaled(words), other.Scaled(left)
			if words > 0 || k.M == 0 {
				if err := plan.NewRunner[string](first).Run(port, a.Op, a.In[:first.In],
					a.Out[:first.Out]); err != nil {
					return err
				}
			}
			if left == 0 {
				return nil
			}
			return plan.NewRunner[string](last).Run(port, a.Op, a.In[len(a.In)-last.In:],
				a.Out[len(a.Out)-last.Out:])
		}
		return Check(catalog.Row[string]{Info: whole.Row.Info, Run: run}, comm.New(port), exam)
	}), fmt.Sprintf("%s, %d units, %+v", whole.Row.ID, whole.Units, k))
}
