package catalog

import (
	"topocoll/butterfly"
	"topocoll/circulant"
	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/mesh"
	"topocoll/ring"
	"topocoll/tree"
)

// A Vector is a procedure of a row for blocks of different lengths. The arguments `in` and `out` describe the
// blocks of the input and of the output. They differ only in an Alltoall. In an Allgather, the block of this
// node is already at its position in the output.
type Vector[T any] func(c *comm.Comm[T], a Args[T], in, out comm.Blocks) error

// Vectors returns the Vector of every row that has one, keyed by row id.
func Vectors[T any]() map[string]Vector[T] {
	type (
		C = *comm.Comm[T]
		A = Args[T]
		B = comm.Blocks
	)
	return map[string]Vector[T]{
		"ring/allgather":       func(c C, a A, b, _ B) error { return ring.Allgatherv(c, b, a.Out) },
		"ring/allgather-bidir": func(c C, a A, b, _ B) error { return ring.AllgathervBidirectional(c, b, a.Out) },
		"mesh/allgather":       func(c C, a A, b, _ B) error { return mesh.Allgatherv(c, a.mesh(c), b, a.Out) },
		"hcube/allgather":      func(c C, a A, b, _ B) error { return hcube.Allgatherv(c, b, a.Out) },
		"circulant/allgather":  func(c C, a A, b, _ B) error { return circulant.Allgatherv(c, b, a.Out) },
		"circulant/allgather-bruck": func(c C, a A, b, _ B) error {
			return circulant.AllgathervBruck(c, a.Radix, b, a.Out)
		},
		"circulant/allgather-neighbour": func(c C, a A, b, _ B) error {
			return circulant.AllgathervNeighbour(c, b, a.Out)
		},
		"tree/allgather-pat":  func(c C, a A, b, _ B) error { return tree.AllgathervPAT(c, b, a.Out) },
		"butterfly/allgather": func(c C, a A, b, _ B) error { return butterfly.Allgatherv(c, a.Radix, b, a.Out) },

		"ring/reducescatter": func(c C, a A, b, _ B) error {
			return ring.ReduceScatterv(c, a.Op, b, a.In, a.Out)
		},
		"ring/reducescatter-bidir": func(c C, a A, b, _ B) error {
			return ring.ReduceScattervBidirectional(c, a.Op, b, a.In, a.Out)
		},
		"mesh/reducescatter": func(c C, a A, b, _ B) error {
			return mesh.ReduceScatterv(c, a.mesh(c), a.Op, b, a.In, a.Out)
		},
		"hcube/reducescatter": func(c C, a A, b, _ B) error {
			return hcube.ReduceScatterv(c, a.Op, b, a.In, a.Out)
		},
		"circulant/reducescatter": func(c C, a A, b, _ B) error {
			return circulant.ReduceScatterv(c, a.Op, b, a.In, a.Out)
		},
		"circulant/reducescatter-pairwise": func(c C, a A, b, _ B) error {
			return circulant.ReduceScattervPairwise(c, a.Op, b, a.In, a.Out)
		},
		"butterfly/reducescatter-inorder": func(c C, a A, b, _ B) error {
			return butterfly.ReduceScattervInOrder(c, a.Op, b, a.In, a.Out)
		},
		"butterfly/reducescatter": func(c C, a A, b, _ B) error {
			return butterfly.ReduceScatterv(c, a.Op, a.Radix, b, a.In, a.Out)
		},

		"tree/reducescatter-pat": func(c C, a A, b, _ B) error {
			return tree.ReduceScattervPAT(c, a.Op, b, a.In, a.Out)
		},

		"ring/scatter":  func(c C, a A, b, _ B) error { return ring.Scatterv(c, a.Root, b, a.In, a.Out) },
		"hcube/scatter": func(c C, a A, b, _ B) error { return hcube.Scatterv(c, a.Root, b, a.In, a.Out) },
		"tree/scatter-knomial": func(c C, a A, b, _ B) error {
			return tree.ScattervKnomial(c, a.Root, a.Radix, b, a.In, a.Out)
		},
		"ring/gather":  func(c C, a A, b, _ B) error { return ring.Gatherv(c, a.Root, b, a.In, a.Out) },
		"hcube/gather": func(c C, a A, b, _ B) error { return hcube.Gatherv(c, a.Root, b, a.In, a.Out) },
		"ring/scatter-linear": func(c C, a A, b, _ B) error {
			return ring.ScattervLinear(c, a.Root, b, a.In, a.Out)
		},
		"ring/gather-linear": func(c C, a A, b, _ B) error {
			return ring.GathervLinear(c, a.Root, b, a.In, a.Out)
		},
		"tree/gather-knomial": func(c C, a A, b, _ B) error {
			return tree.GathervKnomial(c, a.Root, a.Radix, b, a.In, a.Out)
		},

		"ring/alltoall-linear": func(c C, a A, in, out B) error {
			return ring.AlltoallvLinear(c, in, out, a.In, a.Out)
		},
		"ring/alltoall-pairwise": func(c C, a A, in, out B) error {
			return ring.AlltoallvPairwise(c, in, out, a.In, a.Out)
		},
		"hcube/alltoall-ecube": func(c C, a A, in, out B) error {
			return hcube.AlltoallvECube(c, in, out, a.In, a.Out)
		},
		"circulant/alltoall-bruck": func(c C, a A, _, _ B) error {
			return circulant.AlltoallvBruck(c, a.Radix, a.Counts.All(), a.In, a.Out)
		},
	}
}

// withVector returns a row that uses `vector` for calls with counts, or refuses such calls if vector is nil.
func (row Row[T]) withVector(vector Vector[T]) Row[T] {
	row.Vector = vector != nil
	equal, id, op := row.Run, row.ID, row.Op
	row.Run = func(c *comm.Comm[T], a Args[T]) error {
		switch {
		case a.Counts == nil:
			return equal(c, a)
		case vector == nil:
			return comm.Refuse("catalog: %s: the algorithm does not accept counts; call it without counts", id)
		}
		p, me := c.Size(), c.Label()
		in, out := a.Counts.Sent(p, 0, me), a.Counts.Received(p, 0, me)
		if op == Allgather {
			if err := placeOwnBlock(id, c, out, a.In, a.Out); err != nil {
				return err
			}
		}
		return vector(c, a, in, out)
	}
	return row
}

// placeOwnBlock copies this node's block to its position in the result of an Allgather.
func placeOwnBlock[T any](id string, c *comm.Comm[T], blocks comm.Blocks, mine, result []T) error {
	if err := comm.CheckAllgatherv("catalog: "+id, c, blocks, result); err != nil {
		return err
	}
	own := comm.Block(blocks, result, c.Label())
	if err := comm.CheckLen("catalog: "+id, "mine", len(mine), len(own)); err != nil {
		return err
	}
	if !comm.Same(own, mine) {
		c.Copy(own, mine)
	}
	return nil
}
