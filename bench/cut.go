package bench

import "topocoll/plan"

// The limits of a choice of a cut. They keep it at some 10 ms, and 40 at most; for packed trees on 64 ranks at 30 to 50. Recording a
// job takes time for each word, and scheduling it for each step.
const (
	leastCut   = 512     // bytes of a piece; a message of up to twice as many is not cut
	mostPieces = 64      // of a message
	mostWords  = 1 << 22 // of all buffers of a job
)

// A reach is of how many ranks and steps a job may be whose messages are cut.
type reach struct{ ranks, steps int }

var (
	usualReach  = reach{32, 1 << 11}
	packedReach = reach{64, 1 << 14} // of trees packed into a network, down which whole messages go one step after another
)

func (r recording) reach() reach {
	if r.p > usualReach.ranks && r.row.Topology() == "network" && r.row.Radix == 0 {
		return packedReach
	}
	return usualReach
}

// promise is how many times as long the calls must take without the cut, by the times of messages. These are not exact, and
// a plan with more steps takes longer to carry out.
const promise = 1.1

// eagerTCP is the bytes of a message between hosts that goes both ways at the same time. Longer ones than its eager limit of
// 64 KiB, with the header, Open MPI announces first, and then the two directions of a connection take turns. Messages of the
// run are often too short to show that. On a 4x4 torus at 50 Mbit/s the allgather of 128 KiB blocks took 4.0 times as long
// as possible with whole messages, and 1.8 times with those of 32 KiB.
const eagerTCP = 32 << 10

// cut returns the length in words of the longest message with which the plans of a call should finish soonest, see cutOf.
func (e exchanges) cut(call recording, word int, allPort bool) (words int, err error) {
	within := call.reach()
	if len(e.bytes) == 0 || call.p > within.ranks {
		return 0, nil
	}
	call, grain := call.coarse()
	job, err := call.plans()
	if err != nil {
		return 0, err
	}
	words, err = e.cutOf(job, within, grain*word, allPort)
	return words * grain, err
}

// cutOf returns the length in words of the longest message with which prepared plans should finish soonest, and 0 if
// messages are best left as they are: of the sizes that were timed, by the schedule of the plans on nodes with
// one port or with all, whose messages take the times of e. This finds both that a message pays for being cut because its parts overlap on several
// hops, and that it takes longer than its parts together: past the eager limit of a transport. unit is the bytes of a word.
func (e exchanges) cutOf(job plan.Job, within reach, unit int, allPort bool) (words int, err error) {
	longest := job.LongestMessage()
	if len(e.bytes) == 0 || len(job) > within.ranks || longest*unit <= 2*leastCut || job.Pieces(longest) > within.steps {
		return 0, nil
	}
	var lengths []int
	for _, bytes := range e.bytes {
		if n := bytes / unit; n*unit >= leastCut && n*mostPieces >= longest {
			lengths = append(lengths, n)
		}
	}
	m := plan.Machine{AllPort: allPort, Message: func(_, _, words int) float64 { return e.piece(words*unit, longest*unit) }}
	words, gain, err := job.CutTo(m, within.steps, lengths)
	if err != nil || gain < promise {
		return 0, err
	}
	return words, nil
}

// piece returns the time of a piece of a message. A piece that is longer than what transports send at once takes at least
// its share of the whole where messages are as fast as memory: a timed message of its length had its words in a nearer
// cache than a part of a long message has. On a slower network caches do not matter.
func (e exchanges) piece(bytes, whole int) float64 {
	const atOnce, memory = 8192, 0.5 // bytes; ns/byte
	share := e.time(whole) / float64(whole)
	if bytes <= atOnce || share > memory {
		return e.time(bytes)
	}
	return max(e.time(bytes), share*float64(bytes))
}

// coarse returns a call like r with fewer words, of which each stands for grain words of r, if all buffers of r have too
// many.
func (r recording) coarse() (coarse recording, grain int) {
	r.m, grain = r.row.Op.Coarse(r.p, r.m, r.args.Root, mostWords)
	r.args.Counts = r.args.Counts.Coarse(grain)
	r.args.Segment = (r.args.Segment + grain - 1) / grain
	return r, grain
}
