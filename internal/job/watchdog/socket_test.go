package watchdog

import (
	"encoding/json"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOnlyWhatAPeerSealedForThisRankIsHeard(t *testing.T) {
	p := play(t)
	as := func(key Key, from, to int) func(packetKind) []byte {
		return func(
			k packetKind) []byte {
			p.number++
			return key.seal(packet{k, from, to, p.number, []byte("why")})
		}
	}
	for name, forged := range map[string]func(packetKind) []byte{
		"no seal": func(
			k packetKind) []byte {
			return []byte([]string{"topocoll?", `{"Rank":1}`, "topocoll.why"}[k])
		},
		"nothing":              func(packetKind) []byte { return nil },
		"another key":          as(NewKey(), 1, 0),
		"no key":               as(Key{}, 1, 0),
		"to another rank":      as(p.key, 1, 2),
		"from another address": as(p.key, 2, 0),
		"from no rank":         as(p.key, 3, 0),
		"sent back":            as(p.key, 0, 1),
		"truncated":            func(k packetKind) []byte { return p.sealed(k, "why")[:sealSize+headerSize] },
		"too long": func(k packetKind) []byte {
			return p.sealed(k, strings.Repeat("x", maxBodySize+1))
		},
		"no kind": func(packetKind) []byte { return p.sealed(9, "why") },
	} {
		for _, k := range []packetKind{question, reply, farewell} {
			p.send(forged(k))
			assert.Empty(t, p.settled(), name)
			assert.Empty(t, p.watchdog.socket.answers, name)
		}
	}
	p.send(p.sealed(farewell, "why"))
	assert.Equal(t, []string{"why"}, p.settled(), "the real one")
}

func TestNothingIsHeardTwiceOrLate(t *testing.T) {
	p := play(t)
	for _, k := range []packetKind{question, farewell} {
		early, raw := p.sealed(k, ""), p.sealed(k, "")
		p.send(raw)
		if k == question {
			assert.Equal(t, p.number, p.hear().number)
		}
		assert.Len(t, p.settled(), int(k)/2, "heard once")
		p.send(raw)
		p.send(early)
		assert.Empty(t, p.settled(), "heard again")
	}
}

func TestAFarewellMayOvertakeAQuestion(t *testing.T) {
	p := play(t)
	early := p.sealed(question, "")
	p.send(p.sealed(farewell, "why"))
	p.send(early)
	assert.Equal(t, p.number-1, p.hear().number)
	assert.Equal(t, []string{"why"}, p.settled())
}

// The watchdog accepts an answer only for its last question, and only from the rank that sealed it.
func TestAnswersOfAnEarlierLookDoNotCount(t *testing.T) {
	t.Parallel() // the test waits most of the time
	p := play(t)
	look := func(meanwhile func(asked uint64)) map[int]answer {
		before, done := p.watchdog.socket.lastSent, make(chan map[int]answer)
		go func() { done <- p.watchdog.socket.askPeers() }()
		q := p.hear()
		for q.number <= before { // skip earlier packets
			q = p.hear()
		}
		meanwhile(q.number)
		return <-done
	}
	answered := func(number uint64) []byte {
		return p.key.seal(packet{reply, 1, 0, number, []byte(`{"Rank":2,"Beats":7}`)})
	}
	var heard, unheard uint64
	answers := map[int]answer{}
	for looks := 0; !heardIn(answers, 1); looks++ {
		require.Less(t, looks, 20)
		answers = look(func(asked uint64) { heard = asked; p.send(answered(asked)) })
	}
	assert.Equal(t, answer{1, 7, false, sendQueue{}}, answers[1])
	assert.NotContains(t, answers, 2)
	assert.NotContains(t, look(func(asked uint64) { unheard = asked; p.send(answered(heard)) }), 1,
		"a replay")
	assert.NotContains(t, look(func(uint64) { p.send(answered(unheard)) }), 1, "it comes too late")
	for looks := 0; !heardIn(look(func(asked uint64) { p.send(answered(asked)) }), 1); looks++ {
		require.Less(t, looks, 20) // one answer may be late
	}
}

func heardIn(answers map[int]answer, rank int) bool {
	_, heard := answers[rank]
	return heard
}

// A packet with the right key is accepted only from an address and the port of the peer.
func TestOtherAddressesAreNotHeard(t *testing.T) {
	p := play(t)
	port := p.conn.LocalAddr().(*net.UDPAddr).Port
	for name, other := range map[string]*net.UDPConn{
		"another port": listenUDP(t, net.IPv4(127, 0, 0, 1), 0),
		"another host": listenUDP(t, net.IPv4(127, 0, 0, 2), port),
	} {
		send(t, other, p.watchdog, p.sealed(question, ""))
		send(t, other, p.watchdog, p.sealed(farewell, "why"))
		nothing(t, other, name)
		assert.Empty(t, p.settled(), name)
	}
}

func TestADogThatHasNotMetAnswersNobody(t *testing.T) {
	d := alone(t)
	other := listenUDP(t, net.IPv4(127, 0, 0, 1), 0)
	send(t, other, d, []byte("topocoll?"))
	send(t, other, d, Key{}.seal(packet{question, 0, 0, 1, nil}))
	nothing(t, other, "not met")
}

func TestDogsHearEachOtherInAFlood(t *testing.T) {
	watchdogs := newWatchdogs(t, 2, time.Minute)
	said := watch(watchdogs[1])
	other := listenUDP(t, net.IPv4(127, 0, 0, 1), 0)
	for range 50 {
		for range 20 {
			for _, d := range watchdogs {
				send(t, other, d, []byte("topocoll?"))
				send(t, other, d, []byte("topocoll.whatever"))
				send(t, other, d, []byte(`{"Rank":1}`))
				send(t, other, d, make([]byte, 2*maxPacketSize))
				send(t, other, d,
					NewKey().seal(packet{farewell, 0, d.self.Rank, 1 << 40, []byte("whatever")}))
			}
		}
		for asked := 0; len(watchdogs[0].socket.askPeers()) < 2; asked++ {
			require.Less(t, asked, 20, "a rank does not answer") // one answer may be late
		}
	}
	nothing(t, other, "flood")
	assert.Empty(t, said, "stalled")
	assert.Empty(t, watchdogs[0].socket.farewells)
}

// The text of a farewell is printable and fits a packet.
func TestFarewellsArePlainAndShort(t *testing.T) {
	p := play(t)
	p.send(p.sealed(farewell, "why\x1b[2J\n\xff\u202e é"))
	assert.Equal(t, []string{"why?[2J?\ufffd? é"}, p.settled())
	p.watchdog.socket.sendFarewell(strings.Repeat("é", maxPacketSize))
	heard := p.hear()
	assert.Equal(t, farewell, heard.kind)
	assert.Equal(t, strings.Repeat("é", maxBodySize/2), string(heard.body), "the room is odd")
}

func TestWhereARankCanBeAskedFitsWhatRanksTell(t *testing.T) {
	self := Peer{1 << 20, strings.Repeat("h", 255), nil, 65535}
	for range maxAddresses {
		self.Addrs = append(self.Addrs, "255.255.255.255")
	}
	text, err := json.Marshal(self)
	require.NoError(t, err)
	assert.LessOrEqual(t, len(text), 1000, "what bench gathers of a rank")
}

// If all peers ask at the same time, at every address, the state of the rank is read only once, because
// reading takes milliseconds. Later questions read it again.
func TestStateIsReadOnceForManyQuestions(t *testing.T) {
	p := play(t)
	s, err := openSocket()
	require.NoError(t, err)
	t.Cleanup(s.close)
	s.key, s.peers = p.key, p.watchdog.socket.peers
	var reads atomic.Int32
	go s.listen(func() answer { reads.Add(1); return answer{} })
	ask := func() {
		_, err := p.conn.WriteToUDP(p.sealed(question, ""),
			&net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: s.port()})
		require.NoError(t, err)
		assert.Equal(t, reply, p.hear().kind)
	}
	for tries := 0; ; tries++ {
		began, before := time.Now(), reads.Load()
		for range 20 {
			ask()
		}
		if time.Since(began) < answerLifetime { // otherwise it may have been read again in between
			assert.LessOrEqual(t, reads.Load(), before+1)
			break
		}
		require.Less(t, tries, 100, "a machine on which 20 packets take that long")
	}
	time.Sleep(answerLifetime + time.Millisecond)
	before := reads.Load()
	ask()
	assert.Equal(t, before+1, reads.Load())
}
