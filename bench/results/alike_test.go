package results

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// alikeAt is a cell that is also that of other rows.
func alikeAt(c Cell, others ...string) Cell {
	c.Alike = others
	return c
}

// pipelined has two rows that are one at 8 bytes and two at 64, where the second is faster, and one that is always the first.
func pipelined() *Result {
	r := resultOf(launched(Native, 8, 1000), alikeAt(launched("ring/bcast", 8, 1200), "ring/bcast-pipelined", "hcube/bcast"),
		launched(Native, 64, 1000), alikeAt(launched("ring/bcast", 64, 1200), "hcube/bcast"), launched("ring/bcast-pipelined", 64, 600))
	for i := range r.Cells {
		r.Cells[i].Summarise(r.Cells[i/2*2].Samples)
	}
	r.Cells[4].Summarise(r.Cells[2].Samples)
	r.Cells[3].Summarise(r.Cells[2].Samples)
	Judge(r.Cells, false)
	return r
}

// A row that is measured at some size has all sizes. One that is never measured has none.
func TestSpread(t *testing.T) {
	var got []string
	for _, c := range Spread(pipelined().Cells) {
		got = append(got, c.Algo+" "+FormatSize(c.Bytes)+" "+c.Of)
	}
	assert.Equal(t, []string{"native 8 ", "ring/bcast 8 ", "ring/bcast-pipelined 8 ring/bcast", "native 64 ", "ring/bcast 64 ", "ring/bcast-pipelined 64 "}, got)
}

// What is alike counts once. The best of ours over all sizes is one whose cells are in part those of another.
func TestAlikeCountsOnce(t *testing.T) {
	contests := Contests(pipelined())
	require.Len(t, contests, 1)
	assert.Equal(t, "ring/bcast-pipelined", contests[0].Leader)
	assert.InDelta(t, 0.85, contests[0].LeadMean, 0.01, "the root of 1.2 and 0.6")
	assert.Equal(t, map[string]int{Faster: 1, Slower: 2}, contests[0].Verdicts)
	var out bytes.Buffer
	WriteVerdicts(&out, pipelined())
	assert.Contains(t, out.String(), "  ring/bcast                       -    -\n  ring/bcast-pipelined             -    +\n")
	assert.NotContains(t, out.String(), "hcube")
}

// The table says what is alike where that changes.
func TestAlikeInTables(t *testing.T) {
	r := pipelined()
	r.Cells = append(r.Cells, launched(Native, 128, 1000), alikeAt(launched("ring/bcast", 128, 1200), "hcube/bcast"))
	var out bytes.Buffer
	WriteTable(&out, r)
	text := out.String()
	assert.Contains(t, text, "# the same steps on 4 ranks from 8 on, measured once: ring/bcast =\n#   ring/bcast-pipelined = hcube/bcast\n     8 native")
	assert.Contains(t, text, "# the same steps on 4 ranks from 64 on, measured once: ring/bcast = hcube/bcast\n    64 native")
	assert.NotContains(t, text, "from 128 on")
}

// The type of the words is named where it is not that of the size before.
func TestTypesInTables(t *testing.T) {
	var out bytes.Buffer
	of := func(bytes int, name string) []Cell {
		return []Cell{{Op: "bcast", Algo: Native, P: 2, Bytes: bytes, Type: name}}
	}
	writeType(&out, nil, of(8, "float64"))
	writeType(&out, of(8, "float64"), of(12, "uint8"))
	writeType(&out, of(12, "uint8"), of(13, "uint8"))
	writeType(&out, of(13, "uint8"), of(16, "float64"))
	writeType(&out, nil, of(16, "int32"))
	assert.Equal(t, "# words of type uint8: 12 is no multiple of 8\n# words of type float64\n# words of type int32\n", out.String())
}

// A row that was measured in one file and was alike in the other has both.
func TestCompareAlike(t *testing.T) {
	a := resultOf(launched(Native, 8, 1000), launched("hcube/bcast", 8, 1000))
	b := resultOf(launched(Native, 8, 1000), alikeAt(launched("ring/bcast", 8, 1500), "hcube/bcast"))
	c := Compare(a, b, false)
	require.Len(t, c.Changes, 2)
	assert.Equal(t, "hcube/bcast", c.Changes[1].Algo)
	assert.InDelta(t, 1.5, c.Changes[1].Ratio, 0.01)
	assert.Equal(t, [2]int{0, 1}, [2]int{c.OnlyA, c.OnlyB})
	c = Compare(b, b, false)
	assert.Len(t, c.Changes, 2, "counted once")
	assert.Equal(t, [2]int{0, 0}, [2]int{c.OnlyA, c.OnlyB})
	b.Cells[0].Type, b.Cells[1].Type = "int32", "int32"
	assert.Equal(t, []string{"words of bcast 8 p=4 none / int32"}, Compare(a, b, false).Differ)
}

// Rows that were alike in one launch only have cells of their own, with the samples of the one that was measured.
func TestJoinAlike(t *testing.T) {
	native, both := sampled(Native, 8, 1000, 60), alikeAt(sampled("ring/bcast", 8, 1100, 60), "hcube/bcast", "mesh/bcast")
	ring, mesh := alikeAt(sampled("ring/bcast", 8, 1200, 60), "hcube/bcast"), sampled("mesh/bcast", 8, 600, 60)
	joined, err := Join([]*Result{resultOf(native, both), resultOf(native, ring, mesh)})
	require.NoError(t, err)
	require.Len(t, joined.Cells, 3)
	assert.Equal(t, []string{"hcube/bcast"}, joined.Cells[1].Alike)
	assert.Equal(t, "mesh/bcast", joined.Cells[2].Algo)
	assert.Empty(t, joined.Cells[2].Alike)
	assert.InDelta(t, 1.1, joined.Cells[2].LaunchRatios[0], 0.01)
	assert.InDelta(t, 0.6, joined.Cells[2].LaunchRatios[1], 0.01)

	_, err = Join([]*Result{resultOf(native, both), resultOf(native, ring)})
	assert.ErrorContains(t, err, "has hcube/bcast,native,ring/bcast, the first has hcube/bcast,mesh/bcast,native,ring/bcast")
	ring.Type = "int32"
	_, err = Join([]*Result{resultOf(native, ring), resultOf(native, mesh, ring)})
	assert.Error(t, err)
}

// One of ours that is alike in one run and measured in the other tells what messages cost over two libraries.
func TestLibrariesAlike(t *testing.T) {
	a := resultOf(launched(Native, 8, 1000, 1010, 990), launched("hcube/bcast", 8, 1000, 1010, 990))
	b := resultOf(launched(Native, 8, 2000, 2010, 1990), alikeAt(launched("ring/bcast", 8, 2000, 2010, 1990), "hcube/bcast"))
	b.Env.MPI = "MPICH 4.0.2"
	for _, r := range []*Result{a, b} {
		Judge(r.Cells, false)
	}
	l := CompareLibraries(a, b)
	require.Len(t, l.Rows, 1)
	require.NotNil(t, l.Rows[0].Messages)
	assert.Equal(t, "hcube/bcast", l.Rows[0].Messages.Algo)
	assert.Equal(t, Slower, l.Rows[0].Messages.Verdict)
}
