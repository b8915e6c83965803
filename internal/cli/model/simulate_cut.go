package model

import (
	"context"
	"fmt"

	"topocoll/internal/cli/exit"
	"topocoll/plan"
)

// runCutUntil is runCut, but returns at once when the context ends. The work continues until the program ends.
func (s Simulation) runCutUntil(ctx context.Context) (Outcome, error) {
	done := make(chan struct{})
	if err := ctx.Err(); err != nil {
		return Outcome{}, s.failed(err, s.Setup.config)
	}
	var cut Outcome
	var failed error
	go func() {
		defer close(done)
		cut, failed = s.runCut(ctx)
	}()
	select {
	case <-done:
		return cut, failed
	case <-ctx.Done():
		return Outcome{}, s.failed(ctx.Err(), s.Setup.config)
	}
}

// runCut runs the plans of the nodes with messages in segments. Every node does each step as soon as its dependencies are done. If
// whole messages are fastest, runCut runs the procedures.
func (s Simulation) runCut(ctx context.Context) (Outcome, error) {
	nodes, err := s.plans(s.Setup, 0, true)
	if err != nil {
		return Outcome{}, exit.Usage(err)
	}
	s.Setup.config.Contention = false
	c, words := s.Setup.config, s.segment.words
	machine, err := c.Machine(s.P)
	if err != nil {
		return Outcome{}, err
	}
	if s.segment.auto {
		if words, err = nodes.Cut(machine, maxCutSteps); err != nil {
			return Outcome{}, err
		}
		if words == 0 {
			return s.runWhole(ctx)
		}
	}
	if err := cuttable(nodes, words); err != nil {
		return Outcome{}, err
	}
	nodes = nodes.Improve(plan.Passes{Segment: words})
	o := Outcome{Algo: s.Info.ID, P: s.P, M: s.M, Cut: words, MaxLinkWords: loadsOf(nodes, c).Largest}
	o.Messages, o.Words = sent(nodes)
	schedule, err := nodes.Schedule(machine)
	if err != nil {
		return o, err
	}
	o.Time = schedule.Finish
	c.Ts, c.Tw, c.Th = 1, 0, 0
	if machine, err = c.Machine(s.P); err != nil {
		return o, err
	}
	if schedule, err = nodes.Schedule(machine); err != nil {
		return o, err
	}
	o.Rounds = int(schedule.Finish)
	return o, nil
}

// cutText describes the segments of a run. It is "" without --segment.
func (s Simulation) cutText(o Outcome) string {
	switch {
	case !s.cuts():
		return ""
	case o.Cut == 0:
		return "whole messages are the fastest; links are free"
	}
	return fmt.Sprintf("messages of more than %d words are cut; every node does each step as soon as what it waits for is done; links are free", o.Cut)
}
