package cost_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/cost"
)

// The digits of a time are its three coefficients if ts = 1 000 000, tw = 1 000 and th = 1: 4 012 004 is 4ts
// + 12tw + 4th. The expected values are computed by hand from the textbook's formulas.
func params(p, m int) cost.Params {
	return cost.Params{P: p, M: m, Ts: 1_000_000, Tw: 1_000, Th: 1}
}

func mesh(m int, extents ...int) cost.Params {
	a := params(1, m)
	a.Mesh = extents
	for _, extent := range extents {
		a.P *= extent
	}
	return a
}

func parts(p, m, k int) cost.Params {
	a := params(p, m)
	a.K = k
	return a
}

func shift(p, q int) cost.Params {
	a := params(p, 1)
	a.Q = q
	return a
}

func meshShift(q int, extents ...int) cost.Params {
	a := mesh(1, extents...)
	a.Q = q
	return a
}

type formula = func(cost.Params) float64

func TestFormulas(t *testing.T) {
	tests := []struct {
		name    string
		formula formula
		params  cost.Params
		want    float64
	}{
		{"1: 5 messages", cost.LinearBcast, params(6, 7), 5_035_005},
		{"2: ceil(8/2) steps", cost.RingBcast, params(8, 3), 4_012_004},
		{"2: ceil(7/2) steps", cost.RingBcast, params(7, 3), 4_012_004},
		{"2: one step", cost.RingBcast, params(2, 3), 1_003_001},
		{"2: nobody to send to", cost.RingBcast, params(1, 3), 0},
		{"3: 3 steps, 4+2+1 links", cost.RingBcastDoubling, params(8, 3), 3_009_007},
		{"4: 2 ceil(4/2) steps", cost.MeshBcast, mesh(3, 4, 4), 4_012_004},
		{"4: 2 ceil(3/2) steps", cost.MeshBcast, mesh(3, 3, 3), 4_012_004},
		{"4: ceil(3/2) + ceil(5/2)", cost.MeshBcast, mesh(1, 3, 5), 5_005_005},
		{"5: 3 ceil(3/2) steps", cost.MeshBcast, mesh(1, 3, 3, 3), 6_006_006},
		{"5: k = log p is the hypercube", cost.MeshBcast, mesh(1, 2, 2, 2), 3_003_003},
		{"6: log 16 steps, 2(4-1) links", cost.MeshBcastDoubling, mesh(3, 4, 4), 4_012_006},
		{"7: log 16 steps", cost.HcubeBcast, params(16, 3), 4_012_004},
		{"9: 3 steps of 3+1 links on average", cost.TreeBcast, params(8, 2), 3_006_012},
		{"12: 2(3ts + 8/8·7 tw)", cost.HcubeBcastScatterAllgather, params(8, 8), 6_014_006},
		{"13: 2(3ts + 6tw)", cost.HcubeBcastTrees, params(8, 6), 6_012_006},
		{"15: 5+3 steps of 10/5 words", cost.HcubeBcastESBT, parts(8, 10, 5), 8_016_008},
		{"15: log p parts are row 13", cost.HcubeBcastESBT, parts(8, 6, 3), 6_012_006},
		{"17: 6-2+4 steps of 8/4 words", cost.ChainBcast, parts(6, 8, 4), 8_016_008},
		{"25: 5 steps", cost.RingAllgather, params(6, 7), 5_035_005},
		{"26: 2(4-1) steps, 15 blocks", cost.MeshAllgather, mesh(2, 4, 4), 6_030_006},
		{"26: 1+3 steps, 7 blocks", cost.MeshAllgather, mesh(2, 2, 4), 4_014_004},
		{"both ways, 3 steps of 2 messages, 5 blocks", cost.RingAllgatherBidirectional, params(6, 7),
			6_035_006},
		{"both ways, 2 steps of 2 messages, 4 blocks", cost.RingAllgatherBidirectional, params(5, 7),
			4_028_004},
		{"both ways, 1+2 steps of 2 messages, 9 blocks", cost.MeshAllgatherBidirectional, mesh(2, 2, 5),
			6_018_006},
		{"crossed, 1+2 steps of 4 messages, 9 blocks", cost.MeshAllgatherCrossed, mesh(2, 2, 5), 12_018_012},
		{"27: 3 steps, 7 blocks", cost.HcubeAllgather, params(8, 2), 3_014_003},
		{"34 and 35: log 8 steps", cost.HcubeBcast, params(8, 2), 3_006_003},
		{"34: one word, as F2 prints it", cost.HcubeBcast, params(8, 1), 3_003_003},
		{"40: 3 steps, 7 blocks, 4+2+1 links", cost.RingScatterHalving, params(8, 2), 3_014_007},
		{"40: 4 steps, 15 blocks, 2(2+1) links", cost.MeshScatterHalving, mesh(1, 4, 4), 4_015_006},
		{"42: 5+4+3+2+1 blocks", cost.RingAlltoall, params(6, 2), 5_030_005},
		{"43: 3+2+1 and 2+1 blocks", cost.RingAlltoallBidirectional, params(6, 2), 5_018_005},
		{"43: 2+1 and 2+1 blocks", cost.RingAlltoallBidirectional, params(5, 2), 4_012_004},
		{"44: twice 2 steps, 2+1 times 3 blocks", cost.MeshAlltoall, mesh(1, 3, 3), 4_018_004},
		{"44: 1 step of 4 blocks, 3 of 6+4+2", cost.MeshAlltoall, mesh(1, 2, 4), 4_016_004},
		{"crossed, 1+2 steps of 4 messages, 1 x 4 and 4 x 2 blocks", cost.MeshAlltoallCrossed, mesh(3, 2, 4),
			12_036_012},
		{"45: 3 steps of 4 blocks", cost.HcubeAlltoall, params(8, 2), 3_024_003},
		{"46: 7 steps, 4·3 links", cost.HcubeAlltoallECube, params(8, 2), 7_014_012},
		{"48: forwards", cost.RingShift, shift(8, 3), 3_003_003},
		{"48: backwards", cost.RingShift, shift(8, 6), 2_002_002},
		{"49: fig. 3.22, 5-shift on 4x4: 1, 1 and 1", cost.MeshShift, meshShift(5, 4, 4), 3_003_003},
		{"49: 4x4, q=15: back 1, wrapped ones back, no rows", cost.MeshShift, meshShift(15, 4, 4), 2_002_002},
		{"49: whole rows only", cost.MeshShift, meshShift(12, 4, 4), 1_001_001},
		{"49: one row is a ring", cost.MeshShift, meshShift(3, 1, 8), 3_003_003},
		{"50: fig. 3.23, 4-shift and 1-shift", cost.HcubeShiftGray, shift(8, 5), 3_003_003},
		{"51: odd q, all dimensions", cost.HcubeShiftECube, shift(8, 5), 1_001_003},
		{"51: fig. 3.24, 4-shift, one link", cost.HcubeShiftECube, shift(8, 4), 1_001_001},
		{"52: 7 = 8 - 1, one step back", cost.HcubeShiftSigned, shift(8, 7), 1_001_001},
		{"52: 3 = 4 - 1, two steps and one back", cost.HcubeShiftSigned, shift(8, 3), 3_003_003},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { assert.Equal(t, test.want, test.formula(test.params)) })
	}
}

// In the mesh's all-to-all (row 44), regrouping costs tr per word between the phases. In the hypercube's (row
// 45), it costs tr per word after every dimension.
func TestRegrouping(t *testing.T) {
	square, cube := mesh(1, 3, 3), params(8, 2)
	square.Tr, cube.Tr = 0.5, 0.5
	assert.Equal(t, 4_018_004+0.5*9, cost.MeshAlltoall(square))
	assert.Equal(t, 8_012_008+0.5*9, cost.MeshAlltoallCrossed(square))
	assert.Equal(t, 3_024_003+0.5*2*8*3, cost.HcubeAlltoall(cube))
}
