package tune

import (
	"slices"
	"time"

	"topocoll/bench/results"
	"topocoll/internal/profile"
	"topocoll/tuned"
)

// An Agenda holds the Orders of a run, one for each job. When an order begins, it gets a share of the
// remaining time. The share is proportional to the number of given cases in the order.
type Agenda struct {
	Began  time.Time
	Limit  time.Duration
	Points []Point // measured points of all jobs

	orders      []*Order
	ordersBegun int
}

// Append adds an order at the end of the agenda. Begin sets the order's time limit and points.
func (a *Agenda) Append(o *Order) { a.orders = append(a.orders, o) }

// Begin begins the next order.
func (a *Agenda) Begin(now time.Time) {
	cases := 0
	for _, o := range a.orders[a.ordersBegun:] {
		cases += len(o.Given)
	}
	next := a.orders[a.ordersBegun]
	next.Began, next.Points = now, a.Points
	next.Limit = a.TimeLeft(now) * time.Duration(len(next.Given)) / time.Duration(cases)
	a.ordersBegun++
}

// Order returns the current order, which is the last one that has begun.
func (a *Agenda) Order() *Order { return a.orders[a.ordersBegun-1] }

// Add adds a point to the current order.
func (a *Agenda) Add(p Point) {
	a.Order().Add(p)
	a.Points = a.Order().Points
}

// TimeLeft returns the time until the limit.
func (a *Agenda) TimeLeft(now time.Time) time.Duration { return a.Limit - now.Sub(a.Began) }

// CountMissing returns the sum of Order.CountMissing over all orders.
func (a *Agenda) CountMissing() (n int) {
	for i, o := range a.orders {
		if i >= a.ordersBegun {
			o.Points = a.Points
		}
		n += o.CountMissing()
	}
	return n
}

// CountAsked returns the sum of Order.CountAsked over all orders.
func (a *Agenda) CountAsked() (n int) {
	for _, o := range a.orders {
		n += o.CountAsked()
	}
	return n
}

// OrdersFor returns an order for each job of the targets. The jobs keep the order of the targets, which are
// sorted by time, longest first.
func OrdersFor(targets []profile.Target) (orders []*Order) {
	for _, t := range targets {
		i := slices.IndexFunc(orders, func(o *Order) bool { return o.Job == t.Job })
		if i < 0 {
			i = len(orders)
			orders = append(orders, &Order{Job: t.Job, Calls: map[results.Case]profile.Target{}})
		}
		c := results.Case{Op: t.Op, P: t.Ranks, Bytes: t.Bytes}
		orders[i].Given, orders[i].Calls[c] = append(orders[i].Given, c), t
	}
	for _, o := range orders {
		o.Root = commonRoot(targets, o.Job)
	}
	return orders
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
func (o *Order) Sizes() (sizes []int) {
	for _, c := range o.Given {
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
