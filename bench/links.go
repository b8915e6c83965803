//go:build cgo

package bench

import (
	"slices"
	"time"

	"topocoll/bench/results"
	"topocoll/internal/cluster"
	"topocoll/mpi"
	"topocoll/topo"
)

// A meter reads the interface counters of an emulated network.
type meter struct {
	m      *machine
	spec   topo.Fabric
	places int     // hosts and switches
	host   int     // number of this rank's host
	idle   []int64 // bytes counted with no call: the barriers alone
}

// newMeter returns nil if the ranks are not on the hosts of an emulated cluster.
func (m *machine) newMeter() (*meter, error) {
	name, err := m.world.ProcessorName()
	if err != nil {
		return nil, err
	}
	host, isHost := topo.HostNumber(name)
	spec, err := topo.ParseFabric(m.cfg.Network)
	able := []int64{0}
	if isHost && err == nil && len(cluster.Counters()) > 0 {
		able[0] = 1
	}
	all := make([]int64, 1)
	if err := mpi.Allreduce(m.times, mpi.Min[int64](), able, all); err != nil || all[0] == 0 {
		return nil, err
	}
	places := spec.Network.Nodes()
	for link := range spec.Network.Links() {
		from, to := spec.Network.Ends(int32(link))
		places = max(places, from+1, to+1)
	}
	t := &meter{m: m, spec: spec, places: places, host: host, idle: make([]int64, 2*places)}
	t.idle, err = t.around(func() error { return nil })
	return t, err
}

// measure runs a call and returns the bytes that it put on every link with an end at a host that has ranks.
func (t *meter) measure(call func() error) ([]results.Link, error) {
	mine, err := t.around(call)
	if err != nil {
		return nil, err
	}
	for i := range mine {
		mine[i] = max(0, mine[i]-t.idle[i])
	}
	p := t.m.world.Size
	all, hosts := make([]int64, p*len(mine)), make([]int64, p)
	if err := mpi.Allgather(t.m.times, mine, all); err != nil {
		return nil, err
	}
	if err := mpi.Allgather(t.m.times, []int64{int64(t.host)}, hosts); err != nil {
		return nil, err
	}
	var links []results.Link
	for rank, host := range hosts {
		if slices.Index(hosts, host) != rank {
			continue // the first rank of a host counts for all of its ranks, which share the interfaces
		}
		counted := all[rank*len(mine):][:len(mine)]
		here := topo.HostName(int(host))
		for place := range t.places {
			there := topo.PlaceName(place, t.spec.Network.Nodes())
			if out := counted[2*place]; out > 0 {
				links = append(links, results.Link{From: here, To: there, Bytes: int(out)})
			}
			if in := counted[2*place+1]; in > 0 && !slices.Contains(hosts, int64(place)) {
				links = append(links, results.Link{From: there, To: here, Bytes: int(in)}) // no rank at the other end counts it
			}
		}
	}
	return links, nil
}

// around returns the bytes, out and in by place, that this host's interfaces counted during a call and the barriers
// around it.
func (t *meter) around(call func() error) ([]int64, error) {
	if err := t.quiet(); err != nil {
		return nil, err
	}
	before := cluster.Counters()
	if err := t.m.enter(); err != nil {
		return nil, err
	}
	if err := call(); err != nil {
		return nil, err
	}
	if err := t.quiet(); err != nil {
		return nil, err
	}
	counted := make([]int64, 2*t.places)
	for place, now := range cluster.Counters() {
		if place < t.places {
			counted[2*place], counted[2*place+1] = now.Out-before[place].Out, now.In-before[place].In
		}
	}
	return counted, nil
}

// quiet returns when no packet of any rank is under way: delayed acknowledgements take up to 40 ms.
func (t *meter) quiet() error {
	if err := t.m.enter(); err != nil {
		return err
	}
	time.Sleep(45 * time.Millisecond)
	return nil
}
