//go:build cgo

package probe

import (
	"math"
	"math/rand/v2"
	"time"

	"topocoll/mpi"
	"topocoll/topo"
)

// searchTime limits the search. No further step of the search begins after this time on rank 0's clock.
const searchTime = 30 * time.Second

// findOrders measures order patterns and searches for the order of the hosts in each candidate network. It
// returns the ranked orders. The hosts share the search, so each host tries a different network or begins
// with different random numbers. The argument `data` holds the times of the patterns that are already
// measured, and `message` is the time of a single message. All ranks must call findOrders.
func (t *timer) findOrders(candidates []topo.Network, data *orderData, message float64) ([]Order, error) {
	hosts := len(t.first)
	numbers := rand.New(rand.NewPCG(2, uint64(hosts)))
	patterns := orderPatterns(hosts, orderCount+checkCount, numbers)
	_, arrivals, err := t.times(patterns)
	if err != nil {
		return nil, err
	}
	seen := data.withArrivals(patterns[:orderCount], arrivals[:orderCount], message)
	searches := make([]*orderSearch, len(candidates))
	best := make([]Order, len(candidates))
	for i, n := range candidates {
		searches[i] = newOrderSearch(n, seen)
		best[i] = Order{Network: n, Error: math.Inf(1)}
	}
	try := func(tasks []int, steps int) error { // tasks are indices of candidates, one for each host
		own := make([]float64, 1+hosts)
		if t.host >= 0 && t.host < len(tasks) {
			numbers := rand.New(rand.NewPCG(uint64(t.host), uint64(steps)+numbers.Uint64()))
			o := searches[tasks[t.host]].anneal(steps, numbers)
			own[0] = o.Error
			for host, node := range o.Nodes {
				own[1+host] = float64(node)
			}
		} else {
			numbers.Uint64() // every rank draws one number, so that later numbers are equal on all ranks
		}
		all := make([]float64, len(own)*t.ranks.World.Size)
		if err := mpi.Allgather(t.port, own, all); err != nil {
			return err
		}
		for host, task := range tasks {
			result := all[t.first[host]*len(own):][:len(own)]
			if o := &best[task]; result[0] < o.Error {
				o.Error, o.Nodes = result[0], make([]int, hosts)
				for i, node := range result[1:] {
					o.Nodes[i] = int(node)
				}
			}
		}
		return nil
	}
	if err := searchOrders(best, hosts, try, t.isLate(searchTime)); err != nil {
		return nil, err
	}
	return settleOrders(best, data.withArrivals(patterns, arrivals, message), message, numbers, t.times)
}

// isLate returns a function that reports whether the given time has passed on rank 0. All ranks must call
// this function.
func (t *timer) isLate(limit time.Duration) func() (bool, error) {
	began := mpi.Now()
	return func() (bool, error) {
		elapsed := []int64{mpi.Now() - began}
		err := mpi.Bcast(t.ranks.Times, 0, elapsed)
		return elapsed[0] > limit.Nanoseconds(), err
	}
}
