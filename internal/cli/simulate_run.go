package cli

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
	"topocoll/internal/host"
	"topocoll/plan"
	"topocoll/sim"
)

// A simulation is one run of one algorithm without data.
type simulation struct {
	call
	segment segment
	setup   setup
}

// pipelined reports whether the algorithm itself cuts its messages, into segments.
func (s simulation) pipelined() bool { return s.info.Model().Parts != nil }

// cuts reports whether the messages are to be cut, of an algorithm that does not.
func (s simulation) cuts() bool { return s.segment.on() && !s.pipelined() }

// An outcome is the cost of a run, in µs and words.
type outcome struct {
	Algo         string   `json:"algo"`
	P            int      `json:"p"`
	M            int      `json:"m"`
	Time         float64  `json:"time"`
	Formula      *float64 `json:"formula"` // null: the book has none for these p and m
	Rounds       int      `json:"rounds"`
	Messages     int      `json:"messages"`
	Words        int      `json:"words"`
	MaxLinkWords int      `json:"max_link_words"`
	FormulaFor   string   `json:"formula_network,omitempty"` // the network of the formula, if the run has another one
	Cut          int      `json:"cut,omitempty"`             // words of the longest message that is not cut; absent: none is
}

type none = struct{}

var nothing = comm.Op[none]{Name: "nothing", Commutative: true, Apply: func(dst, a, b []none) {}}

func (s simulation) run(ctx context.Context) (o outcome, err error) {
	if s.cuts() {
		o, err = s.runCutUntil(ctx)
	} else {
		o, err = s.runWhole(ctx)
	}
	if err != nil {
		return outcome{}, err
	}
	if formula, ok := s.setup.formula(s.call, s.segment.words); ok {
		o.Formula = &formula
		if s.setup.away {
			o.FormulaFor = s.setup.home
		}
	}
	return o, nil
}

// runWhole calls the procedure at every node.
func (s simulation) runWhole(ctx context.Context) (outcome, error) {
	config := s.setup.config
	done := progress(&config, s.info.ID)
	defer done()
	r, err := sim.Run(ctx, s.p, config, s.body())
	if err != nil {
		return outcome{}, s.failed(err, s.setup.config)
	}
	return outcome{Algo: s.info.ID, P: s.p, M: s.m, Time: r.Time,
		Rounds: r.Rounds, Messages: r.Messages, Words: r.Words, MaxLinkWords: r.MaxLinkWords}, nil
}

// body returns what every node does.
func (s simulation) body() func(port comm.Port[none]) error {
	row, _ := catalog.Find[none](s.info.ID)
	args := catalog.Args[none]{Root: s.root, Shift: s.shift, Op: nothing, Mesh: s.setup.extents, Network: s.setup.packed}
	if s.pipelined() {
		args.Segment = s.segment.words
	}
	return func(port comm.Port[none]) error {
		a := args
		a.In, a.Out = make([]none, s.info.Op.In(s.p, s.m, port.Rank(), s.root)), make([]none, s.info.Op.Out(s.p, s.m, port.Rank(), s.root))
		if s.own != nil {
			return plan.NewRunner[none](&s.own.Nodes[port.Rank()]).Run(port, nothing, a.In, a.Out)
		}
		return row.Run(comm.New(port), a)
	}
}

// A run that is estimated to take longer than tooLong is refused without --allow-long, and one that takes longer than sayLong
// is announced.
const (
	sayLong = 10 * time.Second
	tooLong = 10 * time.Minute
)

// foresee estimates runs before the first begins. It announces on stderr if they take long, and refuses them if they take too
// long unless long allows it.
func foresee(stderr io.Writer, runs []simulation, long bool) error {
	var all, longest sim.Estimate
	var memory int64
	var at simulation
	for _, s := range runs {
		if s.cuts() {
			continue // what is cut is small: see check
		}
		e := sim.Measure(s.p, s.setup.config, 200*time.Millisecond, s.body())
		all.Messages, all.Time, all.AtLeast = all.Messages+e.Messages, all.Time+e.Time, all.AtLeast || e.AtLeast
		if all.Time < 0 {
			all.Time = math.MaxInt64
		}
		_, most := sim.Memory(s.p, s.setup.config)
		if memory = max(memory, most); e.Time > longest.Time {
			longest, at = e, s
		}
	}
	about := "about"
	if all.AtLeast {
		about = "at least"
	}
	size := fmt.Sprintf("%s with -n %d", at.info.ID, at.p)
	if len(runs) > 1 {
		size = fmt.Sprintf("%d simulations, the longest of them %s", len(runs), size)
	}
	size += fmt.Sprintf(": %s %s messages, %s %s", about, strings.Replace(fmt.Sprintf("%.1e", all.Messages), "e+", "e", 1), about, roughly(all.Time))
	switch {
	case all.Time > tooLong && !long:
		return usagef("%s; want at most %s, a smaller -p or -m, or --allow-long", size, roughly(tooLong))
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
func (s simulation) check() error {
	if err := s.call.check(); err != nil || !s.cuts() {
		return err
	}
	return s.recordable("--segment with ", maxCut)
}

// difference is time minus formula in µs. A difference in the last digits comes from the order of summation and counts as 0.
func (o outcome) difference() float64 {
	if difference := o.Time - *o.Formula; difference > 1e-9*o.Time || difference < -1e-9*o.Time {
		return difference
	}
	return 0
}
