package conform

import (
	"cmp"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/butterfly"
	"topocoll/catalog"
	"topocoll/circulant"
	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/local"
	"topocoll/mesh"
	"topocoll/ring"
	"topocoll/topo"
	"topocoll/tree"
)

// A form is a procedure: a row of the catalog, or one that takes blocks of any lengths.
type form struct {
	catalog.Info
	blocks bool
	run    func(c *comm.Comm[string], a catalog.Args[string], blocks comm.Blocks) error
}

// procedures lists those of the catalog, and those of forms.
func procedures() []form {
	list := forms()
	for _, row := range catalog.Rows[string]() {
		list = append(list, form{Info: row.Info, run: func(c *comm.Comm[string], a catalog.Args[string], _ comm.Blocks) error { return row.Run(c, a) }})
	}
	return list
}

// forms lists the procedures that take blocks.
func forms() []form {
	type (
		C = *comm.Comm[string]
		A = catalog.Args[string]
		B = comm.Blocks
	)
	gathers := func(id string) catalog.Info { return catalog.Info{ID: id, Op: catalog.Allgather} }
	reduces := func(id string) catalog.Info {
		return catalog.Info{ID: id, Op: catalog.ReduceScatter, Commutative: true}
	}
	radix := func(info catalog.Info) catalog.Info {
		info.Radix = 3
		return info
	}
	even := func(info catalog.Info) catalog.Info {
		info.Accepts = catalog.EvenOnly
		return info
	}
	return []form{
		{gathers("ring/allgatherv"), true, func(c C, a A, b B) error { return ring.Allgatherv(c, b, a.Out) }},
		{gathers("ring/allgatherv-bidir"), true, func(c C, a A, b B) error { return ring.AllgathervBidirectional(c, b, a.Out) }},
		{gathers("mesh/allgatherv"), true, func(c C, a A, b B) error { return mesh.Allgatherv(c, a.Mesh, b, a.Out) }},
		{gathers("hcube/allgatherv"), true, func(c C, a A, b B) error { return hcube.Allgatherv(c, b, a.Out) }},
		{reduces("circulant/reducescatterv"), true, func(c C, a A, b B) error { return circulant.ReduceScatterv(c, a.Op, b, a.In, a.Out) }},
		{reduces("ring/reducescatterv"), true, func(c C, a A, b B) error { return ring.ReduceScatterv(c, a.Op, b, a.In, a.Out) }},
		{reduces("ring/reducescatterv-bidir"), true, func(c C, a A, b B) error { return ring.ReduceScattervBidirectional(c, a.Op, b, a.In, a.Out) }},
		{reduces("mesh/reducescatterv"), true, func(c C, a A, b B) error { return mesh.ReduceScatterv(c, a.Mesh, a.Op, b, a.In, a.Out) }},
		{reduces("hcube/reducescatterv"), true, func(c C, a A, b B) error { return hcube.ReduceScatterv(c, a.Op, b, a.In, a.Out) }},
		{catalog.Info{ID: "circulant/reducescatterv-pairwise", Op: catalog.ReduceScatter}, true, func(c C, a A, b B) error {
			return circulant.ReduceScattervPairwise(c, a.Op, b, a.In, a.Out)
		}},
		{catalog.Info{ID: "butterfly/reducescatterv-inorder", Op: catalog.ReduceScatter}, true, func(c C, a A, b B) error {
			return butterfly.ReduceScattervInOrder(c, a.Op, b, a.In, a.Out)
		}},
		{even(gathers("circulant/allgatherv-neighbour")), true, func(c C, a A, b B) error { return circulant.AllgathervNeighbour(c, b, a.Out) }},
		{gathers("circulant/allgatherv-sparbit"), true, func(c C, a A, b B) error { return circulant.AllgathervSparbit(c, b, a.Out) }},
		{radix(gathers("circulant/allgatherv-bruck")), true, func(c C, a A, b B) error { return circulant.AllgathervBruck(c, cmp.Or(a.Radix, 3), b, a.Out) }},
		{radix(gathers("butterfly/allgatherv")), true, func(c C, a A, b B) error { return butterfly.Allgatherv(c, cmp.Or(a.Radix, 3), b, a.Out) }},
		{radix(reduces("butterfly/reducescatterv")), true, func(c C, a A, b B) error {
			return butterfly.ReduceScatterv(c, a.Op, cmp.Or(a.Radix, 3), b, a.In, a.Out)
		}},
		{radix(catalog.Info{ID: "tree/scatterv-knomial", Op: catalog.Scatter}), true, func(c C, a A, b B) error { return tree.ScattervKnomial(c, a.Root, cmp.Or(a.Radix, 3), b, a.In, a.Out) }},
		{radix(catalog.Info{ID: "tree/gatherv-knomial", Op: catalog.Gather}), true, func(c C, a A, b B) error { return tree.GathervKnomial(c, a.Root, cmp.Or(a.Radix, 3), b, a.In, a.Out) }},
		{catalog.Info{ID: "ring/scatterv", Op: catalog.Scatter}, true, func(c C, a A, b B) error { return ring.Scatterv(c, a.Root, b, a.In, a.Out) }},
		{catalog.Info{ID: "hcube/scatterv", Op: catalog.Scatter}, true, func(c C, a A, b B) error { return hcube.Scatterv(c, a.Root, b, a.In, a.Out) }},
		{catalog.Info{ID: "ring/gatherv", Op: catalog.Gather}, true, func(c C, a A, b B) error { return ring.Gatherv(c, a.Root, b, a.In, a.Out) }},
		{catalog.Info{ID: "hcube/gatherv", Op: catalog.Gather}, true, func(c C, a A, b B) error { return hcube.Gatherv(c, a.Root, b, a.In, a.Out) }},
	}
}

// Blocks of 0, 1 and 2 words. Each node has a vector of all words, in which its own block or all blocks count.
func TestBlocksOfAnyLengths(t *testing.T) {
	symbols := Strings().Counting
	for _, f := range forms() {
		for p := 1; p <= 9; p++ {
			if !f.Takes(p) {
				continue
			}
			counts, vectors := make([]int, p), make([][]string, p)
			for i := range counts {
				counts[i] = i % 3
			}
			blocks := comm.CountBlocks(counts)
			var gathered []string
			for from := range vectors {
				for j := range blocks.Total() {
					vectors[from] = append(vectors[from], symbols.Word(from, j))
				}
				gathered = append(gathered, comm.Block(blocks, vectors[from], from)...)
			}
			sums := catalog.Oracle(catalog.Allreduce, vectors, 0, 0, 0, symbols.Op)
			for _, root := range roots(f.Op, p) {
				assert.NoError(t, local.Run(p, func(port comm.AsyncPort[string]) error {
					c, me := comm.New(port), port.Rank()
					own := func(x []string) []string { return comm.Block(blocks, x, me) }
					a := catalog.Args[string]{Root: root, Op: symbols.Op, Mesh: topo.NearSquare(p, 2)}
					var want []string
					switch f.Op {
					case catalog.Allgather: // in place
						a.Out, want = append(a.Out, vectors[me]...), gathered
					case catalog.Gather:
						a.In = own(vectors[me])
						if me == root {
							a.Out, want = make([]string, blocks.Total()), gathered
						}
					case catalog.Scatter:
						a.In, a.Out, want = vectors[me], make([]string, counts[me]), own(vectors[root])
					case catalog.ReduceScatter:
						a.In, a.Out, want = vectors[me], make([]string, counts[me]), own(sums[me])
					}
					err := f.run(c, a, blocks)
					assert.Equal(t, fmt.Sprint(want), fmt.Sprint(a.Out), "%s, node %d of %d, root %d", f.ID, me, p, root)
					return err
				}), f.ID)
			}
		}
	}
}
