package comm_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
)

// The results of the operators for 2 and 5, and for "a" and "b".
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
		t.Run(test.name, func(t *testing.T) { applies(t, test.op, test.name, true, 2, 5, test.want) })
	}
	t.Run("concat", func(t *testing.T) { applies(t, comm.Concat(), "concat", false, "a", "b", "ab") })
}

// applies combines a and b word by word into a slice of its own, into that of a, and into that of b.
func applies[T any](t *testing.T, op comm.Op[T], name string, commutes bool, a, b, want T) {
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
