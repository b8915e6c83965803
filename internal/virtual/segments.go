package virtual

import (
	"context"
	"io"

	"topocoll/internal/exit"
	"topocoll/internal/planfile"
)

// runDivided calls simulatePlans. When the context is cancelled, runDivided returns immediately, while the
// simulation continues in the background.
func (r Run) runDivided(ctx context.Context, stderr io.Writer) (Outcome, error) {
	done := make(chan struct{})
	if err := ctx.Err(); err != nil {
		return Outcome{}, r.ExitError(err, r.Machine.Config)
	}
	var o Outcome
	var failed error
	go func() {
		defer close(done)
		o, failed = r.simulatePlans(ctx, stderr)
	}()
	select {
	case <-done:
		return o, failed
	case <-ctx.Done():
		return Outcome{}, r.ExitError(ctx.Err(), r.Machine.Config)
	}
}

// simulatePlans simulates the plans of all nodes with messages split into segments. Every node executes each
// step as soon as the step's dependencies are complete. If whole messages are fastest, simulatePlans
// simulates the procedures instead.
func (r Run) simulatePlans(ctx context.Context, stderr io.Writer) (Outcome, error) {
	job, err := r.Record(r.Machine, 0, true)
	if err != nil {
		return Outcome{}, exit.Usage(err)
	}
	r.Machine.Config.Contention = false
	c, words := r.Machine.Config, r.Segment.Words
	machine, err := c.Machine(r.P)
	if err != nil {
		return Outcome{}, err
	}
	if r.Segment.Auto {
		if words, err = planfile.FastestSegment(job, machine); err != nil {
			return Outcome{}, err
		}
		if words == 0 {
			return r.runWhole(ctx, stderr)
		}
	}
	if job, err = planfile.Divide(job, words); err != nil {
		return Outcome{}, err
	}
	o := Outcome{Algo: r.Info.ID, P: r.P, M: r.M, Segment: words,
		MaxLinkWords: planfile.CountLoads(job, c.Network, c.Placement).Largest}
	o.Messages, o.Words = planfile.CountMessages(job)
	schedule, err := job.Schedule(machine)
	if err != nil {
		return o, err
	}
	o.Time = schedule.Finish
	c.Ts, c.Tw, c.Th = 1, 0, 0 // with ts = 1 and tw = th = 0, the finish time is the number of rounds
	if machine, err = c.Machine(r.P); err != nil {
		return o, err
	}
	if schedule, err = job.Schedule(machine); err != nil {
		return o, err
	}
	o.Rounds = int(schedule.Finish)
	return o, nil
}
