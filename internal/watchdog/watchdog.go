// Package watchdog finds out why the ranks of a job no longer get on. MPI waits for ever for a host that
// is cut off; a watchdog on every rank notices that nothing ends any more, or that everything takes many
// times what it took, asks the other ranks past MPI, and names the one to blame. Only ranks of the job are heard:
// all they say is sealed with a key that they share.
package watchdog

import (
	"fmt"
	"sync/atomic"
	"time"
)

// Slack is how many times what it should take a stretch may take before it counts as late.
const Slack = 10

// looks is how often a dog that cannot speak for all looks again before it ends its rank: the lowest rank that
// answers will come to the same and say so.
const looks = 3

// A Dog watches one rank. Beat is called by the rank, everything else happens in goroutines.
type Dog struct {
	self     Peer
	patience time.Duration
	line     *line
	start    time.Time

	began  atomic.Int64 // of the stretch under way, ns since start
	usual  atomic.Int64 // what it should take; 0: not known
	late   atomic.Int64 // what the stretches before it took beyond Slack times their usual
	beats  atomic.Int64
	doing  atomic.Pointer[string]
	closed chan struct{}
}

// least is the shortest patience: a message across a network takes tenths of it.
const least = time.Millisecond

// New makes the dog of a rank that loses patience after a time, a millisecond or more.
func New(rank int, host string, patience time.Duration) (*Dog, error) {
	if patience < least {
		return nil, fmt.Errorf("watchdog: patience %v, want %v or more", patience, least)
	}
	d := &Dog{patience: patience, start: time.Now(), closed: make(chan struct{})}
	d.Doing("the start")
	line, err := open()
	if err != nil {
		return nil, fmt.Errorf("watchdog: %w", err)
	}
	d.line, d.self = line, Peer{rank, host, addresses(), line.port()}
	return d, nil
}

// Self is where the other ranks can ask this one.
func (d *Dog) Self() Peer { return d.self }

// Meet makes the dog known to the peers of all ranks, given rank by rank, which share a key. It can be asked from
// then on, by them and nobody else.
func (d *Dog) Meet(key Key, peers []Peer) {
	d.line.key, d.line.self, d.line.peers = key, d.self.Rank, peers
	go d.line.listen(d.about)
}

// about is what this rank says of itself.
func (d *Dog) about() answer { return answer{d.self.Rank, d.beats.Load(), mostUnsent()} }

// Watch begins to watch, after Meet. If the rank no longer gets on, bite is called once, in another goroutine: on
// rank 0 with the reason, or if that cannot be asked, on the rank that found it out; on the others with "".
func (d *Dog) Watch(bite func(why string)) {
	d.Beat(0)
	go d.watch(bite)
}

// Doing names what the rank is at.
func (d *Dog) Doing(what string) { d.doing.Store(&what) }

// Beat ends one stretch of work and begins the next, which should take some time; 0 if that is not known.
func (d *Dog) Beat(usual time.Duration) {
	now := time.Since(d.start).Nanoseconds()
	if before := d.usual.Load(); before > 0 {
		d.late.Store(max(0, d.late.Load()+lateness(now-d.began.Load(), before)))
	}
	d.usual.Store(int64(usual))
	d.began.Store(now)
	d.beats.Add(1)
}

// lateness is what a stretch took beyond its Slack, or, if it was in time, its length less than zero: time
// that went well makes up for time that did not.
func lateness(took, usual int64) int64 {
	if took > Slack*usual {
		return took - Slack*usual
	}
	return -took
}

// Close ends the watch.
func (d *Dog) Close() {
	close(d.closed)
	d.line.close()
}

func (d *Dog) watch(bite func(why string)) {
	tick := time.NewTicker(min(500*time.Millisecond, d.patience/4))
	defer tick.Stop()
	for left := looks; ; {
		select {
		case <-d.closed:
			return
		case why := <-d.line.over:
			if d.self.Rank != 0 {
				why = ""
			}
			bite(why)
			return
		case <-tick.C:
		}
		if len(d.line.over) > 0 {
			continue // select takes either
		}
		if d.complaint() == "" {
			left = looks
			continue
		}
		why, speaks, hears0 := d.blame()
		complaint := d.complaint()
		if complaint == "" || len(d.line.over) > 0 {
			continue // asking took seconds: it was slow, no more; or another has spoken, and no longer answers
		}
		if left--; !speaks && left > 0 {
			continue
		}
		why = fmt.Sprintf("rank %d on %s: %s: %s", d.self.Rank, d.self.Host, complaint, why)
		d.line.part(why)
		if d.self.Rank != 0 && hears0 {
			why = ""
		}
		bite(why)
		return
	}
}

// complaint says what is wrong with the stretch under way, "" if nothing is.
func (d *Dog) complaint() string {
	took, usual := time.Since(d.start).Nanoseconds()-d.began.Load(), d.usual.Load()
	patience := d.patience.Nanoseconds()
	switch {
	case took > patience+Slack*usual:
		return fmt.Sprintf("%s has not ended for %v", *d.doing.Load(), time.Duration(took).Round(time.Second))
	case usual > 0 && d.late.Load()+lateness(took, usual) > patience:
		return fmt.Sprintf("%s takes more than %d times what it should (%v), for %v now", *d.doing.Load(), Slack,
			time.Duration(usual).Round(time.Microsecond), time.Duration(d.late.Load()+took).Round(time.Second))
	}
	return ""
}
