package coll

import (
	"topocoll/catalog"
	"topocoll/cost"
)

// timeOnHosts computes the time of an algorithm with two levels: the time of its algorithm between the
// leaders of the hosts, and the times of the k-nomial trees on a host before and after it.
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
	switch r.call.Op {
	case catalog.Bcast, catalog.Reduce:
		r.Time = l.treeTime(r, slots, m)
	case catalog.Allreduce, catalog.Barrier:
		r.Time = 2 * l.treeTime(r, slots, m)
	case catalog.Allgather, catalog.ReduceScatter:
		between.M = slots * m
		r.Time = l.blocksTime(r, slots, m) + l.treeTime(r, slots, l.p*m)
	case catalog.Scatter, catalog.Gather:
		between.M = slots * m
		r.Time = l.blocksTime(r, slots, m)
	case catalog.Alltoall:
		between.M = slots * slots * m
		r.Time = 2 * l.blocksTime(r, slots, l.p*m)
	}
	r.Formula = true
	r.Time += formulaTime(leaders, between, l.Between)
	return true
}

// treeTime is the time of a k-nomial broadcast or reduction of m bytes on a host.
func (l *layout) treeTime(r *recordedCandidate, slots, m int) float64 {
	times := l.messageTimesWithin(m)
	return cost.KnomialBcast(cost.Params{P: slots, M: m, Ts: times.Ts, Tw: times.Tw, Radix: r.row.Radix})
}

// blocksTime is the time of a k-nomial scatter or gather with blocks of m bytes on a host.
func (l *layout) blocksTime(r *recordedCandidate, slots, m int) float64 {
	times := l.messageTimesWithin(m)
	return cost.KnomialScatter(cost.Params{P: slots, M: m, Ts: times.Ts, Tw: times.Tw, Radix: r.row.Radix})
}
