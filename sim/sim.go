// Package sim is the machine of virtual time. It runs the body of a collective unchanged on p nodes of
// a network and charges every message what the textbook charges it.
//
// A transfer starts when both ends are ready and their ports free. m words over l links take
//
//	SF (store-and-forward)  ts + tw·m·l
//	CT (cut-through)        ts + tw·m + th·l
//
// as in the book, which leaves th out under SF. Both nodes go on when the message has arrived. Under
// CT th is charged for every link, also in the steps between neighbours for which the book's tables
// leave it out.
//
// Every node is a coroutine and one scheduler runs them, so a run is deterministic. A node exists from
// its first message on (see machine), and a []struct{} takes no memory: with T = struct{} a million
// nodes fit.
package sim

import (
	"context"
	"errors"
	"fmt"

	"topocoll/comm"
)

// Run runs body on p nodes and returns what happened when all of them have returned.
//
// The first error ends the run: one of a body, a deadlock (*DeadlockError), ends of a message that do
// not fit, a call the port model does not allow, ErrMemory, or that of ctx. Memory is O(p + links), besides what
// the bodies hold.
func Run[T any](ctx context.Context, p int, config Config, body func(port comm.Port[T]) error) (*Result, error) {
	return run(ctx, p, config, body, func(m *machine[T]) {})
}

// Record is Run with a trace. Label names the words of a message in it; nil leaves them unnamed.
func Record[T any](ctx context.Context, p int, config Config, label func(x []T) string, body func(port comm.Port[T]) error) (*Result, error) {
	return run(ctx, p, config, body, func(m *machine[T]) {
		m.label = label
		m.result.Trace = &Trace{Config: m.config, P: p}
	})
}

func run[T any](ctx context.Context, p int, config Config, body func(port comm.Port[T]) error, prepare func(m *machine[T])) (*Result, error) {
	m, err := newMachine(p, config, body)
	if err != nil {
		return nil, err
	}
	prepare(m)
	if m.config.Contention && m.config.Repeatable {
		m.links.watch()
		r, err := m.run(ctx)
		if !errors.Is(err, errShared) {
			return r, err
		}
		m, _ = newMachine(p, config, body)
		prepare(m)
	}
	if m.contention = m.config.Contention; m.contention {
		m.links.share()
	}
	return m.run(ctx)
}

func newMachine[T any](p int, config Config, body func(port comm.Port[T]) error) (*machine[T], error) {
	if p < 1 {
		return nil, fmt.Errorf("sim: %d nodes, want at least 1", p)
	}
	config, err := config.complete(p)
	if err != nil {
		return nil, err
	}
	if few, _ := Memory(p, config.Network); config.Memory > 0 && few > config.Memory {
		return nil, ErrMemory
	}
	return &machine[T]{
		config: config,
		body:   body,
		nodes:  make([]node[T], p),
		links:  newLinks(config),
		result: Result{Nodes: make([]Node, p)},
	}, nil
}
