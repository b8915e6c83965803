package scene

import (
	"context"
	"fmt"
	"strings"
	"time"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/explain"
	"topocoll/sim"
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
