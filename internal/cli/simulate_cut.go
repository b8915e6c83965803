package cli

import (
	"context"
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/explain"
	"topocoll/plan"
	"topocoll/sim"
)

// on reports whether messages are to be cut.
func (s segment) on() bool { return s.auto || s.words > 0 }

// checkCut refuses what is too large for plans, and auto for ports for which there is no schedule.
func (j job) checkCut() error {
	switch {
	case !j.cut.on():
		return nil
	case j.p > explain.MaxP:
		return usagef("--cut with -p %d, want at most %d", j.p, explain.MaxP)
	case j.m > maxPlanWords/j.p:
		return usagef("--cut with -m %d, want at most %d words for -p %d", j.m, maxPlanWords/j.p, j.p)
	case j.cut.auto && j.half:
		return usagef("--cut auto --ports half, want one or all")
	}
	return nil
}

// runCut runs the plans of the nodes with their messages cut. Every node does each step as soon as what it waits for is done.
// If whole messages are the fastest, it calls the procedures.
func (j job) runCut(ctx context.Context) (outcome, error) {
	nodes, err := j.plans()
	if err != nil {
		return outcome{}, usage(err)
	}
	j.setup.config.Contention = false
	c, words := j.setup.config, j.cut.words
	if j.cut.auto {
		if words, err = nodes.Cut(plan.Machine{Ts: c.Ts, Tw: c.Tw, AllPort: c.Ports == sim.AllPort}, maxCutSteps); err != nil {
			return outcome{}, err
		}
		if words == 0 {
			return j.runWhole(ctx)
		}
	}
	if err := cuttable("--cut", nodes, words); err != nil {
		return outcome{}, err
	}
	nodes = nodes.Improve(plan.Passes{Segment: words})
	o := outcome{Algo: j.info.ID, P: j.p, M: j.m, Cut: words, MaxLinkWords: loadsOf(nodes, &placed{c.Network, c.Placement}).Largest}
	for _, node := range nodes {
		for _, s := range node.Steps {
			if s.Kind == plan.Send {
				o.Messages++
				o.Words += s.Words()
			}
		}
	}
	if o.Time, err = play(nodes, c); err != nil {
		return o, err
	}
	c.Ts, c.Tw, c.Th = 1, 0, 0
	rounds, err := play(nodes, c)
	o.Rounds = int(rounds)
	return o, err
}

// plans returns the plans of the nodes, with whole messages if they are those of a row.
func (j job) plans() (plan.Job, error) {
	if j.own != nil {
		return j.own.Nodes, nil
	}
	row, _ := catalog.Find[byte](j.info.ID)
	return catalog.Plans(row, j.p, j.m, catalog.Args[byte]{Root: j.root, Shift: j.shift, Mesh: j.setup.extents, Network: j.setup.packed, Segment: j.size,
		Op: comm.Op[byte]{Commutative: true}})
}

// play carries out plans in virtual time without data, and without contention.
func play(nodes plan.Job, config sim.Config) (time float64, err error) {
	config.Oblivious = false // the bodies wait for their messages
	return sim.RunAsync(len(nodes), config, func(port comm.AsyncPort[none]) error {
		node := &nodes[port.Rank()]
		return plan.NewRunner[none](node).RunAsync(port, nothing, make([]none, node.In), make([]none, node.Out))
	})
}

// cutText says how a run was cut; "" for whole messages without --cut.
func (j job) cutText(o outcome) string {
	switch {
	case !j.cut.on():
		return ""
	case o.Cut == 0:
		return "whole messages are the fastest; links are free"
	}
	return fmt.Sprintf("messages of more than %d words are cut; every node does each step as soon as what it waits for is done; links are free", o.Cut)
}
