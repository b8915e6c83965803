package cli

import (
	"context"
	"fmt"

	"topocoll/comm"
	"topocoll/plan"
	"topocoll/sim"
)

// runCut runs the plans of the nodes with their messages cut. Every node does each step as soon as what it waits for is done.
// If whole messages are the fastest, it calls the procedures.
func (s simulation) runCut(ctx context.Context) (outcome, error) {
	nodes, err := s.plans(s.setup, 0, true)
	if err != nil {
		return outcome{}, usage(err)
	}
	s.setup.config.Contention = false
	c, words := s.setup.config, s.segment.words
	if s.segment.auto {
		if words, err = nodes.Cut(plan.Machine{Ts: c.Ts, Tw: c.Tw, AllPort: c.Ports == sim.AllPort}, maxCutSteps); err != nil {
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
	if o.Time, err = play(nodes, c); err != nil {
		return o, err
	}
	c.Ts, c.Tw, c.Th = 1, 0, 0
	rounds, err := play(nodes, c)
	o.Rounds = int(rounds)
	return o, err
}

// play carries out plans in virtual time without data, and without contention.
func play(nodes plan.Job, config sim.Config) (time float64, err error) {
	config.Oblivious = false // the bodies wait for their messages
	return sim.RunAsync(len(nodes), config, func(port comm.AsyncPort[none]) error {
		node := &nodes[port.Rank()]
		return plan.NewRunner[none](node).RunAsync(port, nothing, make([]none, node.In), make([]none, node.Out))
	})
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
