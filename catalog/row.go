package catalog

import (
	"slices"
	"strings"

	"topocoll/comm"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// Info describes an algorithm.
type Info struct {
	ID      string // topology/operation[-method]
	Op      Collective
	Source  string // source of the algorithm: a place in the textbook, a paper or a short description
	Accepts Processes
	// Commutative reports whether the operator must commute, because operands are not combined in label order.
	Commutative bool
	Plane       bool // the mesh must have two dimensions
	Radix       int  // radix of the algorithm; 0 if it has none
	// Between is the name of the algorithm that a two-level algorithm uses between the hosts, such as ring. It
	// is "" for an algorithm with one level.
	Between string
	Vector  bool // the algorithm accepts blocks of different lengths: Args.Counts
	onMesh  bool // the algorithm runs on a mesh, although its id does not begin with "mesh"
	models  []Model
}

// Topology returns the first part of the id: ring, mesh, hcube, circulant, tree, butterfly or network.
func (info Info) Topology() string {
	topology, _, _ := strings.Cut(info.ID, "/")
	return topology
}

// OnMesh reports whether the algorithm runs on a mesh, whose extents are an argument.
func (info Info) OnMesh() bool { return info.Topology() == "mesh" || info.onMesh }

// OfLibraries reports whether the algorithm is in package circulant, tree or butterfly. These algorithms come
// from MPI libraries or papers, and not from the book.
func (info Info) OfLibraries() bool {
	return slices.Contains([]string{"circulant", "tree", "butterfly"}, info.Topology())
}

// Takes reports whether the algorithm runs on p processes.
func (info Info) Takes(p int) bool {
	return info.Accepts != CubeOnly && info.Accepts != EvenOnly || info.Accepts.Has(p)
}

// Folds reports whether the algorithm folds some of p nodes in and out, which takes two more steps.
func (info Info) Folds(p int) bool {
	switch info.Accepts {
	case CubeFolds:
		return topo.FoldCube(p).Extra > 0
	case RadixFolds:
		return topo.FoldRadix(p, info.Radix).Extra > 0
	}
	return false
}

// TakesMesh reports whether the algorithm runs on a mesh with extents g. If g is nil, the mesh is as nearly
// square as possible.
func (info Info) TakesMesh(g topo.Mesh) bool { return !info.Plane || g == nil || len(g) == 2 }

// Args holds the arguments of any collective. Counts.In and Counts.Out give the lengths of In and Out. In a
// Bcast, the root's Out contains the message on entry, and In is not used.
type Args[T any] struct {
	Root    int
	Shift   int // distance of the circular shift, any integer
	Op      comm.Op[T]
	In, Out []T
	Mesh    topo.Mesh     // nil means as nearly square as possible
	Network *pack.Network // network with p nodes; nil means that all nodes are on one switch
	Radix   int           // radix, 2 or more; 0 means the default, Info.Radix
	Counts  *Counts       // block lengths for an algorithm with Info.Vector; nil means equal blocks
	// Segment is the segment size in words of a pipelined algorithm, which divides its messages itself. 0 means
	// that the algorithm chooses the size.
	Segment int
	// PlanSegment is the maximum number of words in a message of a Compiled row, for any algorithm. The row's
	// plan sends longer messages in segments. 0 means that there is no limit.
	PlanSegment int

	// between is the algorithm between hosts. Nil means Info.Between.
	between func(c *comm.Comm[T], a Args[T]) error
}

// mesh returns a.Mesh or, if it is nil, the most nearly square mesh.
func (a Args[T]) mesh(c *comm.Comm[T]) topo.Mesh {
	if a.Mesh != nil {
		return a.Mesh
	}
	return topo.NearSquare(c.Size(), 2)
}

// network returns a.Network or, if it is nil, a network with all nodes on one switch.
func (a Args[T]) network(c *comm.Comm[T]) *pack.Network {
	if a.Network != nil {
		return a.Network
	}
	return pack.Into(topo.NewStar(c.Size()))
}

// counts returns the optional argument `counts` of a procedure, or nil if the blocks have equal lengths.
func (a Args[T]) counts(c *comm.Comm[T]) []comm.Blocks {
	if a.Counts == nil {
		return nil
	}
	return []comm.Blocks{a.Counts.Sent(c.Size(), 0, c.Label())}
}

// alltoall calls the function `equal` if the blocks have equal lengths. If the arguments have counts, it
// calls the procedure for blocks of different lengths.
func (a Args[T]) alltoall(c *comm.Comm[T], equal func(c *comm.Comm[T], in, out []T) error,
	withCounts func(c *comm.Comm[T], sent, received comm.Blocks, in, out []T) error) error {
	if a.Counts == nil {
		return equal(c, a.In, a.Out)
	}
	p, me := c.Size(), c.Label()
	return withCounts(c, a.Counts.Sent(p, 0, me), a.Counts.Received(p, 0, me), a.In, a.Out)
}

// A Row is an algorithm for words of type T, as an entry of the catalog.
type Row[T any] struct {
	Info
	Run func(c *comm.Comm[T], a Args[T]) error
}

// refusesCounts returns a copy of the row that returns an error if a call passes Args.Counts.
func (row Row[T]) refusesCounts() Row[T] {
	run, id := row.Run, row.ID
	row.Run = func(c *comm.Comm[T], a Args[T]) error {
		if a.Counts != nil {
			return comm.Refuse("catalog: %s: the algorithm does not accept counts; call it without counts", id)
		}
		return run(c, a)
	}
	return row
}

// Find returns the row with the given id. The id may include parameters: the name of the algorithm between
// hosts, then the radix. An example with both is network/bcast-hosts=ring=8.
func Find[T any](id string) (Row[T], bool) {
	parts := strings.Split(id, "=")
	for _, row := range rows[T]() {
		if row.ID != parts[0] {
			continue
		}
		if len(parts) == 1 {
			return row, true
		}
		info, err := row.WithParameters(parts[1:]...)
		return withParameters(row, info), err == nil
	}
	return Row[T]{}, false
}

// FindByteRow returns Find[byte](id). See ByteRows.
//
//go:noinline
func FindByteRow(id string) (Row[byte], bool) { return Find[byte](id) }
