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

// What a rank takes besides the words of its calls, in bytes.
const (
	itself       = 16 << 20 // the program, the library, and what Go has not collected yet
	perPeer      = 32 << 10 // for every other rank: what the library and the program store for it
	perSample    = 40       // on rank 0, which stores four numbers for each sample of all cells
	sharedAtMost = 4 << 20  // what the library lets a rank share with others: btl_vader_segment_size
)

// Without --mem-limit, calls go through no more memory than this before they reuse an address. With many
// ranks on a machine it is the rank's share. In a run of many cells it is less, because rank 0 stores the
// samples.
const (
	roomOfRank    = 20 << 20
	leastRoom     = 8 << 20
	roomOfMachine = 1 << 30
)

// A need is the memory that a run takes at most, in bytes.
type need struct {
	Rank    int // of its own, the largest of all ranks: rank 0
	Machine int // all ranks of a machine, with what they share
}

// room returns how many bytes calls may go through before they reuse an address, with some of p ranks on the
// machine.
func (c Config) room(p, onMachine int) int {
	flushes := runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64" // see mpi.Flush
	if !c.defaultMemory || !flushes {
		return c.MemoryLimit
	}
	return min(c.MemoryLimit, max(leastRoom, roomOfRank-c.samples(p)), roomOfMachine/max(1, onMachine))
}

// samples returns what the samples of a run take on rank 0. A race stores the samples of one case.
func (c Config) samples(p int) int {
	if c.Race == nil {
		return c.cells(p) * c.Most * perSample
	}
	most := 0
	for _, op := range c.Ops() {
		one := c
		one.Collectives, one.Sizes = []catalog.Collective{op}, c.Sizes[:min(1, len(c.Sizes))]
		most = max(most, one.cells(p))
	}
	return most * c.Most * perSample
}

// need returns what p ranks take, some of them on one machine, if the calls of a rank should go through cold
// bytes. It has room for the buffers of the largest call twice: for the words of the call, and for what it
// needs besides, in our scratch memory or the library's.
func (c Config) need(p, onMachine, cold int) need {
	largest := c.largest(p)
	words := max(min(cold, c.room(p, onMachine)), largestMessages, largest)
	programs := contender.ProgramsAtMost
	if c.Segment > 0 {
		programs += largest / c.Segment * perSegment
	}
	rank := itself + perPeer*p + programs + words + largest
	samples := c.samples(p)
	return need{Rank: rank + samples, Machine: rank*onMachine + samples + sharedAtMost*onMachine}
}

// share returns the limit on the buffers of a rank without --mem-limit: 1 GiB or, if that is less, a third of
// the rank's share of what is free besides the rest that a rank needs; need counts the buffers twice.
func (c Config) share(p, onMachine int, free int64) int {
	const most = 1 << 30
	without := c
	without.MemoryLimit = 0
	left := free - int64(without.need(p, onMachine, 0).Machine) - int64(c.room(p, onMachine))*int64(onMachine)
	return int(min(most, max(0, left/3/int64(onMachine))))
}

// tooMuch says that the ranks on a machine need more memory than it has free.
func tooMuch(ranks int, most need, free int64) string {
	return fmt.Sprintf("%d ranks on one machine take up to %s, got %s that are free: want fewer ranks, a smaller --size or --mem-limit, or more memory",
		ranks, host.FormatMemory(int64(most.Machine)), host.FormatMemory(free))
}

// perSegment is for the steps of a segment of a message, if --segment says how long the segments are.
const perSegment = 2 << 10

// largestMessages is the words of the largest single messages that a run times, both ways.
const largestMessages = 4 << 20

// largest returns the size of the buffers of the largest call that the limit allows.
func (c Config) largest(p int) (most int) {
	for _, op := range c.Ops() {
		for _, bytes := range c.SizesOf(op) {
			if need := c.bytesOf(op, p, bytes); need <= c.MemoryLimit {
				most = max(most, need)
			}
		}
	}
	return most
}

// bytesOf returns the size of the buffers of one rank; if blocks have different lengths, of a rank that has
// all of them on both sides.
func (c Config) bytesOf(op catalog.Collective, p, bytes int) int {
	if c.Counts != "" {
		return 2 * p * bytes
	}
	return op.In(p, bytes, 0, 0) + op.Out(p, bytes, 0, 0)
}

// cells returns the number of cells that are measured, each a contender in one case.
func (c Config) cells(p int) (n int) {
	for _, cell := range c.Cells {
		n += c.mostContenders(cell.Op, p)
	}
	if c.Cells != nil {
		return n
	}
	for _, op := range c.Ops() {
		n += c.mostContenders(op, p) * len(c.SizesOf(op))
	}
	return n
}

// mostContenders returns how many contenders an operation has at most: ours and a few others.
func (c Config) mostContenders(op catalog.Collective, p int) int {
	rows := c.ours(op, p)
	ours := len(rows)
	if c.byCase() {
		book := slices.DeleteFunc(rows, catalog.Info.OfLibraries)
		ours = min(ours, len(book)+mostEntrants)
	}
	n := 2 + ours + len(c.Plans) // native, and gompi or a second reading
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

// mostForced is the number of algorithms that a library has for an operation at most.
const mostForced = 12

// needHere returns what p ranks on this machine take.
func (c Config) needHere(p int) need {
	cold := 0
	if c.Cache == results.Cold {
		cold = buffers.ColdBytes(host.ReadCaches(), p)
	}
	return c.need(p, p, cold)
}
