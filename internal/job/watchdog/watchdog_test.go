package watchdog

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// newWatchdogs returns n watchdogs on this host that are peers of each other.
func newWatchdogs(t *testing.T, n int, patience time.Duration) (watchdogs []*Watchdog) {
	var peers []Peer
	for rank := range n {
		d, err := New(rank, "h"+string(rune('0'+rank)), patience)
		require.NoError(t, err)
		t.Cleanup(d.Close)
		watchdogs, peers = append(watchdogs, d), append(peers, d.Self())
	}
	key := NewKey()
	for _, d := range watchdogs {
		d.Meet(key, peers)
	}
	return watchdogs
}

// alone returns a watchdog without peers.
func alone(t *testing.T) *Watchdog {
	d, err := New(0, "h0", time.Minute)
	require.NoError(t, err)
	t.Cleanup(d.Close)
	return d
}

// watch starts a watchdog, and returns the channel on which it reports the reason for a stall.
func watch(d *Watchdog) <-chan string {
	said := make(chan string, 1)
	d.Watch(func(why string) { said <- why })
	return said
}

// stalled waits for the reason that a watchdog reports.
func stalled(t *testing.T, said <-chan string) string {
	select {
	case why := <-said:
		return why
	case <-time.After(time.Minute):
		t.Fatal("the watchdog says nothing")
		return ""
	}
}

func TestTheRankThatDoesNotAnswerIsNamed(t *testing.T) {
	t.Parallel() // the test waits most of the time
	watchdogs := newWatchdogs(t, 3, 200*time.Millisecond)
	watchdogs[1].socket.close() // rank 1 is gone
	watchdogs[0].Doing("ring/bcast 1M")
	said, other := watch(watchdogs[0]), watch(watchdogs[2])
	why := stalled(t, said)
	assert.Contains(t, why, "ring/bcast 1M has not finished")
	assert.Contains(t, why, "rank 1 on h1 does not answer; other hosts answer, so h1 is down or cut off")
	assert.Empty(t, stalled(t, other), "the lowest speaks for all")
}

// If a rank gets no answer, it does not know which host is cut off. It first waits for a farewell from the
// other ranks.
func TestARankThatHearsNobodySaysSo(t *testing.T) {
	t.Parallel() // the test waits most of the time
	watchdogs := newWatchdogs(t, 3, 200*time.Millisecond)
	watchdogs[1].socket.close()
	watchdogs[2].socket.close()
	said := watch(watchdogs[0])
	began := time.Now()
	why := stalled(t, said)
	assert.Contains(t, why, "no other rank answers rank 0 on h0")
	assert.NotContains(t, why, "cut off")
	assert.Greater(t, time.Since(began), 2*askAgainAfter)
}

// pass adds a time to the duration of a watchdog's current call.
func pass(d *Watchdog, took time.Duration) { d.intervalStart.Add(-took.Nanoseconds()) }

func TestNoPatienceIsRefused(t *testing.T) {
	for _, patience := range []time.Duration{-time.Second, 0, 1, minTimeLimit - 1} {
		_, err := New(0, "h0", patience)
		assert.ErrorContains(t, err, "watchdog: time limit "+patience.String()+", want 1ms or more")
	}
	watchdogs := newWatchdogs(t, 1, minTimeLimit)
	said := watch(watchdogs[0])
	assert.Contains(t, stalled(t, said), "starting the ranks has not finished")
}

// If a call ends while the watchdog asks the other ranks, the call was only slow. There is no stall, and the
// job continues.
func TestWhatEndsWhileAskingIsForgiven(t *testing.T) {
	t.Parallel() // the test waits most of the time
	p := play(t) // rank 2 does not answer, so asking takes seconds
	said := watch(p.watchdog)
	pass(p.watchdog, 2*time.Minute)
	assert.Equal(t, question, p.hear().kind)
	p.watchdog.Beat(0)
	select {
	case why := <-said:
		t.Fatal("stalled without cause:", why)
	case <-time.After(2*askAgainAfter + 3*time.Second): // all ranks have been asked
	}
}

// A rank that has sent a farewell no longer answers. The other ranks then stop asking, because their
// diagnosis would be wrong.
func TestAFarewellWhileAskingIsTheLastWord(t *testing.T) {
	t.Parallel() // the test waits most of the time
	p := play(t) // plays rank 1, which does not answer before its farewell
	said := watch(p.watchdog)
	pass(p.watchdog, 2*time.Minute)
	assert.Equal(t, question, p.hear().kind)
	p.send(p.sealed(farewell, "found out"))
	assert.Equal(t, "found out", stalled(t, said))
	for p.conn.SetReadDeadline(time.Now().Add(askAgainAfter)); ; {
		raw := make([]byte, maxPacketSize)
		n, err := p.conn.Read(raw)
		if err != nil {
			break // there are no more packets
		}
		heard, _ := p.key.open(raw[:n])
		assert.Equal(t, question, heard.kind, "a diagnosis of its own")
	}
}

// All other ranks receive the farewell of a rank, and only rank 0 reports the reason.
func TestAFarewellIsForAll(t *testing.T) {
	watchdogs := newWatchdogs(t, 4, time.Minute)
	said := []<-chan string{watch(watchdogs[0]), watch(watchdogs[1]), watch(watchdogs[2])}
	watchdogs[3].socket.sendFarewell("found out")
	watchdogs[3].socket.close()
	assert.Equal(t, "found out", stalled(t, said[0]))
	assert.Empty(t, stalled(t, said[1]))
	assert.Empty(t, stalled(t, said[2]))
}

// A congested link may drop a farewell to rank 0, which prints the reason.
func TestFarewellsToRank0AreRepeated(t *testing.T) {
	t.Parallel() // the test waits most of the time
	watchdogs := newWatchdogs(t, 3, time.Minute)
	go watchdogs[2].socket.repeatFarewell("found out")
	for range 3 { // rank 0 does not watch, so the farewells stay in the channel
		select {
		case why := <-watchdogs[0].socket.farewells:
			assert.Equal(t, "found out", why)
		case <-time.After(time.Minute):
			t.Fatal("no farewell")
		}
	}
	assert.Empty(t, watchdogs[1].socket.farewells)
}

func TestComplaints(t *testing.T) {
	type stretch struct {
		usual, took time.Duration // usual < 0: the same stretch continues
		want        string        // part of the complaint; "" for no complaint
	}
	for what, stretches := range map[string][]stretch{
		"all end in time, though together they take far more than the patience": append(
			slices.Repeat([]stretch{{30 * time.Second, 30 * time.Second, ""}}, 20),
			stretch{30 * time.Second, 12 * time.Minute, "has not finished"}),
		"the expected time is added to patience": {{30 * time.Second, 5 * time.Minute, ""},
			{-1, 2 * time.Minute, "has not finished after 7m0s"}},
		"it is not known": {{0, 55 * time.Second, ""}, {-1, 10 * time.Second, "has not finished after 1m5s"}},
		"each ends well before patience, but too late": append(
			slices.Repeat([]stretch{{time.Second, 20 * time.Second, ""}}, 5),
			stretch{time.Second, 25 * time.Second, "takes more than 10 times its expected time (1s)"}),
	} {
		d := alone(t)
		for _, s := range stretches {
			if s.usual >= 0 {
				d.Beat(s.usual)
			}
			pass(d, s.took)
			assert.Equal(t, s.want == "", d.describeStall() == "", what)
			assert.Contains(t, d.describeStall(), s.want, what)
		}
	}
}

func TestParseUnsent(t *testing.T) {
	table := `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100000A:1F90 0200000A:C350 01 00000010:00000000 00:00000000 00000000     0        0 1
   1: 0100000A:1F91 04014D0A:C351 01 000A0000:00000000 01:00000010 00000002     0        0 2
   2: 0100007F:1F91 0100007F:C351 01 00FA0000:00000000 01:00000010 00000002     0        0 3
`
	assert.Equal(t, sendQueue{0xA0000, "10.77.1.4"}, parseSendQueues(strings.NewReader(table)))
}
