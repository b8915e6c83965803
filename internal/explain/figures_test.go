package explain

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/topo"
)

// A shown is a figure of the textbook's first edition, entered from its source F2
// (docs/reference/sources.md). It has the arrows of the steps and the data of the nodes before each step. The
// golden files cover the remaining figures.
type shown struct {
	figure string
	id     string
	on     topo.Network // network, if it is not the home network
	args   Args
	steps  int
	arrows map[int]string
	held   map[int]string // data before a step, or after the last step
}

var figures = []shown{
	{figure: "3.2", id: "ring/bcast", args: Args{P: 8}, steps: 4, arrows: map[int]string{
		1: "0>1", 2: "0>7 1>2", 3: "2>3 7>6", 4: "3>4 6>5"}},
	{figure: "3.4", id: "mesh/bcast", args: Args{P: 16}, steps: 4, arrows: map[int]string{
		1: "0>1", 2: "0>3 1>2", 3: "0>4 1>5 2>6 3>7",
		4: "0>12 1>13 2>14 3>15 4>8 5>9 6>10 7>11"}},
	{figure: "3.5", id: "hcube/bcast", args: Args{P: 8}, steps: 3, arrows: map[int]string{
		1: "0>4", 2: "0>2 4>6", 3: "0>1 2>3 4>5 6>7"}},
	{figure: "3.6", id: "ring/bcast-doubling", args: Args{P: 8}, steps: 3, arrows: map[int]string{
		1: "0>4", 2: "0>2 4>6", 3: "0>1 2>3 4>5 6>7"}},
	{figure: "3.7", id: "mesh/bcast-doubling", args: Args{P: 16}, steps: 4, arrows: map[int]string{
		1: "0>2", 2: "0>1 2>3", 3: "0>8 1>9 2>10 3>11",
		4: "0>4 1>5 2>6 3>7 8>12 9>13 10>14 11>15"}},
	{figure: "3.8", id: "hcube/bcast", on: topo.NewTree(8), args: Args{P: 8}, steps: 3,
		arrows: map[int]string{
			1: "0>4", 2: "0>2 4>6", 3: "0>1 2>3 4>5 6>7"}},
	{figure: "3.10", id: "ring/allgather", args: Args{P: 8}, steps: 7, arrows: map[int]string{
		1: "0>1(0) 1>2(1) 2>3(2) 3>4(3) 4>5(4) 5>6(5) 6>7(6) 7>0(7)",
		2: "0>1(7) 1>2(0) 2>3(1) 3>4(2) 4>5(3) 5>6(4) 6>7(5) 7>0(6)",
		7: "0>1(2) 1>2(3) 2>3(4) 3>4(5) 4>5(6) 5>6(7) 6>7(0) 7>0(1)"},
		held: map[int]string{
			2: "0,7 | 0,1 | 1,2 | 2,3 | 3,4 | 4,5 | 5,6 | 6,7",
			7: "0,2-7 | 0,1,3-7 | 0-2,4-7 | 0-3,5-7 | 0-4,6,7 | 0-5,7 | 0-6 | 1-7"}},
	{figure: "3.11", id: "mesh/allgather", args: Args{P: 9}, steps: 4, held: map[int]string{
		3: "0-2 | 0-2 | 0-2 | 3-5 | 3-5 | 3-5 | 6-8 | 6-8 | 6-8",
		5: "0-8 | 0-8 | 0-8 | 0-8 | 0-8 | 0-8 | 0-8 | 0-8 | 0-8"}}, // F2 has (0..7)
	{figure: "3.12", id: "hcube/allgather", args: Args{P: 8}, steps: 3, arrows: map[int]string{
		1: "0>1(0) 1>0(1) 2>3(2) 3>2(3) 4>5(4) 5>4(5) 6>7(6) 7>6(7)",
		2: "0>2(0,1) 1>3(0,1) 2>0(2,3) 3>1(2,3) 4>6(4,5) 5>7(4,5) 6>4(6,7) 7>5(6,7)",
		3: "0>4(0-3) 1>5(0-3) 2>6(0-3) 3>7(0-3) 4>0(4-7) 5>1(4-7) 6>2(4-7) 7>3(4-7)"},
		held: map[int]string{
			1: "0 | 1 | 2 | 3 | 4 | 5 | 6 | 7",
			2: "0,1 | 0,1 | 2,3 | 2,3 | 4,5 | 4,5 | 6,7 | 6,7",
			3: "0-3 | 0-3 | 0-3 | 0-3 | 4-7 | 4-7 | 4-7 | 4-7",
			4: "0-7 | 0-7 | 0-7 | 0-7 | 0-7 | 0-7 | 0-7 | 0-7"}},
	{figure: "3.14", id: "hcube/allgather", on: topo.NewRing(8), args: Args{P: 8}, steps: 3,
		arrows: map[int]string{
			3: "0>4(0-3) 1>5(0-3) 2>6(0-3) 3>7(0-3) 4>0(4-7) 5>1(4-7) 6>2(4-7) 7>3(4-7)"}},
}

func TestFigures(t *testing.T) {
	for _, test := range append(figures, moreFigures...) {
		t.Run(test.figure, func(t *testing.T) {
			f := runAt(t, test.id, test.on, test.args)
			require.Len(t, f.Steps, test.steps)
			for step, want := range test.arrows {
				got := arrowsOf(f, step)
				if f.Info.Op == catalog.Bcast && !strings.Contains(want, "M") {
					got = strings.ReplaceAll(got, "(M)", "") // the figure does not name its single message
				}
				assert.Equal(t, want, got, "step %d", step)
			}
			if test.held != nil {
				held := f.dataByStep()
				for step, want := range test.held {
					assert.Equal(t, want, strings.Join(held[step-1], " | "), "before step %d", step)
				}
			}
			var text, svg bytes.Buffer
			require.NoError(t, f.Text(&text))
			golden(t, "fig"+test.figure+".txt", text.Bytes())
			draw(t, f, &svg)
			golden(t, "fig"+test.figure+".svg", svg.Bytes())
		})
	}
}
