package page

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
)

// The factors equal those in doc/PERFORMANCE.md of nccl-tests, for 8 ranks.
func TestBusBandwidth(t *testing.T) {
	for op, want := range map[string]float64{
		"bcast": 1, "reduce": 1, "shift": 1, "allreduce": 2 * 7.0 / 8,
		"allgather": 7, "reducescatter": 7, "alltoall": 7, "gather": 7, "scatter": 7,
	} {
		factor, _ := busFactor(op, 8)
		assert.InDelta(t, want, factor, 1e-9, op)
	}
}

func TestShade(t *testing.T) {
	for ratio, want := range map[float64]string{1: "s0", 2: "s4", 0.5: "f4", 4: "s8", 100: "s8", 0.01: "f8",
		1.02: "s0"} {
		assert.Equal(t, want, shade(ratio), "%v", ratio)
	}
	assert.Empty(t, shade(math.NaN()))
}

func TestShort(t *testing.T) {
	for algo, want := range map[string]string{"hcube/allreduce": "hcube",
		"hcube/allreduce-rabenseifner": "hcube rabenseifner",
		"native:ring":                  "native ring", "gompi": "gompi"} {
		assert.Equal(t, want, shortName("allreduce", algo))
	}
}

// If an algorithm has the same plans as another algorithm at one size, charts and maps show the cell for
// both. The table of numbers has the cell once, with the names of both.
func TestAlike(t *testing.T) {
	cells := []results.Cell{
		{Subject: results.Subject{Op: "bcast", Algo: native, P: 2, Bytes: 12, Type: "uint8"}},
		{Subject: results.Subject{Op: "bcast", Algo: "ring/bcast", P: 2, Bytes: 12, Type: "uint8",
			Alike: []string{"ring/bcast-pipelined", "hcube/bcast"}}},
		{Subject: results.Subject{Op: "bcast", Algo: native, P: 2, Bytes: 16, Type: "float64"}},
		{Subject: results.Subject{Op: "bcast", Algo: "ring/bcast-pipelined", P: 2, Bytes: 16, Type: "float64"}},
	}
	tables := tablesOf(&results.Result{Cells: cells})
	assert.Len(t, tables[0].cells("ring/bcast-pipelined"), 2)
	assert.Empty(t, tables[0].cells("hcube/bcast"))
	assert.Equal(t, []string{"12: ring/bcast = ring/bcast-pipelined = hcube/bcast"}, tables[0].samePlans())
	page := strings.ReplaceAll(write(t, &results.Result{Cells: cells}), "<wbr>", "")
	assertHas(t, page, "(4 rows)")
	assertHas(t, page, "<td>12 uint8<td>ring/bcast = ring/bcast-pipelined = hcube/bcast<td>")
	assertHas(t, page, "<td>16<td>ring/bcast-pipelined<td>")
}

// The winner has the lowest ratio, or is native if none is below 1. The hatching follows the verdict on the
// lowest ratio.
func TestWinner(t *testing.T) {
	cell := func(algo string, ratio float64, verdict string) results.Cell {
		return results.Cell{Subject: results.Subject{Op: "bcast", Algo: algo, P: 2, Bytes: 8},
			NativeComparison: results.NativeComparison{Ratio: ratio, Verdict: verdict}}
	}
	for _, c := range []struct {
		name, want, class string
		cells             []results.Cell
	}{
		{"ours", "hcube", "w-ours",
			[]results.Cell{cell(native, 1, "same"), cell("ring/bcast", 0.9, "faster"),
				cell("hcube/bcast", 0.5, "faster")}},
		{"native", "native", "w-native",
			[]results.Cell{cell(native, 1, "same"), cell("ring/bcast", 1.5, "slower")}},
		{"perhaps native", "native", "w-native open",
			[]results.Cell{cell(native, 1, "same"), cell("ring/bcast", 1.02, "inconclusive")}},
		{"as good as native", "ring", "w-ours tie",
			[]results.Cell{cell(native, 1, "same"), cell("ring/bcast", 0.98, "same")}},
		{"ours, not what stands beside it", "ring", "w-ours",
			[]results.Cell{cell(native, 1, "same"), cell("go:ring/bcast", 0.5, "faster"),
				cell("ring/bcast", 0.9, "faster"), cell("plan:x", 0.4, "faster")}},
		{"forced", "native ring", "w-forced open",
			[]results.Cell{cell(native, 1, "same"), cell("native:ring", 0.9, "inconclusive")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := tablesOf(&results.Result{Cells: c.cells})[0].fastestAt(8)
			assert.Equal(t, c.want, w.Name)
			assert.Equal(t, c.class, w.Class)
		})
	}
}

func TestLinkRow(t *testing.T) {
	links := []results.Link{{From: "h0", To: "h1", Bytes: 3}, {From: "h1", To: "h2", Bytes: 7000},
		{From: "h2", To: "h0"}}
	for text, links := range map[string][]results.Link{
		"<td>h1 → h2<td>7\u202f000<td>7\u202f003<td>2 of 3": links, "<td>-<td>0<td>0<td>0 of 1": links[2:]} {
		assertHas(t, write(t,
			&results.Result{Cells: []results.Cell{{Subject: results.Subject{Op: "bcast", P: 3, Algo: "ring/bcast"},
				LinkUse: results.LinkUse{Links: links}}}}),
			text)
	}
}

func TestDuration(t *testing.T) {
	for ns, want := range map[float64]string{1_227_002_000: "1.23 s", 12_340_000: "12.3 ms",
		999_900: "1000 µs",
		3_400:   "3.40 µs"} {
		assert.Equal(t, want, duration(ns))
	}
}
