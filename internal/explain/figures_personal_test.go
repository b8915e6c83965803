package explain

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/topo"
)

// moreFigures holds the figures of sections 3.2 (prefix sums) to 3.7.
var moreFigures = []shown{
	// The textbook's figure shows the outgoing buffers in parentheses and the results in brackets.
	{figure: "3.13", id: "hcube/scan", args: Args{P: 8}, steps: 3, arrows: map[int]string{
		1: "0>1(0) 1>0(1) 2>3(2) 3>2(3) 4>5(4) 5>4(5) 6>7(6) 7>6(7)",
		2: "0>2(Σ0,1) 1>3(Σ0,1) 2>0(Σ2,3) 3>1(Σ2,3) 4>6(Σ4,5) 5>7(Σ4,5) 6>4(Σ6,7) 7>5(Σ6,7)",
		3: "0>4(Σ0-3) 1>5(Σ0-3) 2>6(Σ0-3) 3>7(Σ0-3) 4>0(Σ4-7) 5>1(Σ4-7) 6>2(Σ4-7) 7>3(Σ4-7)"},
		held: map[int]string{
			1: "0 | 1 | 2 | 3 | 4 | 5 | 6 | 7",
			2: "0 | Σ0,1 | 2 | Σ2,3 | 4 | Σ4,5 | 6 | Σ6,7",
			3: "0 | Σ0,1 | Σ0-2 | Σ0-3 | 4 | Σ4,5 | Σ4-6 | Σ4-7",
			4: "0 | Σ0,1 | Σ0-2 | Σ0-3 | Σ0-4 | Σ0-5 | Σ0-6 | Σ0-7"}},
	{figure: "3.16", id: "hcube/scatter", args: Args{P: 8}, steps: 3, arrows: map[int]string{
		1: "0>4(4-7)", 2: "0>2(2,3) 4>6(6,7)", 3: "0>1(1) 2>3(3) 4>5(5) 6>7(7)"},
		held: map[int]string{
			1: "0-7 |  |  |  |  |  |  | ",
			2: "0-3 |  |  |  | 4-7 |  |  | ",
			3: "0,1 |  | 2,3 |  | 4,5 |  | 6,7 | ",
			4: "0 | 1 | 2 | 3 | 4 | 5 | 6 | 7"}},
	{figure: "3.18", id: "ring/alltoall", args: Args{P: 6}, steps: 5, arrows: map[int]string{
		1: "0>1(0>1-5) 1>2(1>0,2-5) 2>3(2>0,1,3-5) 3>4(3>0-2,4,5) 4>5(4>0-3,5) 5>0(5>0-4)",
		2: "0>1(5>1-4) 1>2(0>2-5) 2>3(1>0,3-5) 3>4(2>0,1,4,5) 4>5(3>0-2,5) 5>0(4>0-3)",
		5: "0>1(2>1) 1>2(3>2) 2>3(4>3) 3>4(5>4) 4>5(0>5) 5>0(1>0)"}},
	{figure: "3.19", id: "mesh/alltoall", args: Args{P: 9}, steps: 4, held: map[int]string{
		1: "0>0-8 | 1>0-8 | 2>0-8 | 3>0-8 | 4>0-8 | 5>0-8 | 6>0-8 | 7>0-8 | 8>0-8",
		3: "0-2>0,3,6 | 0-2>1,4,7 | 0-2>2,5,8 | 3-5>0,3,6 | 3-5>1,4,7 | 3-5>2,5,8 | 6-8>0,3,6 | " +
			"6-8>1,4,7 | 6-8>2,5,8",
		5: "0-8>0 | 0-8>1 | 0-8>2 | 0-8>3 | 0-8>4 | 0-8>5 | 0-8>6 | 0-8>7 | 0-8>8"}},
	{figure: "3.20", id: "hcube/alltoall", args: Args{P: 8}, steps: 3, held: map[int]string{
		1: "0>0-7 | 1>0-7 | 2>0-7 | 3>0-7 | 4>0-7 | 5>0-7 | 6>0-7 | 7>0-7",
		2: "0,1>0,2,4,6 | 0,1>1,3,5,7 | 2,3>0,2,4,6 | 2,3>1,3,5,7 | 4,5>0,2,4,6 | 4,5>1,3,5,7 | " +
			"6,7>0,2,4,6 | 6,7>1,3,5,7",
		3: "0-3>0,4 | 0-3>1,5 | 0-3>2,6 | 0-3>3,7 | 4-7>0,4 | 4-7>1,5 | 4-7>2,6 | 4-7>3,7",
		4: "0-7>0 | 0-7>1 | 0-7>2 | 0-7>3 | 0-7>4 | 0-7>5 | 0-7>6 | 0-7>7"}},
	{figure: "3.21", id: "hcube/alltoall-ecube", args: Args{P: 8}, steps: 7, arrows: map[int]string{
		1: "0>1(0>1) 1>0(1>0) 2>3(2>3) 3>2(3>2) 4>5(4>5) 5>4(5>4) 6>7(6>7) 7>6(7>6)",
		3: "0>3(0>3) 1>2(1>2) 2>1(2>1) 3>0(3>0) 4>7(4>7) 5>6(5>6) 6>5(6>5) 7>4(7>4)",
		6: "0>6(0>6) 1>7(1>7) 2>4(2>4) 3>5(3>5) 4>2(4>2) 5>3(5>3) 6>0(6>0) 7>1(7>1)"}},
	// Columns 1 to 3 have nothing to compensate, so they do not wait for column 0. They begin part (c) of the
	// figure in step 2, and column 0 follows in step 3.
	{figure: "3.22", id: "mesh/shift", args: Args{P: 16, Shift: 5}, steps: 3, arrows: map[int]string{
		1: "0>1(0) 1>2(1) 2>3(2) 3>0(3) 4>5(4) 5>6(5) 6>7(6) 7>4(7) 8>9(8) 9>10(9) 10>11(10) 11>8(11) " +
			"12>13(12) 13>14(13) 14>15(14) 15>12(15)",
		2: "0>4(3) 1>5(0) 2>6(1) 3>7(2) 4>8(7) 5>9(4) 6>10(5) 7>11(6) 8>12(11) 9>13(8) 10>14(9) " +
			"11>15(10) 12>0(15) 13>1(12) 14>2(13) 15>3(14)",
		3: "0>4(15) 4>8(3) 8>12(7) 12>0(11)"},
		held: map[int]string{
			2: "3 | 0 | 1 | 2 | 7 | 4 | 5 | 6 | 11 | 8 | 9 | 10 | 15 | 12 | 13 | 14",
			4: "11 | 12 | 13 | 14 | 15 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10"}},
	{figure: "3.23", id: "hcube/shift", args: Args{P: 8, Shift: 5}, steps: 3, held: map[int]string{
		3: "4 | 5 | 6 | 7 | 0 | 1 | 2 | 3", // after the 4-shift of two steps
		4: "3 | 4 | 5 | 6 | 7 | 0 | 1 | 2"}},
	{figure: "3.24", id: "hcube/shift-ecube", args: Args{P: 8, Shift: 3}, steps: 1, arrows: map[int]string{
		1: "0>3(0) 1>4(1) 2>5(2) 3>6(3) 4>7(4) 5>0(5) 6>1(6) 7>2(7)"}},
	{figure: "3.25", id: "hcube/bcast-trees", args: Args{P: 8}, steps: 6},
}

// Figure 3.21 shows the route of every message of its last step.
func TestECubeWays(t *testing.T) {
	f := runAt(t, "hcube/alltoall-ecube", nil, Args{P: 8})
	assert.Equal(t, "0>1>3>7 1>0>2>6 2>3>1>5 3>2>0>4 4>5>7>3 5>4>6>2 6>7>5>1 7>6>4>0", ways(f, 7))
}

// The longest route of a q-shift has 3 - gamma(q) links, as in figure 3.24.
func TestECubeShiftWays(t *testing.T) {
	for q, longest := range map[int]int{1: 3, 2: 2, 3: 3, 4: 1, 5: 3, 6: 2, 7: 3} {
		f := runAt(t, "hcube/shift-ecube", nil, Args{P: 8, Shift: q})
		require.Len(t, f.Steps, 1)
		most := 0
		for _, a := range f.Steps[0] {
			assert.Equal(t, topo.Mod(a.From+q, 8), a.To)
			most = max(most, len(a.Path))
		}
		assert.Equal(t, longest, most, "q = %d", q)
	}
}

// Each of the three parts reaches all other nodes over a spanning tree, as in figure 3.25. The first messages
// of the three trees go to three neighbours of the source.
func TestTreesOfSplitBroadcast(t *testing.T) {
	f := runAt(t, "hcube/bcast-trees", nil, Args{P: 8})
	require.Equal(t, 3, f.M)
	first := map[string]int{}
	reached := map[string]map[int]bool{}
	for _, arrows := range f.Steps {
		for _, a := range arrows {
			part := a.Data
			if first[part] == 0 {
				assert.Equal(t, 0, a.From)
				first[part], reached[part] = a.To, map[int]bool{}
			}
			reached[part][a.To] = true
		}
	}
	assert.Equal(t, 4+2+1, first["M[0]"]+first["M[1]"]+first["M[2]"], "the neighbours of node 0: %v", first)
	for part, nodes := range reached {
		assert.GreaterOrEqual(t, len(nodes), 7, part)
	}
}

// ways returns the nodes on the route of every message of a step.
func ways(f *Figure, step int) string {
	var s []string
	for _, a := range f.Steps[step-1] {
		way := fmt.Sprint(a.From)
		for _, link := range a.Path {
			_, to := f.Machine.Network.Ends(link)
			way += fmt.Sprintf(">%d", to)
		}
		s = append(s, way)
	}
	return strings.Join(s, " ")
}
