// Package watchdog finds out why the ranks of a job make no progress. MPI calls hang if a host is cut off.
// The program divides a rank's work into intervals. A watchdog on every rank detects that an interval does
// not end, or that the work takes many times as long as expected. It then asks the other ranks without using
// MPI, and names the rank or host at fault. The ranks share a key that authenticates all packets, so a
// watchdog accepts only packets from ranks of the job.
package watchdog

import (
	"fmt"
	"sync/atomic"
	"time"
)

// Slack is the maximum ratio of an interval's duration to its expected time. Above it, the interval is late.
const Slack = 10

// maxDiagnoses is the number of diagnoses after which a watchdog reports a stall itself, even if another rank
// should report it. Normally, the lowest rank that answers reports the stall, with the same result.
const maxDiagnoses = 3

// A Watchdog watches one rank. The rank calls Beat, and the watchdog runs in separate goroutines.
type Watchdog struct {
	self      Peer
	timeLimit time.Duration
	socket    *socket
	start     time.Time

	intervalStart atomic.Int64 // start of the current interval, ns since start
	intervalKind  atomic.Int32 // kind of the current interval: inCall, atWork or waiting
	expectedTime  atomic.Int64 // expected time of the current interval in ns; 0: not known
	excessTime    atomic.Int64 // ns that earlier intervals took beyond Slack times their expected time
	beats         atomic.Int64
	activity      atomic.Pointer[string]
	closed        chan struct{}
}

// minTimeLimit is the shortest time limit that New accepts. A message over a network takes tenths of a
// millisecond.
const minTimeLimit = time.Millisecond

// New returns the watchdog of a rank, which acts after timeLimit without progress. The minimum of timeLimit
// is 1 ms.
func New(rank int, host string, timeLimit time.Duration) (*Watchdog, error) {
	if timeLimit < minTimeLimit {
		return nil, fmt.Errorf("watchdog: time limit %v, want %v or more", timeLimit, minTimeLimit)
	}
	d := &Watchdog{timeLimit: timeLimit, start: time.Now(), closed: make(chan struct{})}
	d.Doing("starting the ranks")
	socket, err := openSocket()
	if err != nil {
		return nil, fmt.Errorf("watchdog: %w", err)
	}
	d.socket, d.self = socket, Peer{rank, host, addresses(), socket.port()}
	return d, nil
}

// Self returns this rank as a Peer, for the other ranks.
func (d *Watchdog) Self() Peer { return d.self }

// Meet tells the watchdog the addresses of the watchdogs of all ranks, in the order of the ranks, and the key
// of the job. After Meet, the watchdog answers only requests from these peers.
func (d *Watchdog) Meet(key Key, peers []Peer) {
	d.socket.key, d.socket.self, d.socket.peers = key, d.self.Rank, peers
	go d.socket.listen(d.ownAnswer)
}

func (d *Watchdog) ownAnswer() answer {
	return answer{Rank: d.self.Rank, Beats: d.beats.Load(), AtWork: d.intervalKind.Load() == atWork &&
		d.describeStall() == "", Unsent: longestSendQueue()}
}

// Watch starts the watchdog. Meet must have been called before. If the rank makes no progress, the function
// `onStall` is called once, in a separate goroutine. The argument of `onStall` is the reason on rank 0 or, if
// rank 0 does not answer, on the rank that found the reason. On the other ranks, the argument is "".
func (d *Watchdog) Watch(onStall func(why string)) {
	d.Beat(0)
	go d.watch(onStall)
}

// Doing sets the description of the rank's current work, for the message about a stall.
func (d *Watchdog) Doing(what string) { d.activity.Store(&what) }

// The kinds of intervals that Beat, Work and Wait begin.
const (
	inCall  = iota // ranks work together
	atWork         // this rank works by itself
	waiting        // this rank waits for the work of other ranks
)

// Beat ends one interval and begins the next. The argument `expected` is the expected time of the next
// interval, or 0 if it is not known.
func (d *Watchdog) Beat(expected time.Duration) { d.beginInterval(inCall, expected) }

// Work is like Beat, but for an interval without messages. The interval may take up to the time limit of New
// plus Slack times the duration `most`. The time of this interval does not count towards the lateness of
// other intervals.
func (d *Watchdog) Work(most time.Duration) { d.beginInterval(atWork, most) }

// Wait is like Beat, but for an interval in which this rank waits until other ranks have done their Work. The
// wait does not count as a stall while another rank is at work.
func (d *Watchdog) Wait() { d.beginInterval(waiting, 0) }

func (d *Watchdog) beginInterval(kind int32, expected time.Duration) {
	now := time.Since(d.start).Nanoseconds()
	if before := d.expectedTime.Load(); before > 0 && d.intervalKind.Load() == inCall {
		d.excessTime.Store(max(0, d.excessTime.Load()+lateness(now-d.intervalStart.Load(), before)))
	}
	d.intervalKind.Store(kind)
	d.expectedTime.Store(int64(expected))
	d.intervalStart.Store(now)
	d.beats.Add(1)
}

// lateness returns how much longer an interval took than Slack times its expected time. For an interval that
// is not late, it returns minus the duration of the interval, so that such intervals offset late ones.
func lateness(took, expected int64) int64 {
	if took > Slack*expected {
		return took - Slack*expected
	}
	return -took
}

// Close stops the watchdog.
func (d *Watchdog) Close() {
	close(d.closed)
	d.socket.close()
}

func (d *Watchdog) watch(onStall func(why string)) {
	tick := time.NewTicker(min(500*time.Millisecond, d.timeLimit/4))
	defer tick.Stop()
	for left := maxDiagnoses; ; {
		select {
		case <-d.closed:
			return
		case why := <-d.socket.farewells:
			if d.self.Rank != 0 {
				why = ""
			}
			onStall(why)
			return
		case <-tick.C:
		}
		if len(d.socket.farewells) > 0 {
			continue // select may have chosen the tick although a farewell has arrived
		}
		if d.describeStall() == "" {
			left = maxDiagnoses
			continue
		}
		began := d.intervalStart.Load()
		why, reports, rank0Answers, working := d.diagnose()
		if working && d.intervalKind.Load() == waiting &&
			d.intervalStart.CompareAndSwap(began, time.Since(d.start).Nanoseconds()) {
			continue // the next diagnosis comes after one more time limit
		}
		complaint := d.describeStall()
		if complaint == "" || len(d.socket.farewells) > 0 {
			// diagnose took seconds, in which the interval has ended or another rank has sent a farewell
			continue
		}
		if left--; !reports && left > 0 {
			continue
		}
		why = fmt.Sprintf("rank %d on %s: %s: %s", d.self.Rank, d.self.Host, complaint, why)
		d.socket.sendFarewell(why)
		if d.self.Rank != 0 && rank0Answers {
			d.socket.repeatFarewell(why)
			why = ""
		}
		onStall(why)
		return
	}
}

// describeStall says why the current interval counts as a stall. It returns "" if there is no stall.
func (d *Watchdog) describeStall() string {
	took, expected := time.Since(d.start).Nanoseconds()-d.intervalStart.Load(), d.expectedTime.Load()
	timeLimit := d.timeLimit.Nanoseconds()
	switch {
	case took > timeLimit+Slack*expected:
		return fmt.Sprintf("%s has not finished after %v", *d.activity.Load(),
			time.Duration(took).Round(time.Second))
	case expected > 0 && d.intervalKind.Load() == inCall &&
		d.excessTime.Load()+lateness(took, expected) > timeLimit:
		return fmt.Sprintf("%s takes more than %d times its expected time (%v); it has taken %v so far",
			*d.activity.Load(), Slack,
			time.Duration(expected).Round(time.Microsecond),
			time.Duration(d.excessTime.Load()+took).Round(time.Second))
	}
	return ""
}
