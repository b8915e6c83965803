package coll

import (
	"topocoll/catalog"
	"topocoll/cost"
)

// timeOnHosts computes the time of a two-level algorithm. It adds the time of the algorithm between the
// leaders of the hosts, and the times of the k-nomial trees within a host before and after that algorithm.
func (l *layout) timeOnHosts(r *recordedCandidate) (found bool) {
	leaders := r.row.BetweenHosts()
	hosts := l.packedNetwork.Hosts()
	if !r.call.Op.OneBlock() && r.call.Op != catalog.Barrier {
		hosts = l.packedNetwork.EqualHosts()
	}
	if leaders.Model().Cost == nil || len(hosts.Nodes) == l.p {
		return false
	}
	m, slots := r.call.Bytes, 0
	for _, nodes := range hosts.Nodes {
		slots = max(slots, len(nodes))
	}
	between := cost.Params{P: len(hosts.Nodes), M: m, Ts: l.Between.Ts, Tw: l.Between.Tw}
	onHost := func(m int) cost.Params { // parameters of a k-nomial tree with blocks of m bytes within a host
		times := l.timesWithin(float64(m))
		return cost.Params{P: slots, M: m, Ts: times.Ts, Tw: times.Tw, Radix: r.row.Radix}
	}
	switch r.call.Op {
	case catalog.Bcast, catalog.Reduce:
		r.Time = cost.KnomialBcast(onHost(m))
	case catalog.Allreduce, catalog.Barrier:
		r.Time = 2 * cost.KnomialBcast(onHost(m))
	case catalog.Allgather, catalog.ReduceScatter:
		between.M = slots * m
		r.Time = cost.KnomialScatter(onHost(m)) + cost.KnomialBcast(onHost(l.p*m))
	case catalog.Scatter, catalog.Gather:
		between.M = slots * m
		r.Time = cost.KnomialScatter(onHost(m))
	case catalog.Alltoall:
		between.M = slots * slots * m
		r.Time = 2 * cost.KnomialScatter(onHost(l.p*m))
	}
	r.Formula = true
	r.Time += formulaTime(leaders, between)
	return true
}
