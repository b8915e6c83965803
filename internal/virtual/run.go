package virtual

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"topocoll/bench/arrival"
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/exit"
	"topocoll/internal/host"
	"topocoll/plan"
	"topocoll/sim"
)

// A Segment is a segment size, the maximum number of words in a message. If Auto is true, the fastest segment
// size is used. The zero value means whole messages.
type Segment struct {
	Words int
	Auto  bool
}

// A Run describes one run of an algorithm without data.
type Run struct {
	Call
	Segment Segment
	Machine Machine
	Arrival arrival.Pattern
}

// startTimes returns the time in µs at which each rank enters the call, and the latest of these times. It
// returns nil if all ranks enter at the same time. With the shape "random", the times are the same in every
// run.
func (r Run) startTimes() (start []float64, last float64) {
	if r.Arrival.Time == 0 {
		return nil, 0
	}
	delays := make([]int64, r.P)
	r.Arrival.Delays(delays, rand.New(rand.NewPCG(1, 0)))
	for _, ns := range delays {
		start = append(start, float64(ns)/1000)
	}
	return start, slices.Max(start)
}

// Divided reports whether messages are split into segments of size Segment. A pipelined algorithm divides its
// messages itself, so Divided is false for it.
func (r Run) Divided() bool { return (r.Segment.Auto || r.Segment.Words > 0) && !r.Info.Pipelined() }

// An Outcome is the simulated cost of a run, in µs and words. If ranks are late, Time is measured from the
// last arrival.
type Outcome struct {
	Algo         string   `json:"algorithm"`
	P            int      `json:"p"`
	M            int      `json:"m"`
	Time         float64  `json:"time"`
	Formula      *float64 `json:"formula"` // nil if there is no formula for these p and m
	Rounds       int      `json:"rounds"`
	Messages     int      `json:"messages"`
	Words        int      `json:"words"`
	MaxLinkWords int      `json:"max_link_words"`
	FormulaFor   string   `json:"formula_network,omitempty"` // the formula's network, if it is not the run's
	Segment      int      `json:"segment_words,omitempty"`   // segment size in words; 0 for undivided messages
	Arrival      string   `json:"arrival,omitempty"`         // how late the ranks are; empty if no rank is late
}

// noData is the word type of a run without data.
type noData = struct{}

var noOp = comm.Op[noData]{Name: "nothing", Commutative: true, Apply: func(dst, a, b []noData) {}}

// Simulate runs the algorithm. A run that takes more than two seconds prints its progress on stderr.
func (r Run) Simulate(ctx context.Context, stderr io.Writer) (o Outcome, err error) {
	if r.Divided() {
		o, err = r.runDivided(ctx, stderr)
	} else {
		o, err = r.runWhole(ctx, stderr)
	}
	if err != nil {
		return Outcome{}, err
	}
	if formula, ok := r.Machine.Formula(r.Call, r.Segment.Words); ok {
		o.Formula = &formula
		if r.Machine.Away {
			o.FormulaFor = r.Machine.Home
		}
	}
	return o, nil
}

// runWhole simulates the procedure. Only a pipelined algorithm then sends its messages in segments.
func (r Run) runWhole(ctx context.Context, stderr io.Writer) (Outcome, error) {
	config := r.Machine.Config
	var last float64
	config.Start, last = r.startTimes()
	done := showProgress(stderr, &config, r.Info.ID)
	defer done()
	result, err := sim.Run(ctx, r.P, config, r.body())
	if err != nil {
		return Outcome{}, r.ExitError(err, r.Machine.Config)
	}
	return Outcome{Algo: r.Info.ID, P: r.P, M: r.M, Time: result.Time - last, Rounds: result.Rounds,
		Messages: result.Messages, Words: result.Words,
		MaxLinkWords: result.MaxLinkWords, Arrival: r.Arrival.String()}, nil
}

func (r Run) body() func(port comm.Port[noData]) error {
	row, _ := catalog.Find[noData](r.Info.ID)
	args := catalog.Args[noData]{Root: r.Root, Shift: r.Shift, Op: noOp, Mesh: r.Machine.Extents,
		Network: r.Machine.Packed}
	if r.Info.Pipelined() {
		args.Segment = r.Segment.Words
	}
	return func(port comm.Port[noData]) error {
		a := args
		a.In, a.Out = make([]noData, r.Info.Op.In(r.P, r.M, port.Rank(), r.Root)),
			make([]noData, r.Info.Op.Out(r.P, r.M, port.Rank(), r.Root))
		if r.Plans != nil {
			return plan.NewRunner[noData](&r.Plans[port.Rank()]).Run(port, noOp, a.In, a.Out)
		}
		return row.Run(comm.New(port), a)
	}
}

// The limits on the estimated total duration of the runs. Foresee announces runs that take longer than
// announceAfter. Without --allow-long, it rejects runs that take longer than refuseAfter.
const (
	announceAfter = 10 * time.Second
	refuseAfter   = 10 * time.Minute
)

// Foresee estimates the duration of all runs before the first one begins. It announces long runs on stderr,
// and refuses runs that take too long unless `long` is true.
func Foresee(stderr io.Writer, runs []Run, long bool) error {
	var all, longest sim.Estimate
	var memory int64
	var at Run
	for _, r := range runs {
		if r.Divided() {
			continue // runs with segments need no estimate, because Check limits their size
		}
		e := sim.Measure(r.P, r.Machine.Config, 200*time.Millisecond, r.body())
		all.Messages, all.Time, all.AtLeast = all.Messages+e.Messages, all.Time+e.Time, all.AtLeast ||
			e.AtLeast
		if all.Time < 0 {
			all.Time = math.MaxInt64
		}
		_, most := sim.Memory(r.P, r.Machine.Config)
		if memory = max(memory, most); e.Time > longest.Time {
			longest, at = e, r
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
	size += fmt.Sprintf(": %s %s messages, %s %s", about,
		strings.Replace(fmt.Sprintf("%.1e", all.Messages), "e+", "e", 1), about, formatDuration(all.Time))
	switch {
	case all.Time > refuseAfter && !long:
		return exit.Usagef("%s; the limit is %s: use a smaller -n or -m, or --allow-long", size,
			formatDuration(refuseAfter))
	case all.Time > announceAfter:
		fmt.Fprintf(stderr, "topocoll: %s, at most %s of memory\n", size, host.FormatMemory(memory))
	}
	return nil
}

// formatDuration formats a duration as one number with one unit, rounded down.
func formatDuration(d time.Duration) string {
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

// showProgress makes a run print its progress after two seconds. Call `done` at the end of the run.
func showProgress(stderr io.Writer, config *sim.Config, id string) (done func()) {
	began, shown := time.Now(), false
	config.Progress.Report = func(at sim.Progress) {
		if time.Since(began) < 2*time.Second {
			return
		}
		shown = true
		fmt.Fprintf(stderr, "\r%s: %d messages, %d of %d nodes done, %.0f s ", id, at.Messages, at.Finished,
			at.Nodes, time.Since(began).Seconds())
	}
	return func() {
		if shown {
			fmt.Fprintln(stderr)
		}
	}
}

// maxDividedP is the maximum number of ranks if messages are split into segments.
const maxDividedP = 1024

// Check returns an error for arguments that are wrong on every machine.
func (r Run) Check() error {
	if err := r.Call.Check(); err != nil || !r.Divided() {
		return err
	}
	if r.Arrival.Time > 0 {
		return exit.Usagef("--arrival and --segment cannot be combined for %s, which is not pipelined",
			r.Info.ID)
	}
	return r.CheckRecordable("--segment with ", maxDividedP)
}

// Difference returns Time minus Formula in µs. A difference in the last digits counts as 0, because it comes
// from the order of summation.
func (o Outcome) Difference() float64 {
	if difference := o.Time - *o.Formula; difference > 1e-9*o.Time || difference < -1e-9*o.Time {
		return difference
	}
	return 0
}

// Fastest returns the outcomes that share the shortest time. If there are other outcomes, `next` is the
// fastest of them.
func Fastest(outcomes []Outcome) (first []Outcome, next *Outcome) {
	best := outcomes[0].Time
	for _, o := range outcomes {
		best = min(best, o.Time)
	}
	for i, o := range outcomes {
		switch {
		case o.Time <= best*(1+1e-9):
			first = append(first, o)
		case next == nil || o.Time < next.Time:
			next = &outcomes[i]
		}
	}
	return first, next
}
