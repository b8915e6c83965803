package comm_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
)

// The operators give the expected results for 2 and 5, and for "a" and "b".
func TestOps(t *testing.T) {
	for _, test := range []struct {
		op   comm.Op[int64]
		name string
		want int64
	}{
		{comm.Sum[int64](), "sum", 7},
		{comm.Prod[int64](), "prod", 10},
		{comm.Max[int64](), "max", 5},
		{comm.Min[int64](), "min", 2},
	} {
		t.Run(test.name, func(t *testing.T) { checkApplies(t, test.op, test.name, true, 2, 5, test.want) })
	}
	t.Run("OpFunc", func(t *testing.T) {
		type pair struct{ sum, count int16 }
		add := func(a, b pair) pair { return pair{a.sum + b.sum, a.count + b.count} }
		checkApplies(t, comm.OpFunc("add", true, add), "add", true, pair{2, 1}, pair{5, 3}, pair{7, 4})
		first := func(a, b [2]complex64) [2]complex64 { return a }
		checkApplies(t, comm.OpFunc("first", false, first), "first", false, [2]complex64{1}, [2]complex64{2},
			[2]complex64{1})
	})
	t.Run("concat", func(t *testing.T) { checkApplies(t, comm.Concat(), "concat", false, "a", "b", "ab") })
}

// checkApplies combines a and b word by word. The destination is a separate slice, a, or b.
func checkApplies[T any](t *testing.T, op comm.Op[T], name string, commutes bool, a, b, want T) {
	assert.Equal(t, name, op.Name)
	assert.Equal(t, commutes, op.Commutative)
	dst, x, y := make([]T, 2), []T{a, a}, []T{b, b}
	op.Apply(dst, x, y)
	assert.Equal(t, []T{want, want}, dst)
	op.Apply(x, x, y)
	assert.Equal(t, []T{want, want}, x)
	x = []T{a, a}
	op.Apply(y, x, y)
	assert.Equal(t, []T{want, want}, y)
}
