package scene

import (
	"context"
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/explain"
	"topocoll/sim"
)

// A Scene is a run of a view, for the page. Times are in µs.
type Scene struct {
	Row      string    `json:"row"`
	Head     []string  `json:"head"` // the operation, what it does, the machine
	P        int       `json:"p"`
	M        int       `json:"m"`
	Ts       float64   `json:"ts"`
	Time     float64   `json:"time"`
	Formula  Formula   `json:"formula"`
	Counts   string    `json:"counts"`
	Legend   string    `json:"legend"` // of the data of messages
	Stops    []float64 `json:"stops"`  // the end of each step
	Picture  Picture   `json:"picture"`
	Messages []Message `json:"messages"` // by start
	Nodes    []Node    `json:"nodes"`
	Sites    [][]Line  `json:"sites"`
	Held     []Held    `json:"held"`  // by time; nil if it would be too much
	Waits    float64   `json:"waits"` // the sum of all times that messages wait for links
}

// A Picture is the network.
type Picture struct {
	SVG  string       `json:"svg"`
	Low  [2]float64   `json:"low"` // the corner of the box around it
	Size [2]float64   `json:"size"`
	At   [][2]float64 `json:"at"`   // of each node
	Ways [][6]float64 `json:"ways"` // quadratic curves along links: begin, control point, end
}

// A Message is one transfer.
type Message struct {
	From   int       `json:"from"`
	To     int       `json:"to"`
	Words  int       `json:"words"`
	Round  int       `json:"round"`
	Start  float64   `json:"start"`
	End    float64   `json:"end"`
	Ways   []int     `json:"ways"`
	Taken  []float64 `json:"taken"` // when it begins to move along each way
	Left   []float64 `json:"left"`  // and when it has done so
	Data   string    `json:"data"`
	Blocks []int     `json:"blocks"` // the colours of its data
}

// A Node is what one node does: its calls, one after the other.
type Node struct {
	Ends  []float64 `json:"ends"`  // of each call
	Sites []int     `json:"sites"` // of each call
}

// Held is what a node holds from a time on.
type Held struct {
	Time   float64   `json:"time"`
	Node   int       `json:"node"`
	Data   string    `json:"data"`
	Blocks []int     `json:"blocks"`
	Shares []float64 `json:"shares,omitempty"` // of each block what is there; absent: all of each
}

// Run runs a view.
func Run(v View) (*Scene, error) {
	s, err := v.setup()
	if err == nil {
		err = s.few()
	}
	if err != nil {
		return nil, err
	}
	calls := make([][]call, v.P)
	places := &sites{known: map[[depth]uintptr]int{}}
	result, err := sim.Record(context.Background(), v.P, s.machine, nil, func(port comm.Port[none]) error {
		me := port.Rank()
		return s.row.Run(comm.New[none](watcher{port, places, &calls[me]}), s.args(me))
	})
	if err != nil {
		return nil, err
	}
	figure, err := s.figure(result.Messages)
	if err != nil {
		return nil, err
	}
	trace := result.Trace.Transfers
	scene := &Scene{Row: v.Row, P: v.P, M: v.M, Ts: v.Ts, Time: rounded(result.Time), Formula: s.formula(result.Time), Sites: places.lines, Stops: stops(trace)}
	scene.Head, scene.Legend = figure.Head()[:3], figure.Legend()
	scene.Counts = fmt.Sprintf("%d steps, %d messages, %d words, at most %d over one link", result.Rounds, result.Messages, result.Words, result.MaxLinkWords)
	scene.stage(figure, trace, result.Trace.Config)
	scene.Nodes = nodes(calls, trace)
	scene.carry(figure, trace)
	return scene, nil
}

func (s setup) args(me int) catalog.Args[none] {
	return catalog.Args[none]{Root: s.Root, Shift: s.Shift, Mesh: s.mesh, Network: s.packed, Segment: s.Segment, Op: nothing,
		In: make([]none, s.row.Op.In(s.P, s.M, me, s.Root)), Out: make([]none, s.row.Op.Out(s.P, s.M, me, s.Root))}
}

var nothing = comm.Op[none]{Name: "nothing", Commutative: true, Apply: func(dst, a, b []none) {}}

// figure runs the view with symbols for words, with so few that every message has its own: its figure has their names. Where it
// then has other messages, it is run with all words, unless they are many.
func (s setup) figure(messages int) (*explain.Figure, error) {
	args := explain.Args{P: s.P, Root: s.Root, Shift: s.Shift, Mesh: s.mesh, Network: s.packed}
	machine := s.machine
	machine.Contention = false // the messages are the same, and what they carry
	if s.model.Parts != nil {
		args.Segment, args.M = 1, max(1, s.model.Parts(s.P, s.M, s.Segment))
	}
	f, err := explain.Run(context.Background(), s.row.Info, s.model, machine, args)
	const few = 1 << 16
	if err != nil || s.M >= f.M && f.Result.Messages == messages || s.M == 0 || s.P*s.M > few {
		return f, err
	}
	args.M, args.Segment = s.M, s.Segment
	return explain.Run(context.Background(), s.row.Info, s.model, machine, args)
}
