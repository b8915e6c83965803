//go:build cgo

package mpi

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/plan"
)

// operands returns n small whole numbers. Their sum is exact in every order of summation.
func operands[T comm.Number](seed uint64, n int) []T {
	random := rand.New(rand.NewPCG(seed, 1))
	x := make([]T, n)
	for j := range x {
		x[j] = word[T](random.IntN(4))
	}
	return x
}

// sameAs checks that op gives the same result as a plain loop with `want`, for every overlap of dst that
// comm.Op allows.
func sameAs[T comm.Number](t *testing.T, op comm.Op[T], want comm.Op[T]) {
	t.Run(fmt.Sprintf("%s %T", op.Name, *new(T)), func(t *testing.T) {
		assert.Equal(t, want.Name, op.Name)
		assert.Equal(t, want.Commutative, op.Commutative)
		on(t, func(t require.TestingT) {
			for _, n := range []int{0, 1, 7, 1000} {
				a, b, expected, twice := operands[T](1, n), operands[T](2, n), make([]T, n), make([]T, n)
				want.Apply(expected, a, b)
				want.Apply(twice, a, a)
				dst, inA, inB := make([]T, n), slices.Clone(a), slices.Clone(b)
				op.Apply(dst, a, b)
				op.Apply(inA, inA, b)
				op.Apply(inB, a, inB)
				assert.Equal(t, [][]T{expected, expected, expected}, [][]T{dst, inA, inB})
				op.Apply(a, a, a)
				assert.Equal(t, twice, a)
			}
			for _, n := range []int{0, 1, 7, 64, 65, 1000} {
				combines(t, op, want.Apply, signed[T](3, n), signed[T](4, n))
			}
		})
	})
}

// signed returns n small whole numbers. If T is signed, some are negative. Unsigned words stay small, because
// Open MPI 4.1.4 adds many bytes with saturation, and MPICH 4.0.2 compares uint32 and uint64 as signed
// numbers.
func signed[T comm.Number](seed uint64, n int) []T {
	x := operands[T](seed, n)
	switch reflect.TypeFor[T]().Kind() {
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return x
	}
	for j := range x {
		x[j] -= word[T](1)
	}
	return x
}

// Words are combined as in Go, even if the library combines them differently.
func TestWordsThatOverflow(t *testing.T) {
	on(t, func(t require.TestingT) {
		bytes, large := slices.Repeat([]uint8{200, 255}, 1000), slices.Repeat([]uint32{1 << 31, 5}, 1000)
		combines(t, Sum[uint8](), comm.Sum[uint8]().Apply, bytes, bytes)
		combines(t, Sum[int8](), comm.Sum[int8]().Apply, slices.Repeat([]int8{100, -128}, 1000),
			slices.Repeat([]int8{100, -1}, 1000))
		combines(t, Sum[int16](), comm.Sum[int16]().Apply, slices.Repeat([]int16{1 << 14}, 1000),
			slices.Repeat([]int16{1 << 14}, 1000))
		combines(t, Sum[uint16](), comm.Sum[uint16]().Apply, slices.Repeat([]uint16{1 << 15}, 1000),
			slices.Repeat([]uint16{1 << 15}, 1000))
		combines(t, Max[uint16](), comm.Max[uint16]().Apply, slices.Repeat([]uint16{1 << 15}, 1000),
			slices.Repeat([]uint16{1}, 1000))
		combines(t, Max[uint32](), comm.Max[uint32]().Apply, large, slices.Repeat([]uint32{7, 1 << 31}, 1000))
		combines(t, Prod[int16](), comm.Prod[int16]().Apply, slices.Repeat([]int16{-1}, 1000),
			slices.Repeat([]int16{-1}, 1000))
		combines(t, Min[uint64](), comm.Min[uint64]().Apply, slices.Repeat([]uint64{1 << 63}, 1000),
			slices.Repeat([]uint64{1}, 1000))
	})
}

// The maximum and the minimum of floating-point words are those of Go, also for NaN and for zeros with
// different signs, however the operands lie in memory.
func TestExtremesOfNaNAndZeros(t *testing.T) {
	extremesOfNaNAndZeros[float64](t)
	extremesOfNaNAndZeros[float32](t)
}

func extremesOfNaNAndZeros[T float32 | float64](t *testing.T) {
	special := []T{0, T(math.Copysign(0, -1)), 1, -1, T(math.NaN()), T(math.Inf(1)), T(math.Inf(-1))}
	var a, b []T
	for _, x := range special {
		for _, y := range special {
			a, b = append(a, x), append(b, y)
		}
	}
	on(t, func(t require.TestingT) {
		for _, op := range []struct{ given, want comm.Op[T] }{
			{Max[T](), comm.Max[T]()}, {Min[T](), comm.Min[T]()},
		} {
			for _, n := range []int{1, 2, 3, 49, 98} { // fewer and more words than FEW of tc_combine
				x, y, want := slices.Repeat(a, 2)[:n], slices.Repeat(b, 2)[:n], make([]T, n)
				combines(t, op.given, op.want.Apply, x, y)
				op.want.Apply(want, x, y)
				out, inX, inY := make([]T, n), slices.Clone(x), slices.Clone(y)
				op.given.Apply(out, x, y)
				op.given.Apply(inX, inX, y)
				op.given.Apply(inY, x, inY)
				for _, result := range [][]T{out, inX, inY} {
					assertSameWords(t, want, result, "%s of %d words", op.given.Name, n)
				}
			}
		}
	})
}

// assertSameWords compares words by their texts, so that NaN equals NaN, and -0 differs from +0.
func assertSameWords[T any](t require.TestingT, want, got []T, text string, values ...any) {
	require.Len(t, got, len(want))
	for j := range want {
		if fmt.Sprint(want[j]) != fmt.Sprint(got[j]) {
			assert.Failf(t, "wrong word", text+": word %d is %v, want %v", append(values, j, got[j], want[j])...)
			return
		}
	}
}

// combines checks that a combination in C gives the same result as a plain loop, for every position of the
// result. The result goes to a third buffer, to the lower operand, to the higher operand, or to a buffer that
// is both operands.
func combines[T comm.Number](t require.TestingT, op comm.Op[T], apply func(dst, a, b []T), a, b []T) {
	port, n := NewPort[T](world), len(a)
	in, out := func(at int) plan.Range { return plan.Range{Buffer: plan.In, At: at, Len: n} },
		plan.Range{Buffer: plan.Out, Len: n}
	for _, c := range []struct {
		name       string
		from, with plan.Range
		in, out    []T
		a, b       []T
	}{
		{"apart", in(0), in(n), slices.Concat(a, b), make([]T, n), a, b},
		{"in the lower", out, in(0), b, slices.Clone(a), a, b},
		{"in the higher", in(0), out, a, slices.Clone(b), a, b},
		{"in both", out, out, nil, slices.Clone(a), a, a},
	} {
		node := plan.Plan{In: len(c.in), Out: n, Steps: []plan.Step{{Kind: plan.Combine, From: c.from,
			With: c.with, Into: out}}}
		program, err := port.Load(&node)
		require.NoError(t, err)
		want, given := make([]T, n), slices.Clone(c.in)
		apply(want, c.a, c.b)
		require.NoError(t, program.Run(op, c.in, c.out))
		assertSameWords(t, want, c.out, "%s %T, %d words, %s", op.Name, *new(T), n, c.name)
		assertSameWords(t, given, c.in, "%s %T, %d words, %s", op.Name, *new(T), n, c.name)
		program.Free()
	}
}

// An operator that does not commute combines its operands in order, for every position of the result.
func TestAffineCombinesInOrder(t *testing.T) {
	on(t, func(t require.TestingT) {
		random := rand.New(rand.NewPCG(5, 6))
		for _, n := range []int{0, 1, 7, 64, 65, 1000} {
			a, b := make([]uint64, n), make([]uint64, n)
			for j := range n {
				a[j], b[j] = random.Uint64(), random.Uint64()
			}
			combines(t, Affine(), func(dst, a, b []uint64) {
				for j := range dst {
					dst[j] = composeAffine(a[j], b[j])
				}
			}, a, b)
		}
	})
}

func arithmetic[T comm.Number](t *testing.T, sum, prod comm.Op[T]) {
	sameAs(t, Sum[T](), sum)
	sameAs(t, Prod[T](), prod)
}

func ordered[T comm.Ordered](t *testing.T) {
	arithmetic(t, comm.Sum[T](), comm.Prod[T]())
	sameAs(t, Max[T](), comm.Max[T]())
	sameAs(t, Min[T](), comm.Min[T]())
}

func TestOpsAreTheLoopsOfComm(t *testing.T) {
	ordered[int](t)
	ordered[uint](t)
	ordered[int8](t)
	ordered[int16](t)
	ordered[uint8](t)
	ordered[uint16](t)
	ordered[int32](t)
	ordered[int64](t)
	ordered[uint32](t)
	ordered[uint64](t)
	ordered[float32](t)
	ordered[float64](t)
	ordered[metres](t)
	arithmetic(t, comm.Sum[complex64](), comm.Prod[complex64]())
	arithmetic(t, comm.Sum[complex128](), comm.Prod[complex128]())
}

func TestBitwiseAndLogicalOps(t *testing.T) {
	sameAs(t, Band[uint32](), comm.OpFunc("band", true, func(a, b uint32) uint32 { return a & b }))
	sameAs(t, Bor[int64](), comm.OpFunc("bor", true, func(a, b int64) int64 { return a | b }))
	sameAs(t, Bxor[uint8](), comm.OpFunc("bxor", true, func(a, b uint8) uint8 { return a ^ b }))
	sameAs(t, Land[int32](), comm.OpFunc("land", true,
		func(a, b int32) int32 { return truth[int32](a != 0 && b != 0) }))
	sameAs(t, Lor[uint64](), comm.OpFunc("lor", true,
		func(a, b uint64) uint64 { return truth[uint64](a != 0 || b != 0) }))
	sameAs(t, Lxor[int32](), comm.OpFunc("lxor", true, func(a,
		b int32) int32 {
		return truth[int32]((a != 0) != (b != 0))
	}))
}

func truth[T Integer](is bool) T {
	if is {
		return 1
	}
	return 0
}

// The composition of two maps applies f first and then g.
func TestAffineComposes(t *testing.T) {
	apply := func(f uint64, x uint32) uint32 { return uint32(f>>32)*x + uint32(f) }
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		f, g, x := random.Uint64(), random.Uint64(), random.Uint32()
		dst := make([]uint64, 1)
		Affine().Apply(dst, []uint64{f}, []uint64{g})
		assert.Equal(t, apply(g, apply(f, x)), apply(dst[0], x))
	}
	assert.NotEqual(t, composeAffine(1<<32|1, 2<<32), composeAffine(2<<32, 1<<32|1), "it commutes")
}
