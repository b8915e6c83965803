//go:build cgo

package bench

import (
	"os"
	"slices"
	"time"

	"topocoll/bench/results"
	"topocoll/internal/cluster"
	"topocoll/mpi"
	"topocoll/topo"
)

// A meter reads the interface counters of an emulated network, those of a link where it begins.
type meter struct {
	m     *measurer
	hosts int
	links [][2]int // the places where each link begins and ends; several between two places are one cable
	here  int      // this host, or -1 if another rank counts for it
	away  []int    // the places without ranks, for which rank 0 counts
	idle  []int64  // bytes counted with no call: the barriers alone
}

// newMeter returns nil if the ranks are not on the hosts of an emulated cluster.
func (m *measurer) newMeter() (*meter, error) {
	host, isHost := topo.HostNumber(m.hosts[m.world.Rank])
	spec, err := topo.ParseFabric(m.cfg.Network)
	unable, err := m.greatest(truth(!isHost || err != nil || len(cluster.Counters()) == 0))
	if err != nil || unable[0] == 1 {
		return nil, err
	}
	hosts := make([]int64, m.world.Size)
	if err := mpi.Allgather(m.times, []int64{int64(host)}, hosts); err != nil {
		return nil, err
	}
	t := &meter{m: m, hosts: spec.Network.Nodes(), links: topo.Adjacent(spec.Network), here: host}
	if slices.Index(hosts, int64(host)) != m.world.Rank {
		t.here = -1 // the first rank of a host counts for all of its ranks, which share the interfaces
	}
	for place := range topo.Places(spec.Network) {
		if m.world.Rank == 0 && !slices.Contains(hosts, int64(place)) {
			t.away = append(t.away, place)
		}
	}
	t.idle, err = t.around(func() error { return nil })
	return t, err
}

// uncounted marks a link that nobody could read.
const uncounted = -1

// measure runs a call and returns the bytes that it put on every link.
func (t *meter) measure(call func() error) ([]results.Link, error) {
	mine, err := t.around(call)
	if err != nil {
		return nil, err
	}
	for i, bytes := range mine {
		if bytes != uncounted {
			mine[i] = max(0, bytes-t.idle[i])
		}
	}
	all, err := t.m.greatest(mine...)
	if err != nil {
		return nil, err
	}
	var links []results.Link
	for i, ends := range t.links {
		if all[i] != uncounted {
			links = append(links, results.Link{From: topo.PlaceName(ends[0], t.hosts), To: topo.PlaceName(ends[1], t.hosts), Bytes: int(all[i])})
		}
	}
	return links, nil
}

// around returns the bytes, by link, that interfaces counted during a call and the barriers around it. Those that are another
// rank's to read are uncounted.
func (t *meter) around(call func() error) ([]int64, error) {
	if err := t.quiet(); err != nil {
		return nil, err
	}
	before := t.read()
	if err := t.m.enter(); err != nil {
		return nil, err
	}
	if err := call(); err != nil {
		return nil, err
	}
	if err := t.quiet(); err != nil {
		return nil, err
	}
	after := t.read()
	counted := make([]int64, len(t.links))
	for i, ends := range t.links {
		first, known := before[ends[0]][ends[1]]
		if counted[i] = uncounted; known {
			counted[i] = after[ends[0]][ends[1]] - first
		}
	}
	return counted, nil
}

// read returns the bytes sent so far, by the place where they were sent and the next one.
func (t *meter) read() map[int]cluster.Traffic {
	sent := cluster.CountersAt(os.Getenv(cluster.Environment), t.away)
	if t.here >= 0 {
		sent[t.here] = cluster.Counters()
	}
	return sent
}

// quiet returns when no packet of any rank is under way: delayed acknowledgements take up to 40 ms.
func (t *meter) quiet() error {
	if err := t.m.enter(); err != nil {
		return err
	}
	time.Sleep(45 * time.Millisecond)
	return nil
}
