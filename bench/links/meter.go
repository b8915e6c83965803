//go:build cgo

package links

import (
	"slices"
	"time"

	"topocoll/bench/clock"
	"topocoll/bench/group"
	"topocoll/bench/results"
	"topocoll/internal/cluster"
	"topocoll/internal/job"
	"topocoll/mpi"
	"topocoll/topo"
)

// A Meter reads the interface counters of an emulated network. The bytes of a link are counted at the end
// that sends.
type Meter struct {
	ranks         *group.Ranks
	gate          *clock.Gate
	hosts         int
	links         [][2]int // source and destination (host or switch) of each link; parallel links count as one
	host          int      // number of this host; -1 if another rank reads its counters
	ranklessNodes []int    // switches, and hosts without ranks; rank 0 reads their counters
	idleBytes     []int64  // by link: bytes that the barriers send, counted without a call
}

// NewMeter returns a meter for an emulated network. It returns nil if the network is unknown, or if a rank is
// not on one of its hosts or cannot read the counters.
func NewMeter(r *group.Ranks, g *clock.Gate, network string) (*Meter, error) {
	host, isHost := topo.HostNumber(r.Hosts[r.World.Rank])
	spec, err := topo.ParseFabric(network)
	unable, err := r.AnyHolds(!isHost || err != nil || len(cluster.Counters()) == 0)
	if err != nil || unable {
		return nil, err
	}
	hosts := make([]int64, r.World.Size)
	if err := mpi.Allgather(r.Times, []int64{int64(host)}, hosts); err != nil {
		return nil, err
	}
	m := &Meter{ranks: r, gate: g, hosts: spec.Network.Nodes(), links: topo.Adjacent(spec.Network),
		host: host}
	if slices.Index(hosts, int64(host)) != r.World.Rank {
		m.host = -1 // the ranks of a host share its interfaces, so only its first rank reads the counters
	}
	for place := range topo.Places(spec.Network) {
		if r.World.Rank == 0 && !slices.Contains(hosts, int64(place)) {
			m.ranklessNodes = append(m.ranklessNodes, place)
		}
	}
	m.idleBytes, err = m.countDuring(func() error { return nil })
	return m, err
}

// uncounted marks a link whose counter this rank did not read.
const uncounted = -1

// Measure runs a call and returns the bytes that it sent over every link.
func (m *Meter) Measure(call func() error) ([]results.Link, error) {
	mine, err := m.countDuring(call)
	if err != nil {
		return nil, err
	}
	for i, bytes := range mine {
		if bytes != uncounted {
			mine[i] = max(0, bytes-m.idleBytes[i])
		}
	}
	all, err := m.ranks.Maxima(mine...)
	if err != nil {
		return nil, err
	}
	var links []results.Link
	for i, ends := range m.links {
		if all[i] != uncounted {
			links = append(links, results.Link{
				From: topo.PlaceName(ends[0], m.hosts), To: topo.PlaceName(ends[1], m.hosts),
				Bytes: int(all[i]),
			})
		}
	}
	return links, nil
}

// countDuring returns the bytes that interfaces counted on each link during a call and the barriers around
// it. For links whose counters another rank reads, it returns uncounted. The barriers always have the same
// form, so that they always send the same bytes.
func (m *Meter) countDuring(call func() error) ([]int64, error) {
	defer func(before string) { m.gate.Sync = before }(m.gate.Sync)
	m.gate.Sync = clock.Dissem
	if err := m.waitUntilIdle(); err != nil {
		return nil, err
	}
	before := m.read()
	if err := m.gate.Enter(0); err != nil {
		return nil, err
	}
	if err := call(); err != nil {
		return nil, err
	}
	if err := m.waitUntilIdle(); err != nil {
		return nil, err
	}
	after := m.read()
	counted := make([]int64, len(m.links))
	for i, ends := range m.links {
		first, known := before[ends[0]][ends[1]]
		if counted[i] = uncounted; known {
			counted[i] = after[ends[0]][ends[1]] - first
		}
	}
	return counted, nil
}

// read returns the bytes sent so far over each link. The result is indexed by the source of the link, and
// then by its destination.
func (m *Meter) read() map[int]cluster.Traffic {
	sent := cluster.CountersAt(job.CurrentContext().Cluster, m.ranklessNodes)
	if m.host >= 0 {
		sent[m.host] = cluster.Counters()
	}
	return sent
}

// waitUntilIdle waits for all ranks, and then sleeps until no packet is in flight. It sleeps for 45 ms,
// because acknowledgements may come 40 ms late.
func (m *Meter) waitUntilIdle() error {
	if err := m.gate.Enter(0); err != nil {
		return err
	}
	time.Sleep(45 * time.Millisecond)
	return nil
}
