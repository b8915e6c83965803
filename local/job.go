package local

import (
	"fmt"
	"strings"
	"sync"
)

// A Job is p nodes whose messages have words of one type or several: see [NewPorts]. Most programs need one
// type, and call [Run] instead.
type Job struct {
	lock sync.Mutex // guards the job, all its ports and their nodes

	hasReturned   []bool // by rank
	live, waiting int    // numbers of nodes
	deadlock      error
	ports         []nodes // in the order in which they were made
}

// nodes is a Ports of any word type. The caller of its methods holds the lock.
type nodes interface {
	describeUnmatched() []string
	wakeAll()
}

// NewJob returns a job of p nodes.
func NewJob(p int) *Job { return &Job{hasReturned: make([]bool, p), live: p} }

// Run runs body on every node: see the function [Run]. A job runs once.
func (j *Job) Run(body func(rank int) error) error {
	errs := make([]error, len(j.hasReturned))
	var all sync.WaitGroup
	for rank := range errs {
		all.Add(1)
		go func() {
			defer func() {
				// a panic ends the program only after this function, so Run must not return before
				if value := recover(); value != nil {
					panic(value)
				}
				j.remove(rank)
				all.Done()
			}()
			errs[rank] = body(rank)
		}()
	}
	all.Wait()
	return joinDistinct(errs)
}

// remove removes a node that has returned. If all other nodes are waiting, it reports a deadlock.
func (j *Job) remove(rank int) {
	j.lock.Lock()
	defer j.lock.Unlock()
	j.hasReturned[rank] = true
	j.live--
	j.checkDeadlock()
}

// checkDeadlock wakes all nodes if no node can go on. The caller holds the lock.
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
