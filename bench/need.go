package bench

import (
	"fmt"
	"runtime"
	"slices"

	"topocoll/bench/buffers"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/host"
)

// Memory of a rank in bytes, besides the buffers of its calls.
const (
	itself       = 16 << 20 // the program, the library, and Go's garbage
	perPeer      = 32 << 10 // for each other rank, in the library and in the program
	perSample    = 40       // for each sample of every cell, on rank 0 only: see sampler.Samples
	sharedAtMost = 4 << 20  // shared memory of a rank: btl_vader_segment_size
)

// Without --mem-limit, these constants limit the bytes of buffers that calls touch before they reuse an
// address. With many ranks on a machine, roomOfMachine is divided among them. In a run of many cells the
// limit is lower, because rank 0 stores the samples.
const (
	roomOfRank    = 20 << 20
	leastRoom     = 8 << 20
	roomOfMachine = 1 << 30
)

// A need is the maximum memory that a run allocates, in bytes.
type need struct {
	Rank    int // private memory of rank 0, which allocates the most
	Machine int // memory of all ranks of a machine, including shared memory
}

// A footprint holds the quantities that determine how much memory a run allocates. Sizes are in bytes.
type footprint struct {
	ranks      int
	call       int  // buffers of the largest call that the limit allows
	segment    int  // segment size of all messages; 0: chosen for each algorithm
	samples    int  // all samples of the run, on rank 0
	limit      int  // maximum size of the buffers of a rank
	limitIsSet bool // --mem-limit has set the limit
}

func (c Config) footprint(p int) footprint {
	return footprint{ranks: p, call: c.largestCall(p), segment: c.Segment, samples: c.bytesOfSamples(p),
		limit: c.MemoryLimit, limitIsSet: !c.defaultMemory}
}

// room returns the number of bytes of buffers that a rank's calls may touch before they reuse an address, if
// `onMachine` ranks are on this machine.
func (f footprint) room(onMachine int) int {
	flushes := runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64" // see mpi.Flush
	if f.limitIsSet || !flushes {
		return f.limit
	}
	return min(f.limit, max(leastRoom, roomOfRank-f.samples), roomOfMachine/max(1, onMachine))
}

// need returns the memory that the run needs if `onMachine` ranks are on one machine. The argument `cold` is
// the number of bytes that the calls of a rank should touch before they reuse an address. The buffers of the
// largest call count twice: once for its words, and once for the scratch memory of our algorithm or of the
// library.
func (f footprint) need(onMachine, cold int) need {
	words := max(min(cold, f.room(onMachine)), largestMessages, f.call)
	programs := contender.ProgramsAtMost
	if f.segment > 0 {
		programs += f.call / f.segment * perSegment
	}
	rank := itself + perPeer*f.ranks + programs + words + f.call
	return need{Rank: rank + f.samples, Machine: rank*onMachine + f.samples + sharedAtMost*onMachine}
}

// share returns the default limit on the buffers of a rank, which applies without --mem-limit. From the free
// memory, it subtracts all other memory of the ranks on the machine. The limit is at most 1 GiB, and at most
// a third of each rank's share of the remaining memory.
func (f footprint) share(onMachine int, free int64) int {
	const most = 1 << 30
	without := f
	without.call, without.limit = 0, 0
	left := free - int64(without.need(onMachine, 0).Machine) - int64(f.room(onMachine))*int64(onMachine)
	return int(min(most, max(0, left/3/int64(onMachine))))
}

// bytesOfSamples returns the number of bytes that rank 0 needs for the samples of a run on p ranks. A race
// stores the samples of only one case at a time.
func (c Config) bytesOfSamples(p int) int {
	if c.Race == nil {
		return c.countCells(p) * c.Most * perSample
	}
	most := 0
	for _, op := range c.Ops() {
		one := c
		one.Collectives, one.Sizes = []catalog.Collective{op}, c.Sizes[:min(1, len(c.Sizes))]
		most = max(most, one.countCells(p))
	}
	return most * c.Most * perSample
}

// lackText returns the error message for a machine whose ranks need more memory than is free.
func lackText(ranks int, most need, free int64) string {
	return fmt.Sprintf(
		"%d ranks on one machine need up to %s, but only %s is free; use fewer ranks, a smaller --size or "+
			"--mem-limit, or a machine with more memory",
		ranks, host.FormatMemory(int64(most.Machine)), host.FormatMemory(free))
}

// perSegment is the number of bytes that the steps for one segment take in a program, if --segment sets the
// segment size.
const perSegment = 2 << 10

// largestMessages is the number of bytes of the send and receive buffers for the largest single message that
// a run times.
const largestMessages = 4 << 20

// largestCall returns the size in bytes of the buffers of the largest call that fits the memory limit.
func (c Config) largestCall(p int) (most int) {
	for _, op := range c.Ops() {
		for _, bytes := range c.sizesOf(op) {
			if need := c.bytesOf(op, p, bytes); need <= c.MemoryLimit {
				most = max(most, need)
			}
		}
	}
	return most
}

// bytesOf returns the size in bytes of one rank's buffers for a call. For a call with a count for each rank
// it assumes that the rank has all blocks both as input and as result.
func (c Config) bytesOf(op catalog.Collective, p, bytes int) int {
	if c.Counts != "" {
		return 2 * p * bytes
	}
	return op.In(p, bytes, 0, 0) + op.Out(p, bytes, 0, 0)
}

// countCells returns the maximum number of cells that a run on p ranks measures.
func (c Config) countCells(p int) (n int) {
	for _, cell := range c.Cells {
		n += c.mostContenders(cell.Op, p)
	}
	if c.Cells != nil {
		return n
	}
	for _, op := range c.Ops() {
		n += c.mostContenders(op, p) * len(c.sizesOf(op))
	}
	return n
}

func (c Config) mostContenders(op catalog.Collective, p int) int {
	rows := c.ourAlgorithms(op, p)
	ours := len(rows)
	if c.choosesByCase() {
		book := slices.DeleteFunc(rows, catalog.Info.OfLibraries)
		ours = min(ours, len(book)+mostEntrants)
	}
	n := 2 + ours + len(c.Plans) // native, and gompi or native timed in C
	if c.Uncompiled {
		n += ours
	}
	if c.Auto {
		n++
	}
	if len(c.Native) > 0 {
		n += mostForced
	}
	return n
}

// mostForced is the maximum number of forced native algorithms for an operation.
const mostForced = 12

// needOnOneMachine returns the memory that p ranks need if all are on this machine.
func (c Config) needOnOneMachine(p int) need {
	cold := 0
	if c.Cache == results.Cold {
		cold = buffers.ColdBytes(host.ReadCaches(), p)
	}
	return c.footprint(p).need(p, cold)
}
