package coll

import (
	"topocoll/catalog"
	"topocoll/topo"
)

// An operation is the index of a Collective in catalog.Collectives.
type operation int

const (
	bcast operation = iota
	reduce
	allgather
	reduceScatter
	allreduce
	scan
	exscan
	scatter
	gather
	alltoall
	shift
	barrier
	operations
)

func (op operation) collective() catalog.Collective { return catalog.Collectives()[op] }

// functionNames maps each operation to the name of its function in this package.
var functionNames = [operations]string{
	bcast: "Bcast", reduce: "Reduce", allgather: "Allgather", reduceScatter: "ReduceScatter",
	allreduce: "Allreduce", scan: "Scan", exscan: "Exscan",
	scatter: "Scatter", gather: "Gather", alltoall: "Alltoall", shift: "Shift", barrier: "Barrier",
}

// A Call describes a collective call for which Rank predicts times. It must be the same on every rank.
type Call struct {
	Op      catalog.Collective
	P       int
	Bytes   int  // size of one rank's block in bytes, as in topocoll bench
	Ordered bool // the operator does not commute
	Shift   int  // the distance of a shift
}

// A Candidate is an algorithm that can execute a call, with its segment size and its predicted time.
type Candidate struct {
	ID      string
	Segment int       // segment size in bytes; 0: messages are not divided
	Mesh    topo.Mesh // extents of the mesh for a mesh algorithm; nil: as square as possible
	Time    float64   // predicted time in µs
	Formula bool      // Time comes from a formula, which ignores contention
}

// A callKind holds the properties of a call, besides operation and size, that determine the algorithm.
type callKind struct {
	ordered   bool // the operator does not commute
	hasCounts bool // blocks may have different lengths
	shift     int
}

// A selection is the algorithm for one kind of call and a range of sizes.
type selection struct {
	Candidate
	callKind
	minBytes, maxBytes int // range of block sizes in bytes, both limits inclusive
}

func (s *selection) appliesTo(bytes int, k callKind) bool {
	return bytes >= s.minBytes && bytes <= s.maxBytes && k == s.callKind
}
