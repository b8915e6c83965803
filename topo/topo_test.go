package topo

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Mod of a negative number is not negative. The book writes (my_id - 1) mod p, and Go's % would give -1 for
// node 0.
func TestModOfNegative(t *testing.T) {
	assert.Equal(t, 7, Mod(0-1, 8))
	assert.Equal(t, 0, Mod(8, 8))
	assert.Equal(t, 3, Mod(-13, 8))
}

func TestCubeDim(t *testing.T) {
	for p, d := range map[int]int{1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4, 1 << 20: 20} {
		assert.Equal(t, d, CubeDim(p), "p=%d", p)
	}
}

func TestGrayNeighboursDifferInOneBit(t *testing.T) {
	for d := 1; d <= 8; d++ {
		seen := map[int]bool{}
		for i := range 1 << d {
			g := Gray(i)
			seen[g] = true
			assert.Equal(t, i, GrayInverse(g))
			assert.Equal(t, 1, bits.OnesCount(uint(g^Gray((i+1)%(1<<d)))), "d=%d i=%d", d, i)
		}
		assert.Len(t, seen, 1<<d)
	}
}

func TestFullCubeTreeIsXor(t *testing.T) {
	for p := 1; p <= 32; p *= 2 {
		for root := range p {
			for me := range p {
				assert.Equal(t, me^root, VirtualID(me, root, p))
			}
			for i := range CubeDim(p) {
				assert.Equal(t, root^1<<i, Partner(root, i, root, p))
			}
		}
	}
}

// A tree on an incomplete cube reaches every node once. Each node except the root has one parent, which is
// nearer to the root.
func TestCutOffTreeSpans(t *testing.T) {
	for p := 1; p <= 33; p++ {
		for root := range p {
			received := make([]int, p)
			for me := range p {
				id := VirtualID(me, root, p)
				if me == root {
					assert.Zero(t, id)
				}
				for i := range CubeDim(p) {
					partner := Partner(me, i, root, p)
					if id&(1<<i-1) == 0 && id&(1<<i) == 0 && partner >= 0 {
						received[partner]++
						assert.Equal(t, id|1<<i, VirtualID(partner, root, p), "p=%d root=%d me=%d i=%d", p,
							root, me, i)
					}
				}
			}
			for me, times := range received {
				if me == root {
					assert.Zero(t, times)
				} else {
					assert.Equal(t, 1, times, "p=%d root=%d me=%d", p, root, me)
				}
			}
		}
	}
}

func TestFoldCoversEveryLabelInOrder(t *testing.T) {
	for p := 1; p <= 40; p++ {
		f, labels := FoldCube(p), []int{}
		for node := range 1 << f.D {
			labels = append(labels, f.Host(node))
			if spare := f.Spare(node); spare >= 0 {
				labels = append(labels, spare)
				assert.Equal(t, node, f.Node(spare))
			}
			assert.Equal(t, node, f.Node(f.Host(node)))
		}
		want := make([]int, p)
		for i := range want {
			want[i] = i
		}
		assert.Equal(t, want, labels, "p=%d", p)
	}
}

func TestMesh(t *testing.T) {
	g := Mesh{2, 3, 4}
	assert.Equal(t, 24, g.Size())
	assert.Equal(t, "2x3x4", g.String())
	assert.Equal(t, []int{12, 4, 1}, []int{g.Stride(0), g.Stride(1), g.Stride(2)})
	label := 1*12 + 2*4 + 3
	assert.Equal(t, []int{1, 2, 3}, []int{g.Coord(label, 0), g.Coord(label, 1), g.Coord(label, 2)})
	assert.Equal(t, label-3, g.Neighbour(label, 2, 1), "around the end of the row")
	assert.Equal(t, 0*12+2*4+3, g.Neighbour(label, 0, -1))
	assert.EqualError(t, g.Check("mesh: Bcast", 8), "mesh: Bcast: 8 processes do not form a 2x3x4 mesh")
	assert.NoError(t, g.Check("mesh: Bcast", 24))
	assert.Error(t, Mesh{-2, -4}.Check("mesh: Bcast", 8))
	assert.Error(t, Mesh{3, 6148914691236517206}.Check("mesh: Bcast", 2), "the product is 2^64 + 2")
}

func TestNearSquare(t *testing.T) {
	for want, g := range map[string]Mesh{
		"3x4": NearSquare(12, 2), "1x7": NearSquare(7, 2), "4x4": NearSquare(16, 2),
		"2x2x2": NearSquare(8, 3), "2x3x4": NearSquare(24, 3), "1": NearSquare(1, 1),
	} {
		assert.Equal(t, want, g.String())
	}
}

func TestParseMesh(t *testing.T) {
	for text, want := range map[string]Mesh{"7": {7}, "2x4": {2, 4}, "1x3x1": {1, 3, 1},
		"1x2147483647": {1, MaxNodes}} {
		g, err := ParseMesh(text)
		assert.NoError(t, err)
		assert.Equal(t, want, g)
	}
	for _, text := range []string{"", "x", "2x", "2x-4", "2x+4", "0x4", "2y4", "2x4.0",
		"-9223372036854775809"} {
		_, err := ParseMesh(text)
		assert.ErrorContains(t, err, "want positive numbers", text)
	}
	for _, text := range []string{
		"4294967296x4294967296",   // the product is 2^64
		"3x6148914691236517206",   // 2^64 + 2
		"3037000500x3037000500",   // slightly more than 2^63
		"2147483648",              // one more than the maximum
		"65536x65536",             // each extent is allowed
		"2x18446744073709551617",  // does not fit in an int
		"46341x46341x46341x46341", // the product does not fit in an int
	} {
		_, err := ParseMesh(text)
		assert.ErrorIs(t, err, ErrNodes, text)
		assert.EqualError(t, err, `mesh extents "`+text+`", want at most 2147483647 nodes`)
	}
}
