//go:build cgo

package group

import (
	"encoding/json"
	"fmt"
	"time"

	"topocoll/internal/job/watchdog"
	"topocoll/mpi"
)

// A Guard reports the activity of this rank to the rank's watchdog. Before Start there is no watchdog, and
// the guard only synchronises the ranks.
type Guard struct {
	ranks       *Ranks
	ownWatchdog *watchdog.Watchdog // nil before Start
	activity    string             // current activity of the ranks
	// StepLimit is the expected time of the longest step of the function that Prepare runs. The watchdog
	// reports a step that takes longer than Start's `stall` plus watchdog.Slack times StepLimit.
	StepLimit time.Duration
}

// defaultStepLimit is the default of Guard.StepLimit.
const defaultStepLimit = 30 * time.Second

// NewGuard returns a guard without a watchdog.
func NewGuard(r *Ranks) *Guard {
	return &Guard{ranks: r, activity: "starting the ranks", StepLimit: defaultStepLimit}
}

// Start starts a watchdog on every rank. The watchdog calls `stalled` if the ranks make no progress. The key
// that seals the packets of the watchdogs is sent over MPI. This is safe, because a process that can read MPI
// messages can control the job anyway.
func (g *Guard) Start(stall time.Duration, stalled func(why string)) error {
	r := g.ranks
	var err error
	if g.ownWatchdog, err = watchdog.New(r.World.Rank, r.Hosts[r.World.Rank], stall); err != nil {
		return err
	}
	var key watchdog.Key
	if r.World.Rank == 0 {
		key = watchdog.NewKey()
	}
	if err := mpi.Bcast(r.Bytes, 0, key[:]); err != nil {
		return err
	}
	mine, err := json.Marshal(g.ownWatchdog.Self())
	if err != nil {
		return err
	}
	texts, err := r.Texts(string(mine))
	if err != nil {
		return err
	}
	peers := make([]watchdog.Peer, len(texts))
	for rank, text := range texts {
		if err := json.Unmarshal([]byte(text), &peers[rank]); err != nil {
			return fmt.Errorf("bench: rank %d: invalid address of the watchdog: %q: %w", rank, text, err)
		}
	}
	g.ownWatchdog.Meet(key, peers)
	g.ownWatchdog.Watch(stalled)
	return nil
}

// Close ends the watchdog.
func (g *Guard) Close() {
	if g.ownWatchdog != nil {
		g.ownWatchdog.Close()
	}
}

// Beat reports to the watchdog that a step has ended. It also reports how long the next step usually takes,
// or 0 if that is unknown.
func (g *Guard) Beat(usual time.Duration) {
	if g.ownWatchdog != nil {
		g.ownWatchdog.Beat(usual)
	}
}

// Step reports to the watchdog that this rank begins a step of the function that Prepare runs.
func (g *Guard) Step() {
	if g.ownWatchdog != nil {
		g.ownWatchdog.Work(g.StepLimit)
	}
}

// SetActivity sets the name of the current activity, and returns the name of the previous one.
func (g *Guard) SetActivity(what string) (before string) {
	before, g.activity = g.activity, what
	if g.ownWatchdog != nil {
		g.ownWatchdog.Doing(what)
	}
	return before
}

// Prepare runs the function `work`, which prepares a call and sends no messages. Prepare returns when all
// ranks have finished. The time of this work does not count against the time limit of a call. The function
// `work` must call Step before each of its steps.
func (g *Guard) Prepare(what string, work func() error) error {
	before := g.SetActivity(what)
	defer func() { g.SetActivity(before) }()
	if err := work(); err != nil {
		return err
	}
	return g.waitForAllRanks()
}

// OnRank0 is like Prepare, but only rank 0 runs `work`.
func (g *Guard) OnRank0(what string, work func() error) error {
	return g.Prepare(what, func() error {
		if g.ranks.World.Rank > 0 {
			return nil
		}
		return work()
	})
}

// waitForAllRanks is a dissemination barrier in which a waiting rank yields its core to working ranks.
func (g *Guard) waitForAllRanks() error {
	port, p, me := g.ranks.Bytes, g.ranks.World.Size, g.ranks.World.Rank
	if g.ownWatchdog != nil {
		g.ownWatchdog.Wait()
	}
	token := make([]uint8, 1)
	for bit := 1; bit < p; bit *= 2 {
		if err := port.Send((me+bit)%p, token); err != nil {
			return err
		}
		from := (me - bit + p) % p
		if err := sleepUntilMessage(port, from); err != nil {
			return err
		}
		if err := port.Recv(from, token); err != nil {
			return err
		}
	}
	g.Beat(0)
	return nil
}

// sleepUntilMessage returns when a message from rank `from` has arrived. Between polls it sleeps for 20 µs
// plus a tenth of the time waited so far, but at most 20 ms. A hundred waiting ranks therefore do not slow
// down one working rank.
func sleepUntilMessage(port *mpi.Port[uint8], from int) error {
	const often, seldom = 20 * time.Microsecond, 20 * time.Millisecond
	for began := time.Now(); ; {
		if arrived, err := port.Arrived(from); err != nil || arrived {
			return err
		}
		time.Sleep(min(seldom, often+time.Since(began)/10))
	}
}
