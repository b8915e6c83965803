package cli

import (
	"context"
	"fmt"

	"topocoll/plan"
)

// runCutUntil is runCut, but returns at once when the context ends. The work then goes on until the program ends, which is soon.
func (s simulation) runCutUntil(ctx context.Context) (outcome, error) {
	done := make(chan struct{})
	if err := ctx.Err(); err != nil {
		return outcome{}, s.failed(err, s.setup.config)
	}
	var cut outcome
	var failed error
	go func() {
		defer close(done)
		cut, failed = s.runCut(ctx)
	}()
	select {
	case <-done:
		return cut, failed
	case <-ctx.Done():
		return outcome{}, s.failed(ctx.Err(), s.setup.config)
	}
}

// runCut runs the plans of the nodes with their messages cut. Every node does each step as soon as what it waits for is done.
// If whole messages are the fastest, it calls the procedures.
func (s simulation) runCut(ctx context.Context) (outcome, error) {
	nodes, err := s.plans(s.setup, 0, true)
	if err != nil {
		return outcome{}, usage(err)
	}
	s.setup.config.Contention = false
	c, words := s.setup.config, s.segment.words
	machine, err := c.Machine(s.p)
	if err != nil {
		return outcome{}, err
	}
	if s.segment.auto {
		if words, err = nodes.Cut(machine, maxCutSteps); err != nil {
			return outcome{}, err
		}
		if words == 0 {
			return s.runWhole(ctx)
		}
	}
	if err := cuttable(nodes, words); err != nil {
		return outcome{}, err
	}
	nodes = nodes.Improve(plan.Passes{Segment: words})
	o := outcome{Algo: s.info.ID, P: s.p, M: s.m, Cut: words, MaxLinkWords: loadsOf(nodes, c).Largest}
	o.Messages, o.Words = sent(nodes)
	schedule, err := nodes.Schedule(machine)
	if err != nil {
		return o, err
	}
	o.Time = schedule.Finish
	c.Ts, c.Tw, c.Th = 1, 0, 0
	if machine, err = c.Machine(s.p); err != nil {
		return o, err
	}
	if schedule, err = nodes.Schedule(machine); err != nil {
		return o, err
	}
	o.Rounds = int(schedule.Finish)
	return o, nil
}

// cutText says how a run was cut; "" for whole messages that were not to be cut.
func (s simulation) cutText(o outcome) string {
	switch {
	case !s.cuts():
		return ""
	case o.Cut == 0:
		return "whole messages are the fastest; links are free"
	}
	return fmt.Sprintf("messages of more than %d words are cut; every node does each step as soon as what it waits for is done; links are free", o.Cut)
}
