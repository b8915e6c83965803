package fit

import (
	"fmt"
	"math"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
)

// These limits apply to simulated plans. Within them, simulating a call takes at most about 10 ms, and
// usually less than 1 ms.
const (
	maxRanks = 64
	maxSteps = 1 << 16 // steps of the plans of a call
	maxWords = 1 << 20 // words of all buffers of a call
)

// A simulation holds the plans of a call. For a shift, it holds plans for the two distances with the median
// time (see medianShiftDistances).
type simulation struct {
	jobs  []plan.Job
	bytes float64 // bytes per word of the plans
}

// time returns the simulated time of the plans, or the mean for the two distances of a shift.
func (p simulation) time(ts, tw float64) (ns float64) {
	for _, job := range p.jobs {
		schedule, err := job.Schedule(plan.Machine{Ts: ts, Tw: tw * p.bytes})
		if err != nil {
			panic(err) // cannot happen, because ts and tw of a line are not negative and no procedure deadlocks
		}
		ns += schedule.Finish / float64(len(p.jobs))
	}
	return ns
}

// newSimulation returns the plans of a call. `found` is false if the plans are too long.
func (c call) newSimulation(distances shiftDistanceCache) (p simulation, found bool) {
	if c.p > maxRanks {
		return p, false
	}
	c, grain := c.coarsen()
	p.bytes = grain * float64(c.wordBytes)
	shifts := []int{1}
	if c.row.Op == catalog.Shift {
		shifts = distances.medianDistances(c)
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

// coarsen returns the call c with fewer words if it has too many. Each word represents `grain` words of c.
func (c call) coarsen() (coarse call, grain float64) {
	words, of := c.row.Op.Coarse(c.p, c.words, 0, maxWords)
	if of == 1 {
		return c, 1
	}
	grain = float64(c.words) / float64(words)
	c.words = words
	if c.segment > 0 {
		c.segment = int(math.Ceil(float64(c.segment) / grain))
	}
	return c, grain
}

// job returns the plans of a call, with messages divided as in the run, or nil if they have too many steps.
func (c call) job(shift int) plan.Job {
	segment, planSegment := c.limits()
	if c.words/segment > maxSteps/c.p {
		return nil
	}
	args := catalog.Args[byte]{Shift: shift, Mesh: c.mesh, Network: c.network, Segment: segment,
		PlanSegment: planSegment, Op: comm.Op[byte]{Commutative: true}}
	job, err := catalog.Record(c.row, c.p, c.words, args)
	if err != nil || job.CountSteps() > maxSteps ||
		planSegment > 0 && job.CountSegments(planSegment) > maxSteps {
		return nil
	}
	if planSegment == 0 {
		return job // catalog.Plans would also remove local moves, but they take no time
	}
	if job, err = catalog.Plans(c.row, c.p, c.words, args); err != nil {
		return nil
	}
	return job
}

// shiftDistanceCache caches the result of medianShiftDistances, by algorithm, number of nodes and mesh.
type shiftDistanceCache map[string][]int

// medianDistances returns the distances at which the shift c takes its median time. Instead of computing
// times, it counts the consecutive messages in plans for one word.
func (m shiftDistanceCache) medianDistances(c call) []int {
	at := fmt.Sprint(c.row.ID, " ", c.p, " ", c.mesh)
	if m[at] == nil {
		c.words, c.segment = 1, 0
		m[at] = medianShiftDistances(c.p,
			func(q int) float64 { return simulation{jobs: []plan.Job{c.job(q)}}.time(1, 0) })
	}
	return m[at]
}
