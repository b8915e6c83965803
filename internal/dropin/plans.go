// Package dropin writes the plan file of libtopocoll.so. The file selects an algorithm for each call, and
// contains the plans of the algorithms for blocks of any length. See docs/how-to/drop-in.md. The source of
// the library is in the folder dropin/.
package dropin

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"topocoll/catalog"
	"topocoll/plan"
	"topocoll/topo"
	"topocoll/topo/pack"
	"topocoll/tuned"
)

const (
	// MostRanks is the largest number of processes for which plans are written.
	MostRanks = 4096
	// AllSizes is the largest process count for which every algorithm has plans for every root.
	AllSizes = 128
	// maxSteps is the largest number of steps of an algorithm for more than AllSizes processes, summed over
	// all processes. The plans of such an algorithm take up at most about 70 MB.
	maxSteps = 1 << 19
)

// Plans holds the contents of a plan file.
type Plans struct {
	// On is the network between the hosts; nil means one switch. Only plans for On.Ranks() processes use it.
	On *topo.Fabric
	// TooLong lists the algorithms of a table that have too many steps, each with its process count. The MPI
	// library executes the calls for which the table selects them.
	TooLong []string
	sets    []planSet
	choices []choice
}

// A planSet holds the plans of one algorithm for one process count.
type planSet struct {
	*catalog.Template
	placement     tuned.Job // number of ranks; with two levels, also the numbers of hosts and slots
	segments      float64   // number of segments in a block
	forWholeUnits bool      // false: only for the remaining words of another set, or for unequal blocks
	stretched     int       // index of the set for blocks of different lengths, which may be this set; -1: none
	// Unit i of a rank's scratch memory holds unit scratch[root][rank][i] of the blocks. The units of all
	// blocks are numbered consecutively. If scratch is nil, the plans are only for equal blocks.
	scratch [][][]int32
	// longestMessage is the length in units of the longest message of any rank. WriteTo computes it.
	longestMessage int

	renamed bool     // memory is renamed so that the plans write each word at most once
	job     plan.Job // the plans of all ranks before renaming; nil until they are needed
}

// A choice selects the sets that execute calls with blocks of at least `from` and at most `to` bytes.
// wholeSet is the index of the set that handles the whole units of a block; restSet is the index of the set
// that handles the remaining words.
type choice struct {
	op                catalog.Collective
	job               tuned.Job
	from, to          int64
	wholeSet, restSet int // -1: the MPI library executes the calls
	// maxUneven limits the longest block of a call with counts, in percent of the mean block.
	maxUneven int32
	// minExchanged is the smallest mean block, in bytes, for which the ranks may exchange the counts.
	minExchanged int32
}

// Takes reports whether libtopocoll.so can execute an operation. MPI has no function for shifts.
func Takes(op catalog.Collective) bool { return op != catalog.Shift }

// Empty reports whether f contains no plans.
func (f *Plans) Empty() bool { return len(f.sets) == 0 }

// Force adds the plans of an algorithm for p ranks. The variable TOPOCOLL_FORCE selects these plans.
func (f *Plans) Force(row catalog.Row[byte], p int) error {
	segments := 0.0
	if row.Pipelined() {
		segments = 8
	}
	_, _, err := f.addSets(row, tuned.Job{Ranks: p}, segments)
	return err
}

// Tuned adds the choices of a table for communicators of at most p ranks. If a choice is a native algorithm,
// the MPI library executes the calls, and package rules writes the choice to a rules file.
func (f *Plans) Tuned(table *tuned.Table, p int) error {
	for _, c := range table.Choices {
		if c.Ranks > p || !Takes(c.Op) {
			continue
		}
		selected := choice{op: c.Op, job: c.Job, from: int64(c.From), to: math.MaxInt64,
			wholeSet: -1, restSet: -1, maxUneven: maxUnevenBlock(c),
			minExchanged: int32(minExchangedBlock(c.Ranks))}
		if c.To != nil {
			selected.to = int64(*c.To)
		}
		if row, found := catalog.FindByteRow(c.Algo); found {
			var err error
			selected.wholeSet, selected.restSet, err = f.addSets(row, c.Job, segments(c))
			if errors.Is(err, errTooLong) {
				f.TooLong = append(f.TooLong, fmt.Sprintf("%s on %d ranks", row.ID, c.Ranks))
				selected.wholeSet, selected.restSet = -1, -1
			} else if err != nil {
				return err
			}
		}
		f.choices = append(f.choices, selected)
	}
	return nil
}

// segments returns the number of segments into which a plan divides each block. The number does not depend on
// the block's length. It is the longest measured block divided by the measured segment size, but at most 64.
// It is 0 for an algorithm without segments.
func segments(c tuned.Choice) float64 {
	const maxSegments = 64
	if c.Segment == 0 {
		return 0
	}
	return min(maxSegments, float64(slices.Max(append(c.Sizes, c.From, 1)))/float64(c.Segment))
}

var errTooLong = errors.New("too many steps for a plan file")

// checkLength returns an error if the plans of an algorithm would be too long. For example, linear algorithms
// have p steps on each of p processes. checkLength records only the plans of the first and the last process,
// and multiplies their lengths by the numbers of processes that lead and do not lead a host. The first
// process leads its host. The last one does so only if it is alone on its host.
func checkLength(row catalog.Row[byte], p int, a catalog.Args[byte]) error {
	leaders := p
	if a.Network != nil {
		leaders = len(a.Network.Hosts().Nodes)
	}
	first, err := catalog.Plan(row, 0, p, p, a)
	if err != nil {
		return err
	}
	last, err := catalog.Plan(row, p-1, p, p, a)
	if err != nil {
		return err
	}
	if steps := leaders*len(first.Steps) + (p-leaders)*len(last.Steps); steps > maxSteps {
		return fmt.Errorf("%s on %d ranks: %w: %d, want at most %d", row.ID, p, errTooLong, steps,
			maxSteps)
	}
	return nil
}

// addSets returns the indices of two sets of an algorithm, for whole units and for the remaining words. It
// adds the sets that do not exist yet.
func (f *Plans) addSets(row catalog.Row[byte], job tuned.Job, segments float64) (whole, rest int,
	err error) {
	p := job.Ranks
	if row.Between == "" {
		job.Hosts, job.Slots = 0, 0
	}
	if p > MostRanks {
		return 0, 0, fmt.Errorf("%d ranks, want at most %d", p, MostRanks)
	}
	at := slices.IndexFunc(f.sets, func(s planSet) bool {
		return s.Row.ID == row.ID && s.placement == job && s.segments == segments && s.forWholeUnits
	})
	if at < 0 {
		if p > AllSizes {
			if err := checkLength(row, p, f.recordingArgs(row, job)); err != nil {
				return 0, 0, err
			}
		}
		template, err := catalog.NewTemplate(row, p, segments, f.recordingArgs(row, job))
		if err != nil {
			return 0, 0, err
		}
		at = len(f.sets)
		f.sets = append(f.sets, planSet{Template: template, placement: job, segments: segments,
			forWholeUnits: true, stretched: -1})
		if template.Units > 1 {
			f.sets = append(f.sets, planSet{Template: template.Rest(), stretched: -1})
		}
		for i := range f.sets[at:] {
			if err := f.stretch(at + i); err != nil {
				return 0, 0, err
			}
		}
	}
	if f.sets[at].Units > 1 {
		return at, at + 1, nil
	}
	return at, at, nil
}

// recordingArgs returns the arguments with which an algorithm is recorded for the ranks of a job. The
// operator commutes if the algorithm requires a commutative one. libtopocoll.so checks the operator of each
// call.
func (f *Plans) recordingArgs(row catalog.Row[byte], job tuned.Job) (a catalog.Args[byte]) {
	on := topo.Fabric{Network: topo.NewStar(job.Ranks), Slots: 1}
	switch {
	case f.On != nil && f.On.Ranks() == job.Ranks:
		on = *f.On
		a.Mesh = on.FilledExtents()
	case job.Hosts*job.Slots == job.Ranks && job.Slots > 1:
		on = topo.Fabric{Network: topo.NewStar(job.Hosts), Slots: job.Slots}
	}
	if row.Topology() == "network" {
		a.Network = pack.Into(on.Between())
	}
	if !row.TakesMesh(a.Mesh) {
		a.Mesh = nil
	}
	a.Op.Commutative = row.Commutative
	return a
}

// sortedChoices returns the choices ordered by operation, job and block size.
func (f *Plans) sortedChoices() []choice {
	list := slices.Clone(f.choices)
	slices.SortStableFunc(list, func(a, b choice) int {
		return cmp.Or(a.operationIndex()-b.operationIndex(), a.job.Ranks-b.job.Ranks, a.job.Hosts-b.job.Hosts,
			a.job.Slots-b.job.Slots, cmp.Compare(a.from, b.from))
	})
	return list
}

func (c choice) operationIndex() int { return slices.Index(catalog.Collectives(), c.op) }
