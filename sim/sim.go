package sim

import (
	"context"
	"errors"
	"fmt"
	"unsafe"

	"topocoll/comm"
)

// Run calls body on p nodes and returns the result when all these calls have returned.
//
// The first error ends the run: an error of a body, a deadlock (*DeadlockError), ErrMemory, or the error of
// ctx. Run also returns an error if a send and its receive have different lengths, or if the port model does
// not allow a call. In addition to the memory of the bodies, a run takes O(p + links) memory.
func Run[T any](ctx context.Context, p int, config Config, body func(port comm.Port[T]) error) (*Result,
	error) {
	return run(ctx, p, config, body, func(m *machine[T]) {})
}

// Record is like Run, but also records a trace. The function `label` receives the words of a message and
// returns the label of the message in the trace. If `label` is nil, the trace has no labels.
func Record[T any](ctx context.Context, p int, config Config, label func(x []T) string,
	body func(port comm.Port[T]) error) (*Result, error) {
	return run(ctx, p, config, body, func(m *machine[T]) {
		m.label = label
		m.result.Trace = &Trace{Config: m.config, P: p}
	})
}

func run[T any](ctx context.Context, p int, config Config, body func(port comm.Port[T]) error,
	prepare func(m *machine[T])) (*Result, error) {
	m, err := newMachine(p, config, body)
	if err != nil {
		return nil, err
	}
	prepare(m)
	if m.config.Contention && m.config.Repeatable {
		m.links.checksSharing = true
		r, err := m.run(ctx)
		if !errors.Is(err, errShared) {
			return r, err
		}
		m, _ = newMachine(p, config, body)
		prepare(m)
	}
	if m.config.Contention {
		m.links.contended = true
		m.arbiter = &arbiter{links: m.links, trace: m.result.Trace}
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
	var word T
	if size := unsafe.Sizeof(word); config.Oblivious && size > 0 {
		return nil, fmt.Errorf("sim: words have %d bytes, but a run with Oblivious needs words of 0 bytes", size)
	}
	if few, _ := Memory(p, config); config.Memory > 0 && few > config.Memory {
		return nil, ErrMemory
	}
	m := &machine[T]{
		config: config,
		body:   body,
		nodes:  make(nodes[T], p),
		links:  newLinks(config),
		rules:  startRules{ports: config.Ports},
		result: Result{Nodes: make([]Node, p)},
	}
	for rank, start := range config.Start {
		m.nodes[rank].now.time = start
	}
	return m, nil
}
