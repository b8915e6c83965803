package scene

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/explain"
	"topocoll/plan"
	"topocoll/sim"
	"topocoll/topo"
)

// A Scene is the simulated run of a View, in the form that the page needs. Times are in µs.
type Scene struct {
	Row     string  `json:"row"`
	P       int     `json:"p"`
	M       int     `json:"m"`
	Ts      float64 `json:"ts"`
	Time    float64 `json:"time"`
	Formula Formula `json:"formula"`
	Caption
	Stops []float64 `json:"stops"` // end times of the steps, without duplicates
	LinkTraffic
	Nodes []Node   `json:"nodes"`
	Sites [][]Line `json:"sites"`
	Held  []Held   `json:"held"` // sorted by time; nil if there are too many, or if the data have no names
}

// A Caption holds the text around the picture of a run.
type Caption struct {
	Head   []string `json:"head"` // the operation, its description, the machine
	Counts string   `json:"counts"`
	Legend string   `json:"legend"` // explains the names of the messages' data
}

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

// A Node describes the calls of one node on its port, in order.
type Node struct {
	Ends     []float64 `json:"ends"`     // end time of each call
	Sites    []int     `json:"sites"`    // for each call, an index in Scene.Sites
	Combines []float64 `json:"combines"` // times at which the node combines data; combining takes no time
}

// Held describes the data of a node, starting at Time.
type Held struct {
	Time   float64 `json:"time"`
	Node   int     `json:"node"`
	Data   string  `json:"data"`
	Blocks []int   `json:"blocks"`
	// fraction of each block that the node has; omitted if all blocks are complete
	Shares []float64 `json:"shares,omitempty"`
}

// A run is the result of simulating a view.
type run struct {
	machine sim.Config
	time    float64
	rounds  int
	trace   []sim.Transfer // messages between the same two nodes are in order
	nodes   []Node
	plans   plan.Job // executed plans; nil if the procedures ran
}

// Run simulates a view. It calls `says` with messages about its progress.
func Run(v View, says func(what string)) (*Scene, error) {
	s, err := v.setup()
	if err == nil {
		err = s.checkParts()
	}
	if err != nil {
		return nil, err
	}
	calls := make([][]portCall, v.P)
	sites := &callSites{indexByStack: map[[maxStackDepth]uintptr]int{}}
	s.machine.Progress = sim.ProgressReports{
		Report: func(p sim.Progress) {
			says(fmt.Sprintf("Running the procedures: %d messages so far.", p.Messages))
		},
		Interval: 200 * time.Millisecond,
	}
	result, err := sim.Record(context.Background(), v.P, s.machine, nil, func(port comm.Port[emptyWord]) error {
		me := port.Rank()
		args, recorder := s.args(me), recordingPort{port, sites, &calls[me]}
		args.Op.Apply = recorder.recordCombine
		return s.row.Run(comm.New[emptyWord](recorder), args)
	})
	if err != nil {
		return nil, err
	}
	trace := result.Trace.Transfers
	r := &run{machine: result.Trace.Config, time: result.Time, rounds: result.Rounds, trace: trace,
		nodes: nodesOf(calls, trace)}
	if s.dividesMessages() {
		divided, err := s.simulateDivided(r.machine, calls)
		if err != nil {
			return nil, err
		}
		if divided != nil {
			r = divided
		}
	}
	says(fmt.Sprintf("Finding the data of the %d messages.", len(r.trace)))
	figure, err := s.figure(r)
	if err != nil {
		return nil, err
	}
	arrows := r.sortMessages(arrowsOf(figure, r.trace))
	return &Scene{Row: v.Row, P: v.P, M: v.M, Ts: v.Ts, Time: rounded(r.time), Formula: s.formula(r),
		Caption: Caption{figure.Head()[:3], r.describeSize(), s.legend(figure)},
		Stops:   stepEnds(r.trace), LinkTraffic: trafficOf(figure, r, arrows), Nodes: r.nodes,
		Sites: sites.lines, Held: dataOverTime(figure, r.trace, arrows)}, nil
}

// legend explains the labels of the data in messages and on nodes. If the figure has fewer words than the
// run, each word of the figure represents a part of the run's words.
func (s setup) legend(f *explain.Figure) string {
	legend := f.Legend()
	if legend == "" && f.P > 2 { // no message contains a range of blocks, but a node may contain one
		whose := map[catalog.Collective]string{catalog.Allgather: "of", catalog.Gather: "of",
			catalog.Scatter: "for"}[s.row.Op]
		if whose != "" {
			legend = fmt.Sprintf("0-%[1]d: the blocks %[2]s nodes 0 to %[1]d", f.P-1, whose)
		}
	}
	if parts := strings.ReplaceAll(legend, "word 1", "part 1"); f.M != s.M && parts != legend {
		legend = fmt.Sprintf("%s (the parts are 0 to %d)", parts, f.M-1)
	}
	return legend
}

// describeSize states the numbers of steps, messages and words, and the number of words over the busiest
// link.
func (r *run) describeSize() string {
	words, most, over := 0, 0, map[int32]int{}
	for _, t := range r.trace {
		words += t.Words
		for _, link := range t.Path {
			over[link] += t.Words
			most = max(most, over[link])
		}
	}
	return fmt.Sprintf("%d steps, %d messages, %d words, at most %d over one link", r.rounds, len(r.trace),
		words, most)
}

// sortMessages sorts the run's messages by their start, and returns their arrows in the same order.
func (r *run) sortMessages(arrows []explain.Arrow) []explain.Arrow {
	by := topo.Integers(len(r.trace))
	slices.SortStableFunc(by, func(i, j int) int {
		a, b := r.trace[i], r.trace[j]
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Round, b.Round),
			cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	trace, ordered := make([]sim.Transfer, len(by)), make([]explain.Arrow, len(arrows))
	for i, from := range by {
		trace[i] = r.trace[from]
		if arrows != nil {
			ordered[i] = arrows[from]
		}
	}
	r.trace = trace
	if arrows == nil {
		return nil
	}
	return ordered
}

func (s setup) args(me int) catalog.Args[emptyWord] {
	return catalog.Args[emptyWord]{Root: s.Root, Shift: s.Shift, Mesh: s.mesh, Network: s.packed,
		Segment: s.Segment, Op: noOp,
		In:  make([]emptyWord, s.row.Op.In(s.P, s.M, me, s.Root)),
		Out: make([]emptyWord, s.row.Op.Out(s.P, s.M, me, s.Root))}
}

var noOp = comm.Op[emptyWord]{Name: "nothing", Commutative: true, Apply: func(dst, a, b []emptyWord) {}}
