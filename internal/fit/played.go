package fit

import (
	"sort"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
)

// The limits of what is played. They keep a call at some 10 ms, and most below 1 ms.
const (
	mostRanks = 64
	mostSteps = 1 << 16 // of the plans of a call
	mostWords = 1 << 20 // of all buffers of a call
)

// trees is the greatest number of parts of a message that go through pipelines at the same time: see mesh.BcastTrees.
const trees = 4

// A played call is its plans, those of a shift for the two distances with the median time.
type played struct {
	jobs  []plan.Job
	bytes float64 // of one of their words
}

// time plays the plans.
func (p played) time(ts, tw float64) (ns float64) {
	for _, job := range p.jobs {
		schedule, err := job.Schedule(plan.Machine{Ts: ts, Tw: tw * p.bytes})
		if err != nil {
			panic(err) // ts and tw are those of a line, and procedures do not deadlock
		}
		ns += schedule.Finish / float64(len(p.jobs))
	}
	return ns
}

// played returns the plans of a call if they are not too long.
func (c call) played(known middles) (p played, found bool) {
	if c.p > mostRanks {
		return p, false
	}
	c, grain := c.coarse()
	p.bytes = grain * float64(c.word)
	shifts := []int{1}
	if c.row.Op == catalog.Shift {
		shifts = known.of(c)
	}
	for _, q := range shifts {
		job := c.job(q)
		if job == nil {
			return p, false
		}
		p.jobs = append(p.jobs, job)
	}
	return p, true
}

// coarse returns a call like c with fewer words, each of which stands for grain words of c, if all buffers of c have too many.
func (c call) coarse() (coarse call, grain float64) {
	words, of := c.row.Op.Coarse(c.p, c.words, 0, mostWords)
	if of == 1 {
		return c, 1
	}
	grain = float64(c.words) / float64(words)
	c.words = words
	if c.cut > 0 {
		c.cut = max(1, int(float64(c.cut)/grain+0.5))
	}
	return c, grain
}

// job returns the plans of a call, cut as its messages were. A pipelined algorithm takes as many segments as let its nodes have
// the rounds that were counted. It is nil if the plans would have too many steps.
func (c call) job(shift int) plan.Job {
	whole := c.segmented(shift, 1)
	if whole == nil || rounds(whole) >= c.rounds {
		return whole
	}
	enough := func(parts int) bool {
		job := c.segmented(shift, parts+1)
		return job == nil || rounds(job) >= c.rounds
	}
	most := min(trees*c.rounds, mostSteps/c.p)
	return c.segmented(shift, 1+sort.Search(most, enough))
}

// segmented returns the plans of a call with segments of a pipeline as long as a part of a message in so many.
func (c call) segmented(shift, parts int) plan.Job {
	args := catalog.Args[byte]{Shift: shift, Mesh: c.mesh, Network: c.network,
		Segment: max(1, (c.words+parts-1)/parts), Cut: c.cut, Op: comm.Op[byte]{Commutative: true}}
	job, err := catalog.Record(c.row, c.p, c.words, args)
	if err != nil || c.cut > 0 && job.Pieces(c.cut) > mostSteps {
		return nil
	}
	steps := 0
	for _, node := range job {
		steps += len(node.Steps)
	}
	if steps > mostSteps {
		return nil
	}
	if c.cut == 0 {
		return job // local moves take no time, so it does not matter which of them are needed
	}
	if job, err = catalog.Plans(c.row, c.p, c.words, args); err != nil {
		return nil
	}
	return job
}

// rounds returns the communication steps of the node that has most.
func rounds(job plan.Job) (most int) {
	for _, node := range job {
		most = max(most, node.Counts().Rounds)
	}
	return most
}
