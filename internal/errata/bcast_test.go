package errata

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/topo"
)

// F1 prints T = (ts + tw m)(p/2) for the ring, without the ceiling of F2 (row 2): with p = 5 it is neither
// 2 steps nor 2.5.
func TestRingBcastHasACeiling(t *testing.T) {
	for p, want := range map[int]int{3: 2, 5: 3, 7: 4, 8: 4, 9: 5} {
		got := steps(messages(t, "ring/bcast", conform.Case{P: p, M: 1}))
		assert.Equal(t, want, got, "p = %d", p)
		assert.Equal(t, p%2 == 1, got != p/2, "p = %d: the misprint is right for even p only", p)
	}
}

// An early line of F2 adds th·p to the doubling broadcast on a ring; its later sum th·(p/2 + ... + 1) =
// th(p-1) is exact (row 3).
func TestRingDoublingCrossesOneLinkLess(t *testing.T) {
	for _, p := range []int{2, 4, 8, 16, 32} {
		list := messages(t, "ring/bcast-doubling", conform.Case{P: p, M: 1})
		hops := make([]int, steps(list))
		for _, msg := range list {
			hops[msg.Step-1] = max(hops[msg.Step-1], topo.Mod(msg.To-msg.From, p))
		}
		assert.Equal(t, p-1, sum(hops))
	}
}

// F1 prints 2(ts + tw m)(p 1/2/2) for the mesh, again without a ceiling (row 4): 3 x 3 takes 4 steps, not 3.
func TestMeshBcastHasACeiling(t *testing.T) {
	for p, want := range map[int]int{9: 4, 16: 4, 25: 6, 36: 6, 49: 8} {
		assert.Equal(t, want, steps(messages(t, "mesh/bcast", conform.Case{P: p, M: 1})), "p = %d", p)
	}
}

// broadcast is Program 3.1 with the two places where the sources differ: which nodes send in step i, and what 2^i is.
func broadcast(sends func(id, bit int) bool, power func(i int) int) listing {
	return func(c *comm.Comm[string], a catalog.Args[string]) error {
		me, d := c.Label(), topo.CubeDim(c.Size())
		mask := 1<<d - 1
		for i := d - 1; i >= 0; i-- {
			bit := power(i)
			mask ^= bit
			if me&mask != 0 {
				continue
			}
			if sends(me, bit) {
				c.Send(me^bit, a.Out)
			} else {
				c.Recv(me^bit, a.Out)
			}
		}
		return c.Err()
	}
}

func and(id, bit int) bool { return id&bit == 0 }

func power(i int) int { return 1 << i }

// F2's explanation of Program 3.1, "send if my-id AND 2^i = 0, i.e. my-id XOR 2^i = 0" (row 7): with XOR only
// node 2^i would send, and node 0 waits for it.
func TestBcastSendsByANDNotXOR(t *testing.T) {
	k := conform.Case{P: 8, M: 3}
	xor := func(id, bit int) bool { return id^bit == 0 }
	assert.Error(t, try(catalog.Bcast, k, broadcast(xor, power)))
	assert.NoError(t, try(catalog.Bcast, k, broadcast(and, power)))
	oursIsRight(t, "hcube/bcast", k)
}

// F0 has lost the superscripts: "2 i" is 2^i (row 8). Twice i is no bit of the label.
func TestTwoToTheI(t *testing.T) {
	k := conform.Case{P: 8, M: 3}
	twice := func(i int) int { return 2 * i }
	assert.Error(t, try(catalog.Bcast, k, broadcast(and, twice)))
	assert.NoError(t, try(catalog.Bcast, k, broadcast(and, power)))
	oursIsRight(t, "hcube/bcast", k)
}

// F1 says that broadcast and reduction are "based on Gray code numbering" (row 53). They need plain binary
// labels: with node i at place Gray(i) of the cube, partners i and i XOR 2^j are not neighbours.
func TestBcastIsNotOnGrayLabels(t *testing.T) {
	plain, gray := 0, 0
	for _, msg := range messages(t, "hcube/bcast", conform.Case{P: 16, M: 1}) {
		plain = max(plain, distance(msg.From, msg.To))
		gray = max(gray, distance(topo.Gray(msg.From), topo.Gray(msg.To)))
	}
	assert.Equal(t, 1, plain)
	assert.Equal(t, 2, gray)
}

// F1 calls one-to-all broadcast "scatter" and all-to-one reduction "gather" (row 41): a scatter gives every
// node another block, a broadcast all of them.
func TestScatterIsNotBroadcast(t *testing.T) {
	k := conform.Case{P: 4, M: 2, Root: 1}
	scatter := conform.Set(catalog.Scatter, conform.Strings(), k)
	for v := range k.P {
		assert.Equal(t, scatter.In[1][v*k.M:(v+1)*k.M], scatter.Want[v])
		assert.NotEqual(t, scatter.In[1], scatter.Want[v])
	}
	oursIsRight(t, "hcube/scatter", k)
	oursIsRight(t, "hcube/gather", k)
}
