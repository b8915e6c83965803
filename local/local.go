package local

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"topocoll/comm"
)

// Run runs body on p nodes and returns when all of them have returned. Its error joins the errors of the nodes,
// lowest rank first; equal messages appear once.
func Run[T any](p int, body func(port comm.AsyncPort[T]) error) error {
	m := &machine[T]{nodes: make([]*node[T], p), live: p}
	for rank := range m.nodes {
		m.nodes[rank] = &node[T]{m: m, rank: rank, wake: make(chan struct{}, 1)}
	}
	errs := make([]error, p)
	var all sync.WaitGroup
	for rank, n := range m.nodes {
		all.Go(func() {
			errs[rank] = body(n)
			m.leave(n)
		})
	}
	all.Wait()
	return joined(errs)
}

// joined is errors.Join without duplicates: all nodes of a deadlock return the same error.
func joined(errs []error) error {
	var distinct []error
	seen := map[string]bool{}
	for _, err := range errs {
		if err != nil && !seen[err.Error()] {
			seen[err.Error()] = true
			distinct = append(distinct, err)
		}
	}
	return errors.Join(distinct...)
}

// machine matches sends with receives. One lock guards it and all its nodes.
type machine[T any] struct {
	sync.Mutex
	nodes         []*node[T]
	live, waiting int
	deadlock      error
}

// leave removes a finished node. If all other nodes are waiting, that is a deadlock.
func (m *machine[T]) leave(n *node[T]) {
	m.Lock()
	defer m.Unlock()
	n.left = true
	m.live--
	m.checkDeadlock()
}

func (m *machine[T]) checkDeadlock() {
	if m.live == 0 || m.waiting < m.live || m.deadlock != nil {
		return
	}
	var who []string
	for _, n := range m.nodes {
		for _, t := range n.posted {
			who = append(who, t.String())
		}
		if why := n.unawaited(); why != "" {
			who = append(who, why)
		}
	}
	m.deadlock = fmt.Errorf("local: deadlock: %s", strings.Join(who, "; "))
	for _, n := range m.nodes {
		n.wakeUp()
	}
}
