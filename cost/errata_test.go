package cost_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/cost"
)

// Each case is a formula as printed in one of the five texts about the book, with parameters for which its
// value differs from the value of the correct formula. See "Errata" in docs/reference/textbook.md.
func TestMisprints(t *testing.T) {
	const ts, tw, th = 1_000_000, 1_000, 1
	tests := []struct {
		name    string
		formula formula
		params  cost.Params
		printed float64
	}{
		{"2, F1: p/2 without a ceiling", cost.RingBcast, params(7, 3), (ts + 3*tw + th) * 7 / 2.},
		{"3, F2: th·p", cost.RingBcastDoubling, params(8, 3), (ts+3*tw)*3 + th*8},
		{"4, F1: sqrt(p)/2 without a ceiling", cost.MeshBcast, mesh(3, 3, 3), 2 * (ts + 3*tw + th) * 3 / 2.},
		{"6, F2's p of row 3 in both dimensions", cost.MeshBcastDoubling, mesh(3, 4, 4),
			(ts+3*tw)*4 + 2*th*4},
		{"16, F2: 2(ts + tw·m + th ceil(log p))", cost.HcubeBcastTrees, params(8, 6), 2 * (ts + 6*tw + th*3)},
		{"27, F4: minus ts log p", cost.HcubeAllgather, params(8, 2), -3*ts + 14*tw},
		{"40, F4: no th", cost.RingScatterHalving, params(8, 2), 3*ts + 14*tw},
		{"44, F2: ln for m", cost.MeshAlltoall, mesh(4, 3, 3), 4*ts + 2*2*1.0986*3/2*tw},
		{"46, F4: no th", cost.HcubeAlltoallECube, params(8, 2), 7 * (ts + 2*tw)},
		{"46, F2: the th term times l", cost.HcubeAlltoallECube, params(8, 2), 7*(ts+2*tw) + 3*th*8*3/2},
		{"49, F4: L_min for tw·m", cost.MeshShift,
			cost.Params{P: 16, M: 4, Ts: ts, Tw: tw, Mesh: []int{4, 4}, Q: 12}, ts + tw},
		{"50, F2: 2^i links for 2^i on the ring", cost.HcubeShiftGray, shift(16, 8), 8 * (ts + tw + th)},
		{"51, F4: no th", cost.HcubeShiftECube, shift(8, 5), ts + tw},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { assert.NotEqual(t, test.printed, test.formula(test.params)) })
	}
}

// No broadcast takes less than log p start-ups, whether in parts or not. The misprinted caption of Table 3.1
// (row 16) would take less.
func TestCaptionOfTable31WouldBeatTheBound(t *testing.T) {
	a := params(1<<10, 1)
	startUps := a.Ts * 10
	assert.GreaterOrEqual(t, cost.HcubeBcastTrees(a), startUps)
	assert.Less(t, 2*(a.Ts+a.Tw+a.Th*10), startUps)
}

// Each case is the number of steps of the worst shift, for rows 48, 50, 52 and 49 of
// docs/reference/textbook.md. For row 49, source F2 prints 2 floor(sqrt p/2) + 1 and source F4 prints sqrt p
// + 1; sqrt p is correct. Row 58 is Table 3.1, in which F2 omits the exception for SF from the shift of row
// 50.
func TestShiftWorst(t *testing.T) {
	worst := func(formula formula, p int, at func(q int) cost.Params) (steps float64) {
		for q := 1; q < p; q++ {
			steps = max(steps, formula(at(q))/1_001_001)
		}
		return steps
	}
	for d := 2; d <= 12; d++ {
		p, at := 1<<d, func(q int) cost.Params { return shift(1<<d, q) }
		assert.EqualValues(t, []float64{float64(p / 2), float64(2*d - 1), float64(d)},
			[]float64{worst(cost.RingShift, p, at), worst(cost.HcubeShiftGray, p, at),
				worst(cost.HcubeShiftSigned, p, at)}, "d=%d", d)
		assert.EqualValues(t, d,
			worst(cost.MeshShift, d*d, func(q int) cost.Params { return meshShift(q, d, d) }), "sqrt p = %d",
			d)
	}
}

// The time with the best number of parts is less than with one part more or one part less, and agrees with
// the closed form.
func TestBestPartsESBT(t *testing.T) {
	a := params(16, 1<<20)
	best := int(cost.BestPartsESBT(a))
	at := func(k int) float64 { a.K = k; return cost.HcubeBcastESBT(a) }
	least := min(at(best), at(best+1))
	assert.LessOrEqual(t, least, min(at(best-1), at(best+2)))
	// sqrt(1 000 001·1 000·2^20·4) = 64 766.9·1 000
	assert.InEpsilon(t, 1_000*float64(1<<20)+4*1_000_001+2*64767.*1000, least, 1e-4)
}
