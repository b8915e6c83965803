package tune

import (
	"slices"
	"time"

	"topocoll/bench/results"
	"topocoll/internal/profile"
	"topocoll/tuned"
)

// Queues holds the queues of a run, one for each job. When a queue begins, it gets a share of the remaining
// time. The share is proportional to the number of given cases in the queue.
type Queues struct {
	Began  time.Time
	Limit  time.Duration
	Points []Point // measured points of all jobs

	queues []*Queue
	begun  int
}

// Append adds a queue at the end. Begin sets the queue's time limit and points.
func (l *Queues) Append(q *Queue) { l.queues = append(l.queues, q) }

// Begin begins the next queue.
func (l *Queues) Begin(now time.Time) {
	cases := 0
	for _, q := range l.queues[l.begun:] {
		cases += len(q.Given)
	}
	next := l.queues[l.begun]
	next.Began, next.Points = now, l.Points
	next.Limit = l.TimeLeft(now) * time.Duration(len(next.Given)) / time.Duration(cases)
	l.begun++
}

// Current returns the current queue, which is the last one that has begun.
func (l *Queues) Current() *Queue { return l.queues[l.begun-1] }

// Add adds a point to the current queue.
func (l *Queues) Add(p Point) {
	l.Current().Add(p)
	l.Points = l.Current().Points
}

// TimeLeft returns the time until the limit.
func (l *Queues) TimeLeft(now time.Time) time.Duration { return l.Limit - now.Sub(l.Began) }

// CountMissing returns the sum of Queue.CountMissing over all queues.
func (l *Queues) CountMissing() (n int) {
	for i, q := range l.queues {
		if i >= l.begun {
			q.Points = l.Points
		}
		n += q.CountMissing()
	}
	return n
}

// CountAsked returns the sum of Queue.CountAsked over all queues.
func (l *Queues) CountAsked() (n int) {
	for _, q := range l.queues {
		n += q.CountAsked()
	}
	return n
}

// QueuesFor returns a queue for each job of the targets. The jobs keep the order of the targets, which are
// sorted by time, longest first.
func QueuesFor(targets []profile.Target) (queues []*Queue) {
	for _, t := range targets {
		i := slices.IndexFunc(queues, func(q *Queue) bool { return q.Job == t.Job })
		if i < 0 {
			i = len(queues)
			queues = append(queues, &Queue{Job: t.Job, Calls: map[results.Case]profile.Target{}})
		}
		c := results.Case{Op: t.Op, P: t.Ranks, Bytes: t.Bytes}
		queues[i].Given, queues[i].Calls[c] = append(queues[i].Given, c), t
	}
	for _, q := range queues {
		q.Root = commonRoot(targets, q.Job)
	}
	return queues
}

// SetSpan records in a point the sizes of the calls that it stands for, if the queue has calls.
func (q *Queue) SetSpan(p *Point) {
	for c, t := range q.Calls {
		if c.Op == p.Op && max(word, c.Bytes) == p.Bytes {
			p.From, p.To = t.From, t.To
		}
	}
}

// commonRoot returns the root of all rooted calls of a job. It returns nil if there is no such call, or if
// the calls have several roots.
func commonRoot(targets []profile.Target, job tuned.Job) (root *int) {
	for _, t := range targets {
		switch {
		case t.Job != job || !t.Op.Rooted():
		case t.Root < 0 || root != nil && *root != t.Root:
			return nil
		default:
			root = &t.Root
		}
	}
	return root
}

// Sizes returns the sizes of the given cases in ascending order without duplicates. Sizes below one word
// become one word.
func (q *Queue) Sizes() (sizes []int) {
	for _, c := range q.Given {
		sizes = append(sizes, max(word, c.Bytes))
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

// Ranks chooses ranks for a job from the existing ranks. It chooses as many ranks as the job has, with the
// same distribution over hosts. The argument `hosts` contains the host of each existing rank. The result is
// in ascending order and begins with rank 0. It is nil if the existing ranks cannot have this distribution.
func Ranks(hosts []string, job tuned.Job) (ranks []int) {
	var names []string // in the order in which the hosts are chosen
	on := map[string][]int{}
	for rank, host := range hosts {
		if on[host] = append(on[host], rank); len(on[host]) == 1 {
			names = append(names, host)
		}
	}
	if job.Hosts < 1 || len(names) < job.Hosts {
		return nil
	}
	// The host of rank 0 stays first. The other hosts are sorted by their number of ranks, the largest number
	// first. Numbers above job.Slots count as job.Slots.
	slices.SortStableFunc(names[1:], func(a, b string) int {
		return min(job.Slots, len(on[b])) - min(job.Slots, len(on[a]))
	})
	names = names[:job.Hosts]
	fullest := slices.IndexFunc(names, func(name string) bool { return len(on[name]) >= job.Slots })
	left := job.Ranks - job.Slots - (job.Hosts - 1)
	if fullest < 0 || left < 0 {
		return nil
	}
	for i, name := range names {
		n := job.Slots
		if i != fullest {
			more := min(left, len(on[name])-1, job.Slots-1)
			left -= more
			n = 1 + more
		}
		ranks = append(ranks, on[name][:n]...)
	}
	if left > 0 {
		return nil
	}
	slices.Sort(ranks)
	return ranks
}
