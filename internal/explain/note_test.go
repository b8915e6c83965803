package explain

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBroken(t *testing.T) {
	assert.Equal(t, []string{"2 (0-3)"}, breakLines("2 (0-3)"))
	assert.Equal(t, []string{"(0>0,3,6", "2>0,1,3,4,6,7)"}, breakLines("(0>0,3,6 2>0,1,3,4,6,7)"))
	assert.Equal(t, []string{"7 (0>1,3,5,7,9,11,", "13,15)"}, breakLines("7 (0>1,3,5,7,9,11,13,15)"))
	long := breakLines(strings.Repeat("0>1,3,5,7,9,11,13 ", 20))
	assert.Len(t, long, 8)
	assert.Equal(t, "…", long[7])
}

// Messages between two nodes in the same direction and step are one arrow, with the data of all of them.
func TestBundles(t *testing.T) {
	f := runAt(t, "network/bcast", networksOf8(t)[7], Args{P: 8, Shift: 3})
	messages, arrows := 0, 0
	for _, step := range f.Steps {
		for _, b := range f.bundles(step) {
			arrows++
			messages += b.messages
			if b.messages > 1 {
				assert.NotContains(t, b.Data, " ", "one list of words")
			}
		}
	}
	assert.Equal(t, f.Result.Messages, messages)
	assert.Less(t, arrows, messages)
}

// The two messages of an exchange never share a curve.
func TestOppositeArrowsDiffer(t *testing.T) {
	for _, id := range []string{"ring/allgather-bidir", "mesh/allgather-crossed", "hcube/alltoall-ecube",
		"network/alltoall"} {
		for _, kind := range networksOf8(t) {
			f := runAt(t, id, kind, Args{P: 8, Shift: 3})
			l := layoutOf(kind, room{})
			for _, step := range f.Steps {
				middle := map[[2]int]point{}
				for _, a := range step {
					middle[[2]int{a.From, a.To}], _ = l.arrow(a, f.place).pointAt(0.5)
				}
				for pair, at := range middle {
					if back, both := middle[[2]int{pair[1], pair[0]}]; both {
						assert.Greater(t, at.minus(back).length(), 6.0, "%s on %v: %v", id, kind, pair)
					}
				}
			}
		}
	}
}
