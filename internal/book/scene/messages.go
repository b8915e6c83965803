package scene

import (
	"slices"

	"topocoll/internal/explain"
	"topocoll/sim"
	"topocoll/topo"
)

// A LinkTraffic holds the messages of a run and their network.
type LinkTraffic struct {
	Picture  Picture   `json:"picture"`
	Messages []Message `json:"-"`        // sorted by start
	Columns  Columns   `json:"messages"` // the same messages, in the page's format
	// CutThrough means that a message occupies all links of its path at the same time.
	CutThrough bool    `json:"cutThrough"`
	Waits      float64 `json:"waits"` // total time for which messages wait for busy links
}

// A Picture is a drawing of the network.
type Picture struct {
	SVG  string       `json:"svg"`
	Low  [2]float64   `json:"low"` // upper left corner of the bounding box
	Size [2]float64   `json:"size"`
	At   [][2]float64 `json:"at"`   // position of each node
	Ways [][6]float64 `json:"ways"` // quadratic curves along links: start, control point, end
}

// stepEnds returns the end times of a run's steps, sorted and without duplicates.
func stepEnds(trace []sim.Transfer) []float64 {
	ends := []float64{}
	for _, t := range trace {
		for len(ends) < t.Round {
			ends = append(ends, 0)
		}
		ends[t.Round-1] = max(ends[t.Round-1], t.End)
	}
	for i := range ends {
		ends[i] = rounded(ends[i])
	}
	slices.Sort(ends)
	return slices.Compact(ends)
}

// trafficOf draws the network of a run, and assigns to each message the curves along its path. `arrows` names
// the data of each message; if it is nil, the data have no names.
func trafficOf(f *explain.Figure, r *run, arrows []explain.Arrow) LinkTraffic {
	stage, machine := f.Stage(), r.machine
	t := LinkTraffic{Picture: Picture{SVG: string(stage.SVG), Low: stage.Low, Size: stage.Size, At: stage.Nodes,
		Ways: [][6]float64{}}, Messages: []Message{}, CutThrough: machine.Routing == sim.CT}
	// `numbers` contains the index in Picture.Ways of each link's curve, keyed by link. On a crossbar, the key
	// also contains the sender, because every link begins at the switch, but the curve begins at the sender.
	numbers := map[[2]int]int{}
	_, all := machine.Network.(topo.Crossbar)
	routes := make([][]int, f.P*f.P) // at index sender*P + receiver
	for i, transfer := range r.trace {
		ways := &routes[transfer.From*f.P+transfer.To]
		for _, link := range transfer.Path[len(*ways):] { // only the first message between two nodes adds curves
			key := [2]int{int(link)}
			if all {
				key[1] = transfer.From
			}
			way, known := numbers[key]
			if !known {
				way = len(t.Picture.Ways)
				numbers[key] = way
				t.Picture.Ways = append(t.Picture.Ways,
					stage.Way(networkNode(machine, transfer.From), networkNode(machine, transfer.To), link))
			}
			*ways = append(*ways, way)
		}
		t.Waits += waitingTime(machine, transfer)
		m := newMessage(machine, transfer, *ways)
		if arrows != nil {
			m.Data, m.Blocks = arrows[i].Data, blockLabels(f.Blocks(arrows[i]), 8)
		}
		t.Messages = append(t.Messages, m)
	}
	t.Waits = rounded(t.Waits)
	t.Columns = newColumns(t.Messages)
	return t
}

// networkNode returns the network's number for the node with the given label.
func networkNode(machine sim.Config, label int) int {
	if machine.Placement == nil {
		return label
	}
	return machine.Placement[label]
}

// newMessage converts a transfer to the form that the page uses. Under cut-through, a message enters all
// links of its path at the same time, and leaves them at the same time.
func newMessage(machine sim.Config, t sim.Transfer, ways []int) Message {
	m := Message{From: t.From, To: t.To, Words: t.Words, Round: t.Round, Start: rounded(t.Start),
		End: rounded(t.End), Ways: ways}
	times := t.Taken
	if machine.Routing == sim.CT {
		times = times[:min(1, len(times))]
	}
	for hop, taken := range times {
		m.Taken, m.Left = append(m.Taken, rounded(taken)),
			append(m.Left, rounded(taken+linkTime(machine, t, hop)))
	}
	return m
}

// linkTime returns the time that a message spends on one link of its path. Under cut-through, the message is
// on all links until it has arrived.
func linkTime(machine sim.Config, t sim.Transfer, hop int) float64 {
	if machine.Routing == sim.CT {
		return t.End - t.Taken[hop]
	}
	return machine.Tw * float64(t.Words) / float64(topo.Capacity(machine.Network, t.Path[hop]))
}

// waitingTime returns the time that a message waits for busy links.
func waitingTime(machine sim.Config, t sim.Transfer) float64 {
	if len(t.Path) == 0 {
		return 0
	}
	left := t.Start + machine.Ts
	sum := 0.0
	for hop := range t.Path {
		if wait := t.Taken[hop] - left; wait > 1e-9*t.End {
			sum += wait
		}
		if left = t.Taken[hop]; machine.Routing == sim.SF {
			left += linkTime(machine, t, hop)
		}
	}
	return sum
}

// A Message is one message on the network.
type Message struct {
	From, To, Words, Round int
	Start, End             float64
	Ways                   []int // indices in Picture.Ways
	// Taken and Left are the times at which the message enters and leaves each link of its path. Under
	// cut-through, each has only one value, for all links.
	Taken, Left []float64
	Data        string
	Blocks      []int // labels of its blocks, which determine their colours
}

// Columns holds messages as one list per field, because a page reads lists several times faster than objects,
// and there may be 65280 messages. Start, End, Taken and Left are indices in Times. Route is an index in
// Routes.
type Columns struct {
	Times  []float64 `json:"times"`
	Routes [][]int   `json:"routes"` // for each pair of nodes, the curves of the path between them
	From   []int     `json:"from"`
	To     []int     `json:"to"`
	Words  []int     `json:"words"`
	Round  []int     `json:"round"`
	Start  []int     `json:"start"`
	End    []int     `json:"end"`
	Route  []int     `json:"route"`
	Taken  []int     `json:"taken"` // one entry for each hop of each message, in order; Left has the same form
	Left   []int     `json:"left"`
	Data   []string  `json:"data"`   // nil if the data of all messages are unnamed
	Blocks [][]int   `json:"blocks"` // nil if no message has blocks
}

func newColumns(messages []Message) Columns {
	c := Columns{Times: []float64{}, Routes: [][]int{}}
	times, routes := map[float64]int{}, map[[2]int]int{}
	time := func(at float64) int {
		i, known := times[at]
		if !known {
			i = len(c.Times)
			times[at], c.Times = i, append(c.Times, at)
		}
		return i
	}
	named := false
	for _, m := range messages {
		pair := [2]int{m.From, m.To}
		route, known := routes[pair]
		if !known {
			route = len(c.Routes)
			routes[pair], c.Routes = route, append(c.Routes, append([]int{}, m.Ways...))
		}
		c.From, c.To, c.Words, c.Round = append(c.From, m.From), append(c.To, m.To), append(c.Words, m.Words),
			append(c.Round, m.Round)
		c.Start, c.End, c.Route = append(c.Start, time(m.Start)), append(c.End, time(m.End)),
			append(c.Route, route)
		for hop := range m.Taken {
			c.Taken, c.Left = append(c.Taken, time(m.Taken[hop])), append(c.Left, time(m.Left[hop]))
		}
		c.Data, c.Blocks = append(c.Data, m.Data), append(c.Blocks, m.Blocks)
		named = named || m.Data != "" || m.Blocks != nil
	}
	if !named {
		c.Data, c.Blocks = nil, nil
	}
	return c
}
