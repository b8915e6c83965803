package coll

import (
	"slices"

	"topocoll/plan"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// A layout describes p ranks on a machine in the form that the model needs to predict times.
type layout struct {
	Machine
	p       int
	several bool // the ranks are on more than one host
	// between[i·p + j] is the time of a message from rank i to rank j, if they are on different hosts. The
	// slice is nil for more than mostRanks ranks.
	between []Times
	ways    [][]int32     // ways[i·p + j]: links that a message from rank i to rank j crosses; nil on one host
	share   []float64     // for each link, the time per byte in µs
	allPort bool          // every rank has several links that it does not share
	mesh    topo.Mesh     // mesh whose neighbours are on nearby hosts; nil: as square as possible
	packed  *pack.Network // network between the ranks, with its packed trees
	quick   bool          // packing trees is fast; set only above mostPacked ranks, and up to mostRanks

	selected [operations][]*selection
}

// lay computes the layout of p ranks on a machine.
func lay(m Machine, p int) (*layout, error) {
	m, err := m.complete(p)
	if err != nil {
		return nil, err
	}
	l := &layout{Machine: m, p: p}
	l.several = slices.Max(m.On) != slices.Min(m.On)
	between := m.Network
	if between == nil {
		between = topo.NewStar(m.Hosts)
	}
	if p <= mostRanks { // with more ranks, only formulas are evaluated
		l.connect(between)
	}
	err = l.place(between)
	l.quick = err == nil && p > mostPacked && p <= mostRanks && l.packed.Quick()
	return l, err
}

// connect computes the times and the links of the messages between all pairs of ranks.
func (l *layout) connect(between topo.Network) {
	p, m := l.p, l.Machine
	for link := range between.Links() {
		l.share = append(l.share, m.Between.Tw/float64(topo.Capacity(between, int32(link))))
	}
	for from := range p {
		for to := range p {
			var times Times
			var way []int32
			if m.On[from] != m.On[to] {
				way = between.Route(nil, m.On[from], m.On[to])
				times.Ts = m.Between.Ts + m.Th*float64(len(way)-1)
				for _, link := range way {
					times.Tw = max(times.Tw, l.share[link])
				}
			}
			l.between = append(l.between, times)
			l.ways = append(l.ways, way)
		}
	}
}

// place determines the shape of the mesh and the network for packed trees.
func (l *layout) place(between topo.Network) error {
	slots := l.job().Slots
	fabric := topo.Fabric{Network: between, Slots: slots}
	filled := func(rank int) int { return rank / slots }
	if fabric.Ranks() == l.p && l.is(filled) {
		l.mesh = fabric.FilledExtents()
	}
	if !l.several {
		l.packed = pack.Into(topo.NewStar(l.p))
		return nil
	}
	placed, err := topo.NewPlaced(between, l.On)
	if err != nil {
		return err
	}
	l.packed = pack.Into(placed)
	l.allPort = topo.ManyLinks(placed)
	return nil
}

// is reports whether the host of each rank r is host(r).
func (l *layout) is(host func(rank int) int) bool {
	for rank, on := range l.On {
		if on != host(rank) {
			return false
		}
	}
	return true
}

// machine returns the machine on which plans are scheduled. Each word has `grain` bytes.
func (l *layout) machine(grain float64) plan.Machine {
	return plan.Machine{Tr: l.Tr * grain, AllPort: l.allPort, Message: func(from, to, words int) float64 {
		bytes := grain * float64(words)
		if i := from*l.p + to; l.ways[i] != nil {
			return l.between[i].of(bytes)
		}
		return l.within(bytes, grain)
	}}
}

// time predicts the time of a job in µs. Each word has `grain` bytes. The time is the end of the last step or
// the time that the busiest link needs for its bytes, whichever is greater. The overhead O is added for each
// message of the rank with the most messages.
func (l *layout) time(job plan.Job, grain float64) (float64, error) {
	schedule, err := job.Schedule(l.machine(grain))
	if err != nil {
		return 0, err
	}
	busiest := 0.0
	most := 0
	loads := make([]float64, len(l.share))
	for rank := range job {
		messages := 0
		for _, s := range job[rank].Steps {
			if s.Message() {
				messages++
			}
			if s.Kind != plan.Send {
				continue
			}
			for _, link := range l.ways[rank*l.p+s.Peer] {
				loads[link] += grain * float64(s.Words()) * l.share[link]
				busiest = max(busiest, loads[link])
			}
		}
		most = max(most, messages)
	}
	return max(schedule.Finish, busiest) + l.O*float64(most), nil
}
