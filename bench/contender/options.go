package contender

import (
	"errors"
	"fmt"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/topo"
)

// Options select the contenders of a run and the arguments of their calls.
type Options struct {
	Operator string // operator of reductions, one of words.Operators; "": words.Sum
	Root     *int   // the root of every call; nil: every rank in turn
	// count distribution, for calls with a count for each rank; "": calls with equal blocks
	Counts  catalog.Distribution
	Mesh    topo.Mesh // extents of the mesh; nil: as square as possible
	Mapping []int     // label -> rank; nil: label i is rank i
	Segment int       // bytes per segment; 0: chosen from the times of the run's messages
	Network string    // network between the hosts, if known: "torus:4x4@200mbit"

	Native []string // forced native algorithms, by name; "*" means all
	Gompi  bool     // add gompi for the operations that gompi provides
	// If Uncompiled is true, our procedures also run without a plan, under names such as "go:ring/allgather".
	Uncompiled bool
	Auto       bool          // add the algorithm that package coll chooses, as the contender "auto"
	Plans      []PlannedCall // plans from files, each for one operation, size and rank count
	// If InC is true, C code reads the clock for native and compiled calls, so that the call from Go is not
	// timed.
	InC bool

	// RequestKind is results.Nonblocking or results.Persistent for all calls, or "" for blocking calls.
	// Only the native call, our algorithms and "auto" have non-blocking and persistent calls. For such calls,
	// the overlap with a computation is measured too.
	RequestKind string
}

// roots returns the ranks that take turns as the root: all ranks, only the rank Options.Root, or only the
// root of a plan from a file. A plan depends on the links between its nodes, so a plan for another root would
// be a different algorithm. The result `left` lists the omitted calls, with the reasons.
func (o Options) roots(c results.Case) (list []int, left []string) {
	for _, p := range o.Plans {
		root := p.root(o.Mapping)
		given := c.Op.Rooted() && o.Root != nil
		if p.findMisfit(c) == "" && root >= 0 && (!given || *o.Root == root) {
			own, others := p.rootNames()
			if c.P > 1 && !given {
				left = append(left, fmt.Sprintf("%s of %s bytes on %d ranks with %s, because %s%s is for %s only",
					c.Op, results.FormatSize(c.Bytes), c.P, others, results.Planned, p.Name, own))
			}
			return []int{root}, left
		}
	}
	if o.Root != nil && c.Op.Rooted() {
		return []int{*o.Root}, nil
	}
	if c.Op == catalog.Shift {
		return topo.Integers(max(1, c.P-1)), nil // for the distances 1 to p-1, see newNode
	}
	return topo.Integers(c.P), nil
}

// ErrWrong is the error for a contender that computes a wrong result.
var ErrWrong = errors.New("wrong result")

// ErrNative is the error for a requested native algorithm that the library does not have.
var ErrNative = errors.New("no such algorithm")

// ProgramsAtMost is the maximum size in bytes of the programs that a case caches; see plan.Cache.
const ProgramsAtMost = 8 << 20
