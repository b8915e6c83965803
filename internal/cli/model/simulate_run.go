package model

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/cli/exit"
	"topocoll/internal/host"
	"topocoll/plan"
	"topocoll/sim"
)

// A Simulation is one run of one algorithm without data.
type Simulation struct {
	Call
	segment segment
	Setup   setup
}

// pipelined reports whether the algorithm itself sends segments.
func (s Simulation) pipelined() bool { return s.Info.Model().Parts != nil }

// cuts reports whether --segment cuts the messages of an algorithm that is not pipelined.
func (s Simulation) cuts() bool { return s.segment.on() && !s.pipelined() }

// An Outcome is the cost of a run, in µs and words.
type Outcome struct {
	Algo         string   `json:"algo"`
	P            int      `json:"p"`
	M            int      `json:"m"`
	Time         float64  `json:"time"`
	Formula      *float64 `json:"formula"` // null: no formula for these p and m
	Rounds       int      `json:"rounds"`
	Messages     int      `json:"messages"`
	Words        int      `json:"words"`
	MaxLinkWords int      `json:"max_link_words"`
	FormulaFor   string   `json:"formula_network,omitempty"` // the network of the formula, if it differs
	Cut          int      `json:"cut,omitempty"`             // words of a segment; absent: whole messages
}

type none = struct{}

var nothing = comm.Op[none]{Name: "nothing", Commutative: true, Apply: func(dst, a, b []none) {}}

func (s Simulation) run(ctx context.Context) (o Outcome, err error) {
	if s.cuts() {
		o, err = s.runCutUntil(ctx)
	} else {
		o, err = s.runWhole(ctx)
	}
	if err != nil {
		return Outcome{}, err
	}
	if formula, ok := s.Setup.formula(s.Call, s.segment.words); ok {
		o.Formula = &formula
		if s.Setup.away {
			o.FormulaFor = s.Setup.home
		}
	}
	return o, nil
}

// runWhole calls the procedure at every node.
func (s Simulation) runWhole(ctx context.Context) (Outcome, error) {
	config := s.Setup.config
	done := progress(&config, s.Info.ID)
	defer done()
	r, err := sim.Run(ctx, s.P, config, s.body())
	if err != nil {
		return Outcome{}, s.failed(err, s.Setup.config)
	}
	return Outcome{Algo: s.Info.ID, P: s.P, M: s.M, Time: r.Time,
		Rounds: r.Rounds, Messages: r.Messages, Words: r.Words, MaxLinkWords: r.MaxLinkWords}, nil
}

// body returns the procedure of every node.
func (s Simulation) body() func(port comm.Port[none]) error {
	row, _ := catalog.Find[none](s.Info.ID)
	args := catalog.Args[none]{Root: s.root, Shift: s.shift, Op: nothing, Mesh: s.Setup.extents, Network: s.Setup.packed}
	if s.pipelined() {
		args.Segment = s.segment.words
	}
	return func(port comm.Port[none]) error {
		a := args
		a.In, a.Out = make([]none, s.Info.Op.In(s.P, s.M, port.Rank(), s.root)), make([]none, s.Info.Op.Out(s.P, s.M, port.Rank(), s.root))
		if s.own != nil {
			return plan.NewRunner[none](&s.own.Nodes[port.Rank()]).Run(port, nothing, a.In, a.Out)
		}
		return row.Run(comm.New(port), a)
	}
}

// A run with an estimated time above tooLong is refused without --allow-long. One above sayLong is announced.
const (
	sayLong = 10 * time.Second
	tooLong = 10 * time.Minute
)

// Foresee estimates the time of runs before the first one begins. It announces long runs on stderr, and refuses too long ones
// unless long is set.
func Foresee(stderr io.Writer, runs []Simulation, long bool) error {
	var all, longest sim.Estimate
	var memory int64
	var at Simulation
	for _, s := range runs {
		if s.cuts() {
			continue // runs with segments are small: see check
		}
		e := sim.Measure(s.P, s.Setup.config, 200*time.Millisecond, s.body())
		all.Messages, all.Time, all.AtLeast = all.Messages+e.Messages, all.Time+e.Time, all.AtLeast || e.AtLeast
		if all.Time < 0 {
			all.Time = math.MaxInt64
		}
		_, most := sim.Memory(s.P, s.Setup.config)
		if memory = max(memory, most); e.Time > longest.Time {
			longest, at = e, s
		}
	}
	about := "about"
	if all.AtLeast {
		about = "at least"
	}
	size := fmt.Sprintf("%s with -n %d", at.Info.ID, at.P)
	if len(runs) > 1 {
		size = fmt.Sprintf("%d simulations, the longest of them %s", len(runs), size)
	}
	size += fmt.Sprintf(": %s %s messages, %s %s", about, strings.Replace(fmt.Sprintf("%.1e", all.Messages), "e+", "e", 1), about, roughly(all.Time))
	switch {
	case all.Time > tooLong && !long:
		return exit.Usagef("%s; want at most %s, a smaller -p or -m, or --allow-long", size, roughly(tooLong))
	case all.Time > sayLong:
		fmt.Fprintf(stderr, "topocoll: %s, at most %s of memory\n", size, host.FormatMemory(memory))
	}
	return nil
}

// roughly writes a duration with one unit.
func roughly(d time.Duration) string {
	for _, unit := range []struct {
		is   time.Duration
		name string
	}{{24 * time.Hour, "days"}, {time.Hour, "hours"}, {time.Minute, "minutes"}} {
		if d >= 2*unit.is {
			return fmt.Sprintf("%d %s", d/unit.is, unit.name)
		}
	}
	return fmt.Sprintf("%d seconds", d/time.Second)
}

// progress makes a run that takes more than two seconds print its progress on stderr.
func progress(config *sim.Config, id string) (done func()) {
	began, shown := time.Now(), false
	config.Progress = func(at sim.Progress) {
		if time.Since(began) < 2*time.Second {
			return
		}
		shown = true
		fmt.Fprintf(os.Stderr, "\r%s: %d messages, %d of %d nodes done, %.0f s ", id, at.Messages, at.Finished, at.Nodes, time.Since(began).Seconds())
	}
	return func() {
		if shown {
			fmt.Fprintln(os.Stderr)
		}
	}
}

// check refuses arguments that are wrong on every machine.
func (s Simulation) check() error {
	if err := s.Call.check(); err != nil || !s.cuts() {
		return err
	}
	return s.recordable("--segment with ", maxCut)
}

// difference returns time minus formula in µs. A difference in the last digits comes from the order of summation and counts as 0.
func (o Outcome) difference() float64 {
	if difference := o.Time - *o.Formula; difference > 1e-9*o.Time || difference < -1e-9*o.Time {
		return difference
	}
	return 0
}
