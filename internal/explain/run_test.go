package explain

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/sim"
	"topocoll/topo"
)

var update = flag.Bool("update", false, "write the golden files anew")

// runAt runs an algorithm on a network, or on the network of its formula if `network` is nil.
func runAt(t *testing.T, id string, network topo.Network, args Args) *Figure {
	t.Helper()
	row, ok := catalog.FindByteRow(id)
	require.True(t, ok, "no row %s", id)
	machine := sim.Config{Ts: 1, Tw: 1}
	if row.Topology() == "network" && args.P <= 16 { // with more messages in a step, a picture takes long
		machine.Ports = sim.AllPort
	}
	f, err := RunAt(context.Background(), row.Info, network, machine, args)
	require.NoError(t, err)
	return f
}

// arrowsOf returns the messages of a step as "from>to(data)", in the order of the senders.
func arrowsOf(f *Figure, step int) string {
	var s []string
	for _, a := range f.Steps[step-1] {
		s = append(s, fmt.Sprintf("%d>%d(%s)", a.From, a.To, a.Data))
	}
	return strings.Join(s, " ")
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(file, got, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "go test ./explain -update writes it")
	assert.Equal(t, string(want), string(got),
		"%s: look at the difference; go test ./explain -update accepts it", file)
}

// Every algorithm can be shown for several p that it accepts. No line is too long, and the picture is valid
// XML with every message.
func TestEveryRow(t *testing.T) {
	for _, row := range catalog.ByteRows() {
		for _, p := range []int{1, 2, 6, 9, 32} {
			if !row.Takes(p) {
				continue
			}
			f := runAt(t, row.ID, nil, Args{P: p, Shift: 3})
			var text, svg bytes.Buffer
			require.NoError(t, f.Text(&text))
			for line := range strings.Lines(text.String()) {
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 80,
					"%s p=%d: %s", row.ID, p, line)
				assert.Equal(t, strings.TrimRight(line, " \n"), strings.TrimRight(line, "\n"),
					"%s p=%d: spaces at the end", row.ID, p)
			}
			assert.Equal(t, f.Result.Messages, strings.Count(text.String(), "->"), "%s p=%d", row.ID, p)
			draw(t, f, &svg)
			assert.Equal(t, f.Result.Messages, strings.Count(svg.String(), `class="arrow"`), "%s p=%d",
				row.ID, p)
			assert.NotContains(t, svg.String(), "NaN")
			assert.NotContains(t, svg.String(), "<script")
			wellFormed(t, svg.Bytes())
		}
	}
}

func wellFormed(t *testing.T, document []byte) {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(document))
	for {
		_, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
	}
}

// Without M, a message has the smallest number of words that shows the algorithm. Every tree and every half
// or quarter of a block has one word, and a pipeline has a second segment.
func TestWordsByDefault(t *testing.T) {
	for id, want := range map[string]int{
		"hcube/bcast":            1,
		"hcube/bcast-esbt":       3, // trees
		"hcube/bcast-trees":      3,
		"mesh/bcast-trees":       4,
		"ring/bcast-pipelined":   2, // segments
		"ring/reduce-pipelined":  2,
		"ring/scan":              2,
		"ring/exscan":            2,
		"ring/bcast-scatter":     8, // parts
		"ring/allreduce":         8,
		"ring/allgather":         1,
		"ring/allgather-bidir":   2, // halves of the block of the opposite node
		"ring/allreduce-bidir":   16,
		"mesh/allgather-crossed": 4, // quarters
		"mesh/allreduce-crossed": 32,
		"hcube/alltoall":         1,
		"hcube/barrier":          1,
	} {
		f := runAt(t, id, nil, Args{P: 8})
		assert.Equal(t, want, f.M, id)
		known := runAt(t, id, nil, Args{P: 8, Filled: f.countNonEmpty()})
		assert.Equal(t, f.Steps, known.Steps, "%s, with the messages counted before", id)
	}
	f := runAt(t, "hcube/bcast-esbt", nil, Args{P: 8})
	assert.Equal(t, []string{"0>1(M[0])", "0>2(M[1])", "0>4(M[2])"},
		[]string{first(arrowsOf(f, 1)), first(arrowsOf(f, 2)), first(arrowsOf(f, 3))},
		"the root feeds a tree at each of its neighbours")
	f = runAt(t, "hcube/bcast-esbt", nil, Args{P: 8, Segment: 2})
	assert.Equal(t, 6, f.M, "as many segments as trees")
}

func first(words string) string {
	word, _, _ := strings.Cut(words, " ")
	return word
}

func TestTooManyProcesses(t *testing.T) {
	_, err := Run(context.Background(), catalog.Info{}, catalog.Model{}, sim.Config{}, Args{P: MaxP + 1})
	assert.ErrorContains(t, err, "want at most 256")
}

// After an operation every node holds the data or the sum that the operation defines.
func TestHeldAtTheEnd(t *testing.T) {
	for _, row := range catalog.ByteRows() {
		for _, p := range []int{1, 5, 8, 9} {
			if !row.Takes(p) {
				continue
			}
			root, q := p/2, 3
			var want func(node int) string
			switch row.Op {
			case catalog.Allgather:
				want = func(int) string { return all(p) }
			case catalog.Scatter:
				want = func(node int) string { return fmt.Sprint(node) }
			case catalog.Alltoall:
				want = func(node int) string { return fmt.Sprintf("%s>%d", all(p), node) }
			case catalog.Shift:
				want = func(node int) string { return fmt.Sprint(topo.Mod(node-q, p)) }
			case catalog.Reduce:
				want = func(node int) string {
					if node != root {
						return ""
					}
					return sum(p)
				}
			case catalog.Allreduce:
				want = func(int) string { return sum(p) }
			case catalog.ReduceScatter:
				want = func(node int) string { return fmt.Sprintf("%s>%d", sum(p), node) }
			case catalog.Scan:
				want = func(node int) string { return sum(node + 1) }
			case catalog.Exscan:
				want = sum
			default:
				continue
			}
			held := runAt(t, row.ID, nil, Args{P: p, Root: root, Shift: q}).dataByStep()
			for node, has := range held[len(held)-1] {
				assert.Equal(t, want(node), has, "%s p=%d: node %d", row.ID, p, node)
			}
		}
	}
}

// sum returns the label of the sum of the first nodes.
func sum(nodes int) string {
	switch nodes {
	case 0:
		return ""
	case 1:
		return "0"
	case 2:
		return "Σ0,1"
	}
	return "Σ" + all(nodes)
}

// A figure of a reduction shows the partial sums of the nodes after every step. It omits them if there are
// more than 32 nodes or very many words.
func TestPartialSums(t *testing.T) {
	show := func(p, m int) (text, svg string) {
		f := runAt(t, "hcube/reduce", nil, Args{P: p, M: m})
		var out, picture strings.Builder
		require.NoError(t, f.Text(&out))
		draw(t, f, &picture)
		return out.String(), picture.String()
	}
	text, svg := show(4, 1)
	assert.Contains(t, text, "step 1   1 -> 0 (1)      3 -> 2 (3)\n"+
		"sums     0: Σ0,1   2: Σ2,3\nstep 2   2 -> 0 (Σ2,3)\nsums     0: Σ0-3\n\n"+
		"sums: the partial result of each node after the step; 2: the value of node 2;")
	assert.Contains(t, svg, "<title>node 2: Σ2,3</title>")
	assert.Contains(t, svg, "<title>node 0: Σ0-3</title>")
	for _, large := range [][2]int{{64, 1}, {4, 200_000}} {
		text, svg = show(large[0], large[1])
		assert.NotContains(t, text, "sums")
		assert.NotContains(t, svg, "<title>node 0: ")
	}
}

func all(p int) string {
	if p == 1 {
		return "0"
	}
	return fmt.Sprintf("0-%d", p-1)
}

// draw draws a figure.
func draw(t *testing.T, f *Figure, w io.Writer) {
	_, _, err := f.Draw(w)
	require.NoError(t, err)
}
