package local

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"topocoll/internal/check"
)

// A Job runs p nodes that exchange words of one or several types: see [NewPorts]. Most programs need only one
// type, and call the function [Run] instead.
type Job struct {
	lock sync.Mutex // guards the job, all its ports and their nodes

	hasReturned   []bool // hasReturned[i] is true when rank i has returned
	live, waiting int    // number of nodes that have not returned, and number of nodes that wait
	deadlock      error
	ports         []untypedPorts // in the order in which they were created
}

// untypedPorts is the part of Ports[T] that does not depend on T. Callers of its methods hold the job's lock.
type untypedPorts interface {
	describeUnmatched() []string
	addActiveCalls(calls []int) // adds, for each rank, the number of calls that are started but not complete
	wakeAll()
}

// A sleeper suspends one node of a job and wakes it up. Callers of its methods hold the job's lock.
type sleeper struct {
	wake   chan struct{}
	asleep bool
}

// sleep suspends the node until another node calls wakeUp. Meanwhile it releases the lock.
func (s *sleeper) sleep(j *Job) {
	s.asleep = true
	j.waiting++
	j.checkDeadlock()
	j.lock.Unlock()
	<-s.wake
	j.lock.Lock()
}

func (s *sleeper) wakeUp(j *Job) {
	if s.asleep {
		s.asleep = false
		j.waiting--
		s.wake <- struct{}{}
	}
}

// NewJob returns a job of p nodes.
func NewJob(p int) *Job { return &Job{hasReturned: make([]bool, p), live: p} }

// Run runs body on every node: see the function [Run]. Call it only once for a job.
func (j *Job) Run(body func(rank int) error) error {
	errs := make([]error, len(j.hasReturned))
	var running sync.WaitGroup
	for rank := range errs {
		running.Add(1)
		go func() {
			defer func() {
				// A goroutine that panics must not call running.Done, because Run could then return before the panic
				// ends the program.
				if value := recover(); value != nil {
					panic(value)
				}
				j.recordReturn(rank)
				running.Done()
			}()
			errs[rank] = body(rank)
		}()
	}
	running.Wait()
	for rank, calls := range j.activeCalls() {
		if errs[rank] == nil {
			errs[rank] = check.NoActiveCalls("local: Run", calls, rank)
		}
	}
	return joinDistinct(errs)
}

// activeCalls returns, for each rank, the number of calls that are started but not complete.
func (j *Job) activeCalls() []int {
	j.lock.Lock()
	defer j.lock.Unlock()
	calls := make([]int, len(j.hasReturned))
	for _, ports := range j.ports {
		ports.addActiveCalls(calls)
	}
	return calls
}

// recordReturn records that a node has returned, and checks whether the remaining nodes are deadlocked.
func (j *Job) recordReturn(rank int) {
	j.lock.Lock()
	defer j.lock.Unlock()
	j.hasReturned[rank] = true
	j.live--
	j.checkDeadlock()
}

// checkDeadlock records a deadlock and wakes all nodes if no node can proceed. The caller must hold the lock.
func (j *Job) checkDeadlock() {
	if j.live == 0 || j.waiting < j.live || j.deadlock != nil {
		return
	}
	var unmatched []string
	for _, ports := range j.ports {
		unmatched = append(unmatched, ports.describeUnmatched()...)
	}
	j.deadlock = fmt.Errorf("local: deadlock: %s", strings.Join(unmatched, "; "))
	for _, ports := range j.ports {
		ports.wakeAll()
	}
}

// joinDistinct is errors.Join without duplicates, because in a deadlock all nodes return the same error.
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
