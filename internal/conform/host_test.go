package conform

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/local"
	"topocoll/ring"
	"topocoll/topo"
)

// checkHosted checks an algorithm with every exam on k logical nodes, which are distributed over p processes.
func checkHosted[T comparable](row catalog.Row[T], p, k int, exams []Exam[T]) error {
	return local.Run(p, func(port comm.AsyncPort[T]) error {
		return comm.Host(port, k, func(node comm.Port[T]) error {
			return checkAll(row, comm.New(node), exams)
		})
	})
}

// Every algorithm gives the right results on logical nodes, whether there are more or fewer nodes than
// processes. As in TestLocal, the words are strings on up to 9 nodes.
func TestHosted(t *testing.T) {
	sizes := append(topo.Integers(10)[1:], 16)
	if testing.Short() {
		sizes = topo.Integers(10)[1:]
	}
	for i, row := range catalog.Rows[string]() {
		checkSizes(t, row.ID, takenSizes(row.Info, sizes),
			func(t *testing.T, k int) {
				if k <= 9 {
					checkHostedCases(t, row, Strings(), k)
				} else {
					checkHostedCases(t, catalog.Rows[uint64]()[i], Numbers(), k)
				}
			})
	}
}

// checkHostedCases runs all cases of an algorithm on k logical nodes.
func checkHostedCases[T comparable](t *testing.T, row catalog.Row[T], payload Payload[T], k int) {
	cases := exams(row.Info, payload, Cases(row.Info, k))
	for _, p := range []int{1, 2, 3, 5} {
		assert.NoError(t, checkHosted(row, p, k, cases), "%d nodes on %d processes", k, p)
	}
}

// Every hypercube algorithm gives the right results on a cube of 64 nodes on 3 processes.
func TestHostedCube(t *testing.T) {
	if testing.Short() {
		t.Skip("a large case: TestHosted has the small ones")
	}
	const k, p = 64, 3
	for _, row := range catalog.Rows[string]() {
		if row.Topology() == "hcube" {
			checkUnlessFailed(t, row.ID, row.ID, func(t *testing.T) {
				for _, c := range []Case{{M: 1}, {M: 3, Root: 37, Shift: 27}, {M: 0, Root: 63, Shift: -1}} {
					c.P, c.Commuting = k, row.Commutative
					if !row.Op.Rooted() {
						c.Root = 0
					}
					assert.NoError(t, checkHosted(row, p, k, []Exam[string]{Set(row.Op, Strings(), c)}),
						"%+v", c)
				}
			})
		}
	}
}

// The example of the textbook's source F2 (docs/reference/sources.md) gives the right sum 0 + ... + n-1, on
// the cube and on the ring. It has n = 100 000 words on k = 500 logical processors with 200 words each. Each
// of p = 10 physical processors has 50 logical processors and 10 000 words.
func TestHostedExample(t *testing.T) {
	const n, k, p = 100_000, 500, 10
	reductions := map[string]func(c *comm.Comm[int64], root int, op comm.Op[int64], x, result []int64) error{
		"hcube": hcube.Reduce[int64], "ring": ring.Reduce[int64],
	}
	for name, reduce := range reductions {
		t.Run(name, func(t *testing.T) {
			array := make([]int64, n)
			for i := range array {
				array[i] = int64(i)
			}
			sums := make([]int64, k)
			var nodes, words [p]int
			assert.NoError(t, local.Run(p, func(port comm.AsyncPort[int64]) error {
				return comm.Host(port, k, func(node comm.Port[int64]) error {
					mine := comm.Block(comm.SplitBlocks(k, n), array, node.Rank())
					assert.Len(t, mine, 200)
					nodes[port.Rank()]++
					words[port.Rank()] += len(mine)
					sum := []int64{0}
					for _, x := range mine {
						sum[0] += x
					}
					return reduce(comm.New(node), 0, comm.Sum[int64](), sum, sums[node.Rank():node.Rank()+1])
				})
			}))
			assert.EqualValues(t, n*(n-1)/2, sums[0])
			for rank := range p {
				assert.Equal(t, []int{50, 10_000}, []int{nodes[rank], words[rank]}, "process %d", rank)
			}
		})
	}
}
