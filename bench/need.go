package bench

import (
	"errors"
	"fmt"
	"runtime"
	"slices"

	"topocoll/bench/buffers"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/host"
)

// Memory of a rank in bytes, in addition to the buffers of its calls.
const (
	programBytes   = 16 << 20 // memory of the program, the library, and Go's garbage
	bytesPerPeer   = 32 << 10 // memory for each other rank, in the library and in the program
	bytesPerSample = 40       // memory for each sample of every cell, on rank 0 only; see sampler.Samples
	maxSharedBytes = 4 << 20  // shared memory of a rank; see Open MPI's btl_vader_segment_size
)

// Limits on the bytes of buffers that calls touch before they reuse an address. They do not apply if
// --mem-limit is set. The ranks of a machine share maxRoomPerMachine. A run of many cells has a lower limit,
// because rank 0 stores the samples.
const (
	maxRoomPerRank    = 20 << 20
	minRoomPerRank    = 8 << 20
	maxRoomPerMachine = 1 << 30
)

// A memoryNeed is the maximum memory that a run allocates, in bytes.
type memoryNeed struct {
	Rank    int // private memory of rank 0, which allocates the most
	Machine int // memory of all ranks of a machine, including shared memory
}

// A footprint holds the quantities that determine how much memory a run allocates. Sizes are in bytes.
type footprint struct {
	ranks       int
	callBytes   int  // buffers of the largest call that the limit allows
	segment     int  // segment size of all messages; 0: chosen for each algorithm
	sampleBytes int  // all samples of the run, on rank 0
	bufferLimit int  // maximum size of the buffers of a rank
	limitIsSet  bool // --mem-limit has set the limit
}

func (c Config) footprint(p int) footprint {
	return footprint{ranks: p, callBytes: c.largestCallBytes(p), segment: c.Segment,
		sampleBytes: c.sampleBytes(p),
		bufferLimit: c.MemoryLimit, limitIsSet: !c.defaultMemory}
}

// room returns the number of bytes of buffers that a rank's calls may touch before they reuse an address. The
// argument `onMachine` is the number of ranks on this machine.
func (f footprint) room(onMachine int) int {
	flushes := runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64" // mpi.Flush works on these only
	if f.limitIsSet || !flushes {
		return f.bufferLimit
	}
	return min(f.bufferLimit, max(minRoomPerRank, maxRoomPerRank-f.sampleBytes),
		maxRoomPerMachine/max(1, onMachine))
}

// memoryNeed returns the memory that the run needs if `onMachine` ranks are on one machine. The argument
// `cold` is the number of bytes that the calls of a rank should touch before they reuse an address. The
// buffers of the largest call count twice: once for its words, and once for the scratch memory of our
// algorithm or of the library.
func (f footprint) memoryNeed(onMachine, cold int) memoryNeed {
	words := max(min(cold, f.room(onMachine)), messageBufferBytes, f.callBytes)
	programs := contender.ProgramsAtMost
	if f.segment > 0 {
		programs += f.callBytes / f.segment * programBytesPerSegment
	}
	rank := programBytes + bytesPerPeer*f.ranks + programs + words + f.callBytes
	return memoryNeed{Rank: rank + f.sampleBytes,
		Machine: rank*onMachine + f.sampleBytes + maxSharedBytes*onMachine}
}

// defaultLimit returns the limit on the buffers of a rank that applies without --mem-limit. It is at most 1
// GiB, and at most a third of each rank's share of the memory that remains free after all other allocations
// of the ranks.
func (f footprint) defaultLimit(onMachine int, free int64) int {
	const most = 1 << 30
	without := f
	without.callBytes, without.bufferLimit = 0, 0
	left := free - int64(without.memoryNeed(onMachine, 0).Machine) - int64(f.room(onMachine))*int64(onMachine)
	return int(min(most, max(0, left/3/int64(onMachine))))
}

// sampleBytes returns the bytes of the samples on rank 0. A race stores the samples of one case at a time.
func (c Config) sampleBytes(p int) int {
	if c.Race == nil {
		return c.maxCells(p) * c.Most * bytesPerSample
	}
	most := 0
	for _, op := range c.Ops() {
		one := c
		one.Collectives, one.Sizes = []catalog.Collective{op}, c.Sizes[:min(1, len(c.Sizes))]
		most = max(most, one.maxCells(p))
	}
	return most * c.Most * bytesPerSample
}

func notEnoughMemoryText(ranks int, most memoryNeed, free int64) string {
	return fmt.Sprintf(
		"%d ranks on one machine need up to %s, but only %s is free; use fewer ranks, a smaller --size or "+
			"--mem-limit, or a machine with more memory",
		ranks, host.FormatMemory(int64(most.Machine)), host.FormatMemory(free))
}

// programBytesPerSegment is the size of the steps in a program for one segment, if --segment is set.
const programBytesPerSegment = 2 << 10

// messageBufferBytes is the size of the buffers for the largest single message that a run times.
const messageBufferBytes = 4 << 20

// largestCallBytes returns the size of the buffers of the largest call that fits the memory limit.
func (c Config) largestCallBytes(p int) (most int) {
	for _, op := range c.Ops() {
		for _, bytes := range c.sizesOf(op) {
			if need := c.bufferBytes(op, p, bytes); need <= c.MemoryLimit {
				most = max(most, need)
			}
		}
	}
	return most
}

// bufferBytes returns the size of one rank's buffers for a call. For a call with a count for each rank, it
// assumes that this rank has all blocks both as input and as result.
func (c Config) bufferBytes(op catalog.Collective, p, bytes int) int {
	if c.Counts != "" {
		return 2 * p * bytes
	}
	return op.In(p, bytes, 0, 0) + op.Out(p, bytes, 0, 0)
}

func (c Config) maxCells(p int) (n int) {
	for _, cell := range c.Cells {
		n += c.maxContenders(cell.Op, p)
	}
	if c.Cells != nil {
		return n
	}
	for _, op := range c.Ops() {
		n += c.maxContenders(op, p) * len(c.sizesOf(op))
	}
	return n
}

func (c Config) maxContenders(op catalog.Collective, p int) int {
	rows := c.ourAlgorithms(op, p)
	ours := len(rows)
	if c.selectsPerCase() {
		book := slices.DeleteFunc(rows, catalog.Info.OfLibraries)
		ours = min(ours, len(book)+maxSelectedForRace)
	}
	n := 2 + ours + len(c.Plans) // 2 stands for the native call, and for gompi or the native call timed in C
	if c.Uncompiled {
		n += ours
	}
	if c.Auto {
		n++
	}
	if len(c.Native) > 0 {
		n += maxForced
	}
	return n
}

// maxForced is the maximum number of forced native algorithms for an operation.
const maxForced = 12

// memoryOnOneMachine returns the memory that p ranks need if all are on this machine.
func (c Config) memoryOnOneMachine(p int) memoryNeed {
	cold := 0
	if c.Cache == results.Cold {
		cold = buffers.ColdBytes(host.ReadCaches(), p)
	}
	return c.footprint(p).memoryNeed(p, cold)
}

// ErrSamples is the error for a run whose samples would not fit in a file.
var ErrSamples = errors.New("too many samples")

// bytesPerWrittenSample is the length of a sample in a samples file before compression: its time, its root
// and its position, with separators.
const bytesPerWrittenSample = 16

// checkSamples returns an error if the samples of the run would not fit in a file.
func (c Config) checkSamples(p int) error {
	bytes := c.maxCells(p) * c.Exact * bytesPerWrittenSample
	if bytes <= results.MaxFileBytes {
		return nil
	}
	return fmt.Errorf("%w: -i %d for %d cells gives about %s bytes, and a samples file has at most %s; use a "+
		"smaller -i, or fewer sizes or algorithms", ErrSamples, c.Exact, c.maxCells(p), results.FormatSize(bytes),
		results.FormatSize(results.MaxFileBytes))
}
