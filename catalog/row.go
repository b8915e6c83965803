package catalog

import (
	"math"
	"strings"

	"topocoll/comm"
	"topocoll/topo"
)

// Info is what there is to say of an algorithm.
type Info struct {
	ID          string // topology/operation[-method]
	Op          Kind
	Source      string // where the textbook has it
	Accepts     Size   // the p it is made for
	Otherwise   string // what it does for any other p
	Commutative bool   // combines out of label order: the op must commute
	Plane       bool   // its mesh has two dimensions
}

// Topology returns the first part of the id: ring, mesh or hcube.
func (info Info) Topology() string {
	topology, _, _ := strings.Cut(info.ID, "/")
	return topology
}

// Refuses is the Otherwise of an algorithm that has no natural form for any other p.
const Refuses = "refused"

// Takes reports whether the algorithm runs on p processes.
func (info Info) Takes(p int) bool { return info.Otherwise != Refuses || info.Accepts.Has(p) }

// TakesMesh reports whether the algorithm runs with the extents g; nil is as square as p allows.
func (info Info) TakesMesh(g topo.Mesh) bool { return !info.Plane || g == nil || len(g) == 2 }

// A Size is a set of process counts.
type Size string

// The process counts an algorithm is made for.
const (
	AnyP    Size = "any p"
	CubeP   Size = "p = 2^d"
	MeshP   Size = "p = product of the extents"
	EvenP   Size = "even p"
	SquareP Size = "p = n^2"
)

// Args are the arguments of any collective. In and Out have the lengths that Kind.In and Kind.Out say;
// for Bcast, Out of the root holds the message beforehand and In is not used.
type Args[T any] struct {
	Root    int
	Shift   int // q of the circular shift, any integer
	Op      comm.Op[T]
	In, Out []T
	Mesh    topo.Mesh // nil: as square as p allows
	Segment int       // words per segment of a pipelined algorithm; 0: as it thinks best
}

// A Row is one algorithm, for words of type T.
type Row[T any] struct {
	Info
	Run func(c *comm.Comm[T], a Args[T]) error
}

// Find returns the row with the given id.
func Find[T any](id string) (Row[T], bool) {
	for _, row := range Rows[T]() {
		if row.ID == id {
			return row, true
		}
	}
	return Row[T]{}, false
}

// Has reports whether p is in the set. Whether extents multiply to p depends on the extents: any p will do.
func (s Size) Has(p int) bool {
	switch s {
	case CubeP:
		return topo.IsCube(p)
	case EvenP:
		return p%2 == 0
	case SquareP:
		n := int(math.Sqrt(float64(p)))
		return n*n == p
	}
	return true
}
