package coll

import (
	"slices"

	"topocoll/plan"
	"topocoll/topo"
	"topocoll/topo/pack"
	"topocoll/tuned"
)

// These limits keep the time to evaluate a candidate below a few milliseconds.
const (
	maxScheduledRanks = 64 // with more ranks, formulas are used instead of schedules
	maxPackedRanks    = 16 // maximum number of ranks for packing trees and routes on any network
)

// A layout holds the data that the model needs to predict times for p ranks on a machine.
type layout struct {
	Machine
	p         int
	multiHost bool // the ranks are on more than one host
	// between[i·p + j] is the time of a message from rank i to rank j, if they are on different hosts. The
	// slice is nil for more than maxScheduledRanks ranks.
	between       []Times
	routes        [][]int32     // routes[i·p + j]: links of a message from rank i to rank j; nil for one host
	timePerByte   []float64     // for each link, the time per byte in µs
	allPort       bool          // every rank has several links that it does not share
	mesh          topo.Mesh     // mesh whose neighbours are on nearby hosts; nil: as square as possible
	packedNetwork *pack.Network // network between the ranks, with its packed trees
	packsQuickly  bool          // packing is fast; computed only for maxPackedRanks < p <= maxScheduledRanks

	selected [operations][]*selection
}

func newLayout(m Machine, p int) (*layout, error) {
	m, err := m.withDefaults(p)
	if err != nil {
		return nil, err
	}
	l := &layout{Machine: m, p: p}
	l.multiHost = slices.Max(m.On) != slices.Min(m.On)
	between := m.Network
	if between == nil {
		between = topo.NewStar(m.Hosts)
	}
	if p <= maxScheduledRanks { // with more ranks, only formulas are evaluated
		l.computeRoutes(between)
	}
	err = l.setMeshAndNetwork(between)
	l.packsQuickly = err == nil && p > maxPackedRanks && p <= maxScheduledRanks && l.packedNetwork.Quick()
	return l, err
}

// computeRoutes computes the times and the links of the messages between all pairs of ranks.
func (l *layout) computeRoutes(between topo.Network) {
	p, m := l.p, l.Machine
	for link := range between.Links() {
		l.timePerByte = append(l.timePerByte, m.Between.Tw/float64(topo.Capacity(between, int32(link))))
	}
	for from := range p {
		for to := range p {
			var times Times
			var route []int32
			if m.On[from] != m.On[to] {
				route = between.Route(nil, m.On[from], m.On[to])
				times.Ts = m.Between.Ts + m.Th*float64(len(route)-1)
				for _, link := range route {
					times.Tw = max(times.Tw, l.timePerByte[link])
				}
			}
			l.between = append(l.between, times)
			l.routes = append(l.routes, route)
		}
	}
}

// setMeshAndNetwork chooses the mesh, and the network into which trees are packed.
func (l *layout) setMeshAndNetwork(between topo.Network) error {
	slots := tuned.JobOn(l.On).Slots
	fabric := topo.Fabric{Network: between, Slots: slots}
	filled := fabric.Ranks() == l.p // whether the ranks fill one host after another
	for rank, host := range l.On {
		filled = filled && host == rank/slots
	}
	if filled {
		l.mesh = fabric.FilledExtents()
	}
	if !l.multiHost {
		l.packedNetwork = pack.Into(topo.NewStar(l.p))
		return nil
	}
	placed, err := topo.NewPlaced(between, l.On)
	if err != nil {
		return err
	}
	l.packedNetwork = pack.Into(placed)
	l.allPort = topo.ManyLinks(placed)
	return nil
}

// planMachine returns the machine on which plans are scheduled.
func (l *layout) planMachine(bytesPerWord float64) plan.Machine {
	times := func(from, to int, bytes float64) Times {
		if i := from*l.p + to; l.routes[i] != nil {
			return l.between[i]
		}
		// The message is rounded to whole words, so half a word is subtracted for the comparison with the eager
		// limit.
		return l.timesWithin(bytes - bytesPerWord/2)
	}
	m := plan.Machine{Tr: l.Tr * bytesPerWord, AllPort: l.allPort}
	m.Message = func(from, to, words int) float64 {
		bytes := bytesPerWord * float64(words)
		return times(from, to, bytes).messageTime(bytes)
	}
	if l.O > 0 {
		m.Busy = func(from, to, words int) float64 {
			bytes := bytesPerWord * float64(words)
			t := times(from, to, bytes)
			return Times{min(t.Ts, l.O), t.Tw}.messageTime(bytes)
		}
	}
	return m
}

// predictTime predicts the time of a job in µs. It is the maximum of three times: the end of the last step,
// the time that the busiest link needs for its bytes, and the processor time of all messages on shared cores.
func (l *layout) predictTime(job plan.Job, bytesPerWord float64) (float64, error) {
	schedule, err := job.Schedule(l.planMachine(bytesPerWord))
	if err != nil {
		return 0, err
	}
	busiest := 0.0
	messages := 0
	loads := make([]float64, len(l.timePerByte))
	for rank := range job {
		messages += job[rank].Counts().Sent
		for _, s := range job[rank].Steps {
			if s.Kind != plan.Send {
				continue
			}
			for _, link := range l.routes[rank*l.p+s.Peer] {
				loads[link] += bytesPerWord * float64(s.Words()) * l.timePerByte[link]
				busiest = max(busiest, loads[link])
			}
		}
	}
	return max(schedule.Finish, busiest, l.processorTime(messages)), nil
}

// processorTime returns the processor time in µs of the given number of messages if all ranks share cores.
func (l *layout) processorTime(messages int) float64 {
	if l.Cores == 0 || l.Cores >= l.p {
		return 0
	}
	return 2 * l.O * float64(messages) / float64(l.Cores)
}
