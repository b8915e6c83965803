package bench

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/buffers"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/bench/results/tables"
	"topocoll/catalog"
	"topocoll/internal/host"
)

// By default a rank needs at most 66 MiB plus twice the buffers of the largest call. With 128 ranks and short
// blocks it needs at most 48 MiB, for any cache size.
func TestNeedByDefault(t *testing.T) {
	const mega, cold = 1 << 20, 1 << 30
	for _, ops := range [][]catalog.Collective{{catalog.Bcast}, catalog.Collectives(),
		{catalog.Bcast, catalog.Allreduce, catalog.Allgather, catalog.Alltoall}} {
		var rows []catalog.Info
		others := 12 // the algorithms of other libraries that are likely to win; see unlikelyRows
		for _, row := range catalog.Rows[float64]() {
			if row.OfLibraries() {
				others--
			}
			if !row.OfLibraries() || others >= 0 {
				rows = append(rows, row.Info)
			}
		}
		for _, p := range []int{1, 2, 4, 8, 64, 128, 256} {
			for _, sizes := range [][]int{{8}, {8, 1024}, {8, 64, 512, 4 << 10, 32 << 10, 256 << 10,
				2 << 20}} {
				c := Config{MeasuredCases: MeasuredCases{Collectives: ops, Sizes: sizes},
					Contenders: Contenders{Rows: rows}}.withDefaults()
				got := c.footprint(p).memoryNeed(p, cold)
				assert.LessOrEqual(t, got.Rank, 66*mega+2*c.largestCallBytes(p), "%v of %v on %d ranks", ops,
					sizes, p)
				assert.LessOrEqual(t, got.Machine, p*(got.Rank+maxSharedBytes), "%v of %v on %d ranks", ops,
					sizes, p)
				if p >= 128 && len(sizes) == 2 {
					assert.LessOrEqual(t, got.Rank, 48*mega, "%v on %d ranks", ops, p)
				}
			}
		}
	}
}

// The memory need of a rank is the sum of its parts.
func TestNeed(t *testing.T) {
	const mega = 1 << 20
	base := Config{MeasuredCases: MeasuredCases{Collectives: []catalog.Collective{catalog.Alltoall},
		Sizes: []int{mega}},
		Effort: Effort{Exact: 1}}
	const samples = 2 * bytesPerSample // native and one other contender
	rest := func(p int) int { return programBytes + contender.ProgramsAtMost + bytesPerPeer*p }
	tests := []struct {
		name     string
		change   func(c *Config)
		p, cold  int
		rank     int
		machines int // number of ranks on a machine
	}{
		{"warm: the largest call twice", func(*Config) {}, 8, 0, rest(8) + 2*16*mega, 8},
		{"cold: at most the room", func(c *Config) { c.Sizes = []int{8} }, 8, 100 * mega,
			rest(8) + maxRoomPerRank - samples + 128, 8},
		{"small caches need less", func(c *Config) { c.Sizes = []int{8} }, 8, 6 * mega,
			rest(8) + 6*mega + 128, 8},
		{"the room is shared", func(c *Config) { c.Sizes = []int{8} }, 256, 100 * mega,
			rest(256) + maxRoomPerMachine/256 + 2*256*8, 256},
		{"of the ranks on one machine", func(c *Config) { c.Sizes = []int{8} }, 256, 100 * mega,
			rest(256) + maxRoomPerRank - samples + 2*256*8, 4},
		{"a limit is used in full", func(c *Config) { c.Sizes, c.MemoryLimit = []int{8}, 90*mega }, 8,
			100 * mega, rest(8) + 90*mega + 128, 8},
		{"a limit leaves calls out", func(c *Config) { c.MemoryLimit = 15 * mega }, 8, 0,
			rest(8) + messageBufferBytes, 8},
		{"many samples leave less room", func(c *Config) { c.Sizes, c.Exact = []int{8}, 1<<18 }, 8,
			100 * mega, rest(8) + minRoomPerRank + 128, 8},
		{"chosen cells: one operation at one size", func(c *Config) {
			c.Collectives = []catalog.Collective{catalog.Alltoall, catalog.Bcast}
			c.Sizes, c.Cells, c.Exact = []int{8, 16, 32, 64},
				[]TimedCase{{Case: results.Case{Op: catalog.Bcast, Bytes: 8}}}, 1<<17
		}, 8, 100 * mega, rest(8) + maxRoomPerRank - samples<<17 + 64*16, 8},
		{"segments are programs", func(c *Config) { c.Segment = 1 << 10 }, 8, 0,
			rest(8) + 2*16*mega + 16<<10*programBytesPerSegment, 8},
	}
	for _, test := range tests {
		c := base
		test.change(&c)
		c = c.withDefaults()
		got := c.footprint(test.p).memoryNeed(test.machines, test.cold)
		kept := c.Most * samples // bytes of the samples on rank 0
		assert.Equal(t, test.rank+kept, got.Rank, test.name)
		assert.Equal(t, test.machines*(test.rank+maxSharedBytes)+kept, got.Machine, test.name)
	}
}

// Without --mem-limit, the limit is chosen so that the run fits in the free memory. Calls that would not fit
// are omitted.
func TestShareOfFreeMemory(t *testing.T) {
	const giga = 1 << 30
	c := Config{MeasuredCases: MeasuredCases{Collectives: []catalog.Collective{catalog.Alltoall},
		Sizes: []int{1 << 20}},
		Effort: Effort{Exact: 1}}.withDefaults()
	assert.Equal(t, giga, c.footprint(4).defaultLimit(4, 100*giga), "1 GiB is enough")
	for _, free := range []int64{8 * giga, 16 * giga, 64 * giga} {
		c.MemoryLimit = c.footprint(64).defaultLimit(64, free)
		assert.Less(t, c.MemoryLimit, giga)
		assert.Positive(t, c.MemoryLimit)
		assert.Less(t, int64(c.footprint(64).memoryNeed(64, giga).Machine), free)
	}
	c.MemoryLimit = giga
	assert.Zero(t, c.footprint(64).defaultLimit(64, giga), "not even the ranks themselves fit")
	assert.Equal(t,
		"64 ranks on one machine need up to 3 GiB, but only 1 GiB is free; use fewer ranks, a smaller "+
			"--size or --mem-limit, or a machine with more memory",
		notEnoughMemoryText(64, memoryNeed{Machine: 3 * giga}, giga))
}

// A dry run prints the memory of a rank and of all ranks together.
func TestPlanTellsTheMemory(t *testing.T) {
	var out bytes.Buffer
	cfg := Config{MeasuredCases: MeasuredCases{Collectives: []catalog.Collective{catalog.Bcast},
		Sizes: []int{8}},
		Effort: Effort{Exact: 4}}
	WriteDryRun(&out, cfg, []int{2, 4})
	most := cfg.withDefaults().memoryOnOneMachine(4)
	assert.Contains(t, strings.ReplaceAll(out.String(), "\n", " "),
		tables.MemoryText(most.Rank, most.Machine))
}

// With -i, a dry run does not promise a time, and a run whose samples do not fit in a file is refused.
func TestExactNumberOfSamples(t *testing.T) {
	var out bytes.Buffer
	cfg := Config{MeasuredCases: MeasuredCases{Collectives: []catalog.Collective{catalog.Bcast},
		Sizes: []int{8}},
		Effort: Effort{Exact: 4}}
	WriteDryRun(&out, cfg, []int{2})
	assert.Contains(t, strings.ReplaceAll(out.String(), "\n", " "), "takes as long as 4 calls of every cell")
	cfg = cfg.withDefaults()
	assert.NoError(t, cfg.checkSamples(2))
	cfg.Exact = 1 << 28
	assert.ErrorIs(t, cfg.checkSamples(2), ErrSamples)
	assert.ErrorContains(t, cfg.checkSamples(2), "-i 268435456 for ")
}

func TestColdBytes(t *testing.T) {
	one := host.Caches{Private: 2 << 20, Last: 100 << 20, All: 100 << 20}
	assert.Equal(t, 2*(200<<20), buffers.ColdBytes(one, 1))
	assert.Equal(t, 2*(50<<20), buffers.ColdBytes(one, 4))
	assert.Equal(t, 2*(8<<20), buffers.ColdBytes(one, 100), "four times level 2")
	sixteen := host.Caches{Private: 1 << 20, Last: 32 << 20, All: 16 * 32 << 20}
	assert.Equal(t, 2*(64<<20), buffers.ColdBytes(sixteen, 2), "a rank cannot fill more than one cache")
	assert.Equal(t, 2*(16<<20), buffers.ColdBytes(sixteen, 64))
}
