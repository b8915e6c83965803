package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/jobs"
	"topocoll/plan"
	"topocoll/sim"
)

// A job is one run of one algorithm without data.
type job struct {
	info                    catalog.Info
	p, m, root, shift, size int // size: words of a segment
	cut                     segment
	half                    bool // ports are half duplex
	setup                   setup
	own                     *planFile // nil: a row of the catalog
}

// name sets the algorithm of a job: a row of the catalog, or the plan in a file and its call. The flags idle say nothing to a plan.
func (j *job) name(name string, given flags, idle ...string) (err error) {
	if !isOwn(name) {
		if j.info, err = theRow(name); err != nil {
			return err
		}
		return given.forNone([]catalog.Info{j.info})
	}
	if j.own, err = own(name); err != nil {
		return err
	}
	j.info = j.own.info(name)
	return j.own.set(name, given, call{&j.p, &j.m, &j.root, &j.shift}, idle...)
}

// nodes returns the plans of the nodes; nil for a row of the catalog.
func (j job) nodes() plan.Job {
	if j.own == nil {
		return nil
	}
	return j.own.Nodes
}

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

func (j job) run(ctx context.Context) (o outcome, err error) {
	if j.cut.on() {
		o, err = j.runCut(ctx)
	} else {
		o, err = j.runWhole(ctx)
	}
	if err != nil {
		return outcome{}, err
	}
	if formula, ok := j.setup.formula(j.info, j.p, j.m, j.shift, j.size); ok {
		o.Formula = &formula
		if j.setup.away {
			o.FormulaFor = j.setup.home
		}
	}
	return o, nil
}

// runWhole calls the procedure at every node.
func (j job) runWhole(ctx context.Context) (outcome, error) {
	row, _ := catalog.Find[none](j.info.ID)
	config := j.setup.config
	done := progress(&config, j.info.ID)
	defer done()
	r, err := sim.Run(ctx, j.p, config, func(port comm.Port[none]) error {
		in, out := make([]none, j.info.Op.In(j.p, j.m, port.Rank(), j.root)), make([]none, j.info.Op.Out(j.p, j.m, port.Rank(), j.root))
		if j.own != nil {
			return plan.NewRunner[none](&j.own.Nodes[port.Rank()]).Run(port, nothing, in, out)
		}
		return row.Run(comm.New(port), catalog.Args[none]{
			Root: j.root, Shift: j.shift, Op: nothing, Mesh: j.setup.extents, Network: j.setup.packed, Segment: j.size, In: in, Out: out})
	})
	if err != nil {
		return outcome{}, j.failed(err)
	}
	return outcome{Algo: j.info.ID, P: j.p, M: j.m, Time: r.Time,
		Rounds: r.Rounds, Messages: r.Messages, Words: r.Words, MaxLinkWords: r.MaxLinkWords}, nil
}

// failed gives the error of a run its exit code.
func (j job) failed(err error) error {
	refusal := errors.Unwrap(err) // the error of the procedure itself, which refuses its arguments
	switch {
	case errors.Is(err, context.Canceled):
		return failure{code: exitPartial, error: fmt.Errorf("%s: interrupted", j.info.ID)}
	case errors.Is(err, sim.ErrMemory):
		return noRoom(j.info, j.p, j.setup.config.Network, j.setup.config.Memory)
	case refusal != nil:
		return usage(refusal)
	}
	return fmt.Errorf("%s: %w", j.info.ID, err)
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

// interruptible returns a context that Ctrl-C ends.
func interruptible() (context.Context, context.CancelFunc) { return jobs.Context() }

// check refuses arguments that are wrong on every machine.
func (j job) check() error {
	switch {
	case j.p < 1:
		return usagef("-p %d, want at least 1 process", j.p)
	case !j.info.Takes(j.p):
		return usagef("%s runs on %s, not on -p %d", j.info.ID, j.info.Accepts, j.p)
	case j.root < 0 || j.root >= j.p:
		return usagef("--root %d, want 0..%d", j.root, j.p-1)
	}
	return j.checkCut()
}

// difference is time minus formula in µs. A difference in the last digits comes from the order of summation and counts as 0.
func (o outcome) difference() float64 {
	if difference := o.Time - *o.Formula; difference > 1e-9*o.Time || difference < -1e-9*o.Time {
		return difference
	}
	return 0
}
