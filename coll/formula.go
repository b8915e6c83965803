package coll

import (
	"topocoll/catalog"
	"topocoll/cost"
	"topocoll/topo"
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

// timeByFormula computes the time of a candidate by the formula of its algorithm, which ignores contention.
// With several hosts, it uses the message times between hosts. For a two-level algorithm it also uses the
// message times within a host.
func (l *layout) timeByFormula(r *recordedCandidate) (found bool, err error) {
	if r.row.Between != "" {
		return l.multiHost && l.timeOnHosts(r), nil
	}
	model := r.row.Model()
	if model.Cost == nil {
		return false, nil
	}
	bytes := r.call.Bytes
	times := l.timesWithin(float64(bytes))
	if l.multiHost {
		times = l.Between
	}
	mesh := r.Mesh
	if mesh == nil {
		mesh = topo.NearSquare(l.p, 2)
	}
	a := cost.Params{P: l.p, M: bytes, Ts: times.Ts, Tw: times.Tw, Mesh: mesh, Q: topo.Mod(r.call.Shift, l.p)}
	r.Formula = true
	if model.Parts == nil {
		r.Time = formulaTime(r.row.Info, a)
		return true, nil
	}
	return r.chooseBestSegment(func(segment int) (float64, error) {
		a.K = model.Parts(l.p, bytes, segment)
		return formulaTime(r.row.Info, a), nil
	})
}

// formulaTime evaluates the formula of an algorithm. It adds two messages if the algorithm folds spare ranks
// into a cube.
func formulaTime(info catalog.Info, a cost.Params) float64 {
	time := info.Model().Cost(a)
	if info.Folds(a.P) {
		both := info.Op.In(a.P, a.M, a.P-1, 0) + info.Op.Out(a.P, a.M, a.P-1, 0)
		time += 2*a.Ts + a.Tw*float64(both)
	}
	return time
}
