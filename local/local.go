package local

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"topocoll/comm"
)

// Run runs body on p nodes and returns when all of them have returned. Its error joins the errors of the
// nodes, lowest rank first. Equal messages appear once.
func Run[T any](p int, body func(port comm.AsyncPort[T]) error) error {
	m := &machine[T]{nodes: make([]*node[T], p), live: p}
	for rank := range m.nodes {
		m.nodes[rank] = &node[T]{m: m, rank: rank, wake: make(chan struct{}, 1)}
	}
	errs := make([]error, p)
	var all sync.WaitGroup
	for rank, n := range m.nodes {
		all.Add(1)
		go func() {
			defer func() {
				// a panic ends the program only after this function, so Run must not return before
				if value := recover(); value != nil {
					panic(value)
				}
				all.Done()
			}()
			errs[rank] = body(n)
			m.removeNode(n)
		}()
	}
	all.Wait()
	return joinDistinct(errs)
}

// joinDistinct is errors.Join without duplicates: in a deadlock all nodes return the same error.
func joinDistinct(errs []error) error {
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

// machine matches sends with receives. Its lock guards the machine and all its nodes.
type machine[T any] struct {
	sync.Mutex
	nodes         []*node[T]
	live, waiting int
	deadlock      error
}

// removeNode removes a finished node. If all other nodes are waiting, it reports a deadlock.
func (m *machine[T]) removeNode(n *node[T]) {
	m.Lock()
	defer m.Unlock()
	n.hasReturned = true
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
		if why := n.describeUnawaited(); why != "" {
			who = append(who, why)
		}
	}
	m.deadlock = fmt.Errorf("local: deadlock: %s", strings.Join(who, "; "))
	for _, n := range m.nodes {
		n.wakeUp()
	}
}
