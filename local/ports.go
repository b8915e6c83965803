package local

import (
	"fmt"
	"slices"

	"topocoll/comm"
	"topocoll/plan"
)

// NewPorts returns the ports of the given ranks of a job, or of all ranks if ranks is nil. The rank of a port
// in the new Ports is its index in ranks.
func NewPorts[T any](j *Job, ranks []int) *Ports[T] {
	j.lock.Lock()
	defer j.lock.Unlock()
	if ranks == nil {
		for rank := range j.hasReturned {
			ranks = append(ranks, rank)
		}
	}
	p := &Ports[T]{job: j}
	for i, rank := range ranks {
		p.nodes = append(p.nodes, &node[T]{ports: p, rank: i, jobRank: rank,
			sleeper: sleeper{wake: make(chan struct{}, 1)}})
	}
	j.ports = append(j.ports, p)
	return p
}

// Of returns the port of a rank. Only the node that has this port may use it.
func (p *Ports[T]) Of(rank int) plan.Async[T] { return p.nodes[rank] }

// Free removes the ports from their job. No node may use them afterwards.
func (p *Ports[T]) Free() {
	p.job.lock.Lock()
	defer p.job.lock.Unlock()
	p.job.ports = slices.DeleteFunc(p.job.ports, func(q untypedPorts) bool { return q == untypedPorts(p) })
}

func (p *Ports[T]) describeUnmatched() (unmatched []string) {
	for _, n := range p.nodes {
		for _, t := range n.posted {
			unmatched = append(unmatched, t.describeWaiting())
		}
		if why := n.describeUnawaited(); why != "" {
			unmatched = append(unmatched, why)
		}
	}
	return unmatched
}

func (p *Ports[T]) wakeAll() {
	for _, n := range p.nodes {
		n.wakeUp(p.job)
	}
}

func (p *Ports[T]) addActiveCalls(calls []int) {
	for _, n := range p.nodes {
		calls[n.jobRank] += n.calls.Len()
	}
}

// Run calls body on p nodes and returns when all these calls have returned. The error that Run returns joins
// the errors of the nodes, lowest rank first, without duplicate messages. It is an error if body returns
// before Wait or Test has completed every call that the node started. Under MPI, Finalize returns such an
// error.
func Run[T any](p int, body func(port comm.AsyncPort[T]) error) error {
	if p < 0 {
		return fmt.Errorf("local: Run: %d nodes, want 0 or more", p)
	}
	j := NewJob(p)
	ports := NewPorts[T](j, nil)
	return j.Run(func(rank int) error { return body(ports.Of(rank)) })
}
