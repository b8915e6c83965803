package contender

import (
	"errors"

	"topocoll/catalog"
	"topocoll/topo"
)

// Options say which contenders a run has, and what every call is given.
type Options struct {
	Operator  string       // of reductions: one of words.Operators; "": words.Sum
	Root      *int         // the root of every call; nil: every rank in turn
	Counts    catalog.Skew // count distribution, for calls with a count for each rank; "": calls with equal blocks
	Mesh      topo.Mesh    // nil: as square as possible
	Placement []int        // label -> rank; nil: label i is rank i
	Segment   int          // bytes per segment; 0: chosen by the messages of the run
	Network   string       // network between the hosts, if known: "torus:4x4@200mbit"

	Native     []string      // forced native algorithms, by name; "*" means all
	Gompi      bool          // add gompi for the operations that it has
	Uncompiled bool          // add our procedures as they are, not compiled, as contenders "go:ring/allgather"
	Auto       bool          // add what package coll chooses, as the contender "auto"
	Plans      []PlannedCall // added at the operation, size and number of ranks that each is for
	InC        bool          // read the time of native and compiled calls in C, without the call from Go

	// Started makes every call one that is started and waited for: results.Nonblocking or results.Persistent;
	// "": it is a blocking call. Only native, our algorithms and auto have such calls.
	Started string
}

// ErrWrong marks a contender whose result is wrong.
var ErrWrong = errors.New("wrong result")

// ErrNative marks a requested native algorithm that the library does not have.
var ErrNative = errors.New("no such algorithm")

// ProgramsAtMost is the bytes that the programs of the algorithms take at one size, for as many roots as have
// room; see plan.Cache.
const ProgramsAtMost = 8 << 20
