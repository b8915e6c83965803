package contender

import (
	"topocoll/bench/calibration"
	"topocoll/plan"
)

// The limits of a choice of a segment size. They limit its time to some 10 ms, at most 40; for packed trees
// on 64 ranks to 30 to 50 ms. Recording a job takes time for each word, and scheduling it for each step.
const (
	leastSegment = 512     // bytes; a message of up to twice as many stays whole
	mostSegments = 64      // of a message
	mostWords    = 1 << 22 // of all buffers of a job
)

// A jobLimit is the largest job whose messages are divided.
type jobLimit struct{ ranks, steps int }

var (
	usualLimit  = jobLimit{32, 1 << 11}
	packedLimit = jobLimit{64, 1 << 14} // of trees packed into a network, through which whole messages go step by step
)

func (r recording) limit() jobLimit {
	if r.p > usualLimit.ranks && r.row.Topology() == "network" && r.row.Radix == 0 {
		return packedLimit
	}
	return usualLimit
}

// leastGain is the factor by which the times of messages must predict shorter calls. These times are not
// exact, and a plan with more steps takes longer to run.
const leastGain = 1.1

// eagerTCP is the bytes of a message between hosts that goes both ways at the same time. Open MPI announces a
// message that is longer, with its header, than the eager limit of 64 KiB. Then the two directions of a
// connection take turns. Messages of the run are often too short to show that. On a 4x4 torus at 50 Mbit/s
// the allgather of 128 KiB blocks took 4.0 times its lower bound with whole messages, and 1.8 times with
// messages of 32 KiB.
const eagerTCP = 32 << 10

// segmentOfCall returns the length in words of the longest message with which the plans of a call should
// finish soonest.
func segmentOfCall(e calibration.Exchanges, call recording, word int, allPort bool) (words int, err error) {
	limit := call.limit()
	if len(e.Bytes) == 0 || call.p > limit.ranks {
		return 0, nil
	}
	call, grain := call.coarse()
	job, err := call.plans()
	if err != nil {
		return 0, err
	}
	words, err = segmentOfJob(e, job, limit, grain*word, allPort)
	return words * grain, err
}

// segmentOfJob returns the length in words of the longest message with which plans should finish soonest; 0
// if messages are best left whole. It tries the sizes that were timed in the schedule of the plans on nodes
// with one port or with all, whose messages take the times of e. So it finds whether segments save time
// because they overlap on several hops, and whether a message takes longer than its segments together, past
// the eager limit of a transport. unit is the bytes of a word.
func segmentOfJob(e calibration.Exchanges, job plan.Job, limit jobLimit, unit int, allPort bool) (words int, err error) {
	longest := job.LongestMessage()
	if len(e.Bytes) == 0 || len(job) > limit.ranks || longest*unit <= 2*leastSegment || job.Pieces(longest) > limit.steps {
		return 0, nil
	}
	var lengths []int
	for _, bytes := range e.Bytes {
		if n := bytes / unit; n*unit >= leastSegment && n*mostSegments >= longest {
			lengths = append(lengths, n)
		}
	}
	m := plan.Machine{AllPort: allPort, Message: func(_, _, words int) float64 {
		return segmentTime(e, words*unit, longest*unit)
	}}
	words, gain, err := job.CutTo(m, limit.steps, lengths)
	if err != nil || gain < leastGain {
		return 0, err
	}
	return words, nil
}

// segmentTime returns the time of a segment of a message. Where messages are as fast as memory, a segment
// that is longer than what transports send at once takes at least its share of the whole: a timed message of
// its length had its words in a nearer cache than a segment of a long message has. On a slower network caches
// do not matter.
func segmentTime(e calibration.Exchanges, bytes, whole int) float64 {
	const atOnce, memory = 8192, 0.5 // bytes; ns/byte
	share := e.Time(whole) / float64(whole)
	if bytes <= atOnce || share > memory {
		return e.Time(bytes)
	}
	return max(e.Time(bytes), share*float64(bytes))
}

// coarse returns a call like r with fewer words, each of which stands for grain words of r, if all buffers of
// r have too many.
func (r recording) coarse() (coarse recording, grain int) {
	r.m, grain = r.row.Op.Coarse(r.p, r.m, r.args.Root, mostWords)
	r.args.Counts = r.args.Counts.Coarse(grain)
	r.args.Segment = (r.args.Segment + grain - 1) / grain
	return r, grain
}
