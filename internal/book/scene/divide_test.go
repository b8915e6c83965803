package scene

import (
	"cmp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
)

// Messages are divided into 10 segments of 100 words. The expected times are computed by hand, and equal
// those in cli.TestSimulateCut.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		row, p, ports, segment string
		time                   float64
		counts, note           string
	}{
		// Both directions of the link are used at the same time.
		{"ring/allreduce-reduce-bcast", "2", "", "100", 11 * 110,
			"11 steps, 20 messages, 2000 words, at most 1000 over one link", " The run takes 810 µs less "},
		{"ring/allreduce-reduce-bcast", "2", "", "auto", 9 * 135,
			"9 steps, 16 messages, 2000 words, at most 1000 over one link",
			"Messages have segments of at most 128 words"},
		// Node 0 sends 3·10 segments. With all ports the tree is a pipeline of 3 hops.
		{"hcube/bcast", "8", "", "100", 30 * 110,
			"30 steps, 70 messages, 7000 words, at most 1000 over one link", " The run takes 270 µs more "},
		{"hcube/bcast", "8", "all", "100", (10 + 3 - 1) * 110,
			"12 steps, 70 messages, 7000 words, at most 1000 over one link", " The run takes 1710 µs less "},
		{"hcube/bcast", "8", "", "auto", 3 * 1010,
			"3 steps, 7 messages, 7000 words, at most 1000 over one link",
			" Whole messages are the fastest."},
	} {
		s := scene(t,
			map[string]string{"row": c.row, "p": c.p, "m": "1000", "tw": "1", "ports": c.ports,
				"segment": c.segment})
		assert.InDelta(t, c.time, s.Time, 1e-9, "%+v", c)
		assert.Equal(t, c.counts, s.Counts, "%+v", c)
		assert.Contains(t, s.Formula.Note, c.note, "%+v", c)
	}
}

// With divided messages, every message has a route, every call has a source line and an end time, and the
// nodes hold the result at the end.
func TestCutOfEveryRow(t *testing.T) {
	for segment, sizes := range map[string][]int{"200": {1, 6, 8}, "1000": {6, 8}} {
		everyRow(t, sizes, segment, func(t *testing.T, row catalog.Row[emptyWord], s *Scene) {
			most, _ := strconv.Atoi(segment)
			assert.True(t,
				slices.IsSortedFunc(s.Messages,
					func(a, b Message) int { return cmp.Compare(a.Start, b.Start) }))
			for _, m := range s.Messages {
				if s.CutThrough {
					assert.Len(t, m.Taken, min(1, len(m.Ways)))
				} else {
					assert.Len(t, m.Taken, len(m.Ways))
				}
				assert.InDelta(t, m.End, slices.Max(m.Left), 1e-9)
				assert.True(t, m.Words <= most, "%+v", m)
			}
			for _, n := range s.Nodes {
				assert.Len(t, n.Sites, len(n.Ends))
				assert.True(t, slices.IsSorted(n.Ends))
				assert.True(t, len(n.Ends) == 0 || n.Ends[len(n.Ends)-1] <= s.Time)
			}
			holdsAtTheEnd(t, row, s)
		})
	}
}

// A node combines when its operand has arrived: after each step of a reduction, and for each segment of a
// divided message.
func TestCombines(t *testing.T) {
	combines := func(fields map[string]string) (all [][]float64) {
		fields["m"], fields["tw"] = "1000", "1"
		for _, n := range scene(t, fields).Nodes {
			all = append(all, n.Combines)
		}
		return all
	}
	assert.Equal(t, [][]float64{{1010, 2020}, {}, {1010}, {}},
		combines(map[string]string{"row": "hcube/reduce", "p": "4"}))
	assert.Equal(t, [][]float64{{510, 1020}, {}},
		combines(map[string]string{"row": "hcube/reduce", "p": "2", "segment": "500"}))
	assert.Equal(t, [][]float64{{}, {}, {}, {}}, combines(map[string]string{"row": "hcube/bcast", "p": "4"}))
}

// A run that is too large for a page is refused.
func TestCutRefuses(t *testing.T) {
	for want, fields := range map[string]map[string]string{
		"m 1048577 with segments, want at most 1048576 words on 16 nodes": {"p": "16", "m": "1048577",
			"segment": "100"},
		"segment 1 gives 70000 steps on all nodes, more than the limit of 32768": {"m": "5000",
			"segment": "1"},
		`segment "some", want a whole number, at most 1073741824, or auto`: {"segment": "some"},
	} {
		v, err := ReadView(fields)
		if err == nil {
			_, err = Run(v, func(string) {})
		}
		assert.ErrorContains(t, err, want)
	}
}
