package contender

import (
	"topocoll/bench/calibration"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
)

// A recordedCall is a call of one of our procedures whose plans can be recorded.
type recordedCall struct {
	row  catalog.Row[byte]
	p, m int                // number of ranks, and length of a block in words
	args catalog.Args[byte] // arguments without buffers
}

// nodePlan returns the plan of one node before Args.PlanSegment divides its messages.
func (r recordedCall) nodePlan(rank int) (*plan.Plan, error) {
	return catalog.Plan(r.row, rank, r.p, r.m, r.argsWithoutPlanSegment())
}

// allPlans returns the plans of all nodes before Args.PlanSegment divides their messages.
func (r recordedCall) allPlans() (plan.Job, error) {
	return catalog.Plans(r.row, r.p, r.m, r.argsWithoutPlanSegment())
}

func (r recordedCall) argsWithoutPlanSegment() catalog.Args[byte] {
	a := r.args
	a.Op, a.PlanSegment = comm.Op[byte]{Commutative: true}, 0 // the operator is commutative, like a sum
	return a
}

// Limits on the choice of a segment size. With these limits, a choice usually takes about 10 ms, and at most
// 40 ms. For packed trees on 64 ranks it takes 30 to 50 ms. The time to record a job grows with the number of
// words, and the time to schedule it grows with the number of steps.
const (
	maxSegments = 64      // segments in a message
	maxWords    = 1 << 22 // words in all buffers of a job
)

// A jobLimit is the size of the largest job whose messages are divided.
type jobLimit struct{ ranks, steps int }

var (
	defaultJobLimit = jobLimit{32, 1 << 11}
	// limit for packed trees, which forward whole messages step by step
	packedTreesJobLimit = jobLimit{64, 1 << 14}
)

func (r recordedCall) limit() jobLimit {
	if r.p > defaultJobLimit.ranks && r.row.Topology() == "network" && r.row.Radix == 0 {
		return packedTreesJobLimit
	}
	return defaultJobLimit
}

// minGain is the minimum gain for which messages are divided. The gain is the predicted time with whole
// messages divided by the predicted time with segments. The limit is more than 1, because predictions are
// inexact, and more steps take more time.
const minGain = 1.1

// bestSegmentOfCall returns the result of bestSegmentOfJob for the plans of a call.
func bestSegmentOfCall(e calibration.Exchanges, call recordedCall, word int, allPort bool) (words int,
	err error) {
	limit := call.limit()
	if len(e.Bytes) == 0 || call.p > limit.ranks {
		return 0, nil
	}
	call, grain := call.coarsen()
	job, err := call.allPlans()
	if err != nil {
		return 0, err
	}
	words, err = bestSegmentOfJob(e, job, limit, grain*word, allPort)
	return words * grain, err
}

// bestSegmentOfJob returns the segment size in words with which simulated plans finish soonest, or 0 for
// whole messages. It tries every timed size, with the message times of e, on one-port or all-port nodes.
// Segments save time because they overlap on several hops, and because a message beyond a transport's eager
// limit can take longer than its segments together. The argument `unit` is the number of bytes of a word.
func bestSegmentOfJob(e calibration.Exchanges, job plan.Job, limit jobLimit, unit int,
	allPort bool) (words int, err error) {
	longest := job.LongestMessage()
	if len(e.Bytes) == 0 || len(job) > limit.ranks || longest*unit <= 2*calibration.LeastSegment ||
		job.CountSegments(longest) > limit.steps {
		return 0, nil
	}
	e = e.OfCall(busiestWords(job) * unit)
	var lengths []int
	for _, bytes := range e.Bytes {
		if n := bytes / unit; n*unit >= calibration.LeastSegment && n*maxSegments >= longest {
			lengths = append(lengths, n)
		}
	}
	m := plan.Machine{AllPort: allPort, Message: func(_, _, words int) float64 {
		return segmentTime(e, words*unit, longest*unit)
	}}
	words, gain, err := job.FastestSegmentOf(m, limit.steps, lengths)
	if err != nil || gain < minGain {
		return 0, err
	}
	return words, nil
}

// busiestWords returns the largest number of words that any node sends or receives.
func busiestWords(job plan.Job) (words int) {
	for i := range job {
		n := job[i].Counts()
		words = max(words, n.Out, n.In)
	}
	return words
}

// segmentTime returns the time of a segment of a message. If messages are as fast as memory, a segment of
// more than 8 KiB takes at least its share of the time of the whole message. A separate message of the same
// size would take less time than this share, because its words would be in nearer caches. On a slower
// network, caches do not matter.
func segmentTime(e calibration.Exchanges, bytes, wholeBytes int) float64 {
	const atOnce, memory = 8192, 0.5 // atOnce is in bytes, and memory in ns/byte
	share := e.Time(wholeBytes) / float64(wholeBytes)
	if bytes <= atOnce || share > memory {
		return e.Time(bytes)
	}
	return max(e.Time(bytes), share*float64(bytes))
}

// coarsen returns a similar call whose buffers have at most maxWords words. Each word represents `grain`
// words of r.
func (r recordedCall) coarsen() (coarse recordedCall, grain int) {
	r.m, grain = r.row.Op.Coarse(r.p, r.m, r.args.Root, maxWords)
	r.args.Counts = r.args.Counts.Coarse(grain)
	r.args.Segment = (r.args.Segment + grain - 1) / grain
	return r, grain
}

// countersOf returns the numbers of rounds, sent messages and sent bytes of a plan whose words have `word`
// bytes.
func countersOf(node *plan.Plan, word int) results.Counters {
	n := node.Counts()
	return results.Counters{Rounds: n.Rounds, Messages: n.Sent, Bytes: n.Out * word}
}
