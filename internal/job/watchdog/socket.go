package watchdog

import (
	"encoding/json"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"
	"unicode"
)

// An answer is the state that a rank reports about itself.
type answer struct {
	Rank   int   `json:"-"` // set from the authenticated sender of the packet
	Beats  int64 // number of intervals that have begun
	AtWork bool  // the rank is in an interval that Work began, and is not late
	Unsent sendQueue
}

// A socket is the UDP socket of a watchdog. It accepts only packets that a peer has sealed for this rank, and
// accepts each of them only once.
type socket struct {
	conn  *net.UDPConn
	key   Key
	self  int
	peers []Peer // indexed by rank

	// number of the last packet sent; used only by the goroutine that sends questions and farewells
	lastSent     uint64
	lastReceived map[packetStream]uint64 // the highest number received; used only by listen
	answers      chan numberedAnswer
	farewells    chan string // the reason in a farewell from another watchdog
}

// A packetStream identifies packets with increasing numbers. Each kind of packet is a separate stream,
// because UDP may let a farewell overtake a question.
type packetStream struct {
	from int
	kind packetKind
}

// A numberedAnswer is an answer with the number of its question.
type numberedAnswer struct {
	number uint64
	answer answer
}

// openSocket opens a socket on a free UDP port. Only listen reads packets from it.
func openSocket() (*socket, error) {
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{})
	if err != nil {
		return nil, err
	}
	return &socket{conn: conn, lastReceived: map[packetStream]uint64{}, answers: make(chan numberedAnswer, 64),
		farewells: make(chan string, 1)}, nil
}

func (s *socket) port() int { return s.conn.LocalAddr().(*net.UDPAddr).Port }
func (s *socket) close()    { s.conn.Close() }

// answerLifetime is the time for which a rank reuses its answer. Preparing an answer takes milliseconds, and
// all peers ask at the same time, each at every address. Without reuse, the ranks of a busy host could not
// read all questions in time.
const answerLifetime = 100 * time.Millisecond

// listen answers the questions of the peers with the result of `about`, until the socket is closed.
func (s *socket) listen(about func() answer) {
	raw := make([]byte, maxPacketSize+1) // the extra byte reveals a packet that is too long
	var mine []byte
	var read time.Time
	for {
		n, source, err := s.conn.ReadFromUDPAddrPort(raw)
		if err != nil {
			return // the socket is closed
		}
		p, ok := s.openPacket(raw[:n], source)
		if !ok {
			continue
		}
		switch p.kind {
		case question:
			if time.Since(read) > answerLifetime {
				mine, _ = json.Marshal(about())
				read = time.Now()
			}
			s.send(packet{reply, s.self, p.from, p.number, mine}, source)
		case reply:
			var a answer
			if json.Unmarshal(p.body, &a) == nil {
				a.Rank = p.from
				offer(s.answers, numberedAnswer{p.number, a})
			}
		case farewell:
			offer(s.farewells, toPrintable(string(p.body)))
		}
	}
}

// openPacket decodes a packet. It accepts a packet only under three conditions: a peer has sealed it for this
// rank, it comes from an address of that peer, and its number is higher than the number of any earlier packet
// of the same kind from that peer.
func (s *socket) openPacket(raw []byte, source netip.AddrPort) (packet, bool) {
	p, ok := s.key.open(raw)
	if !ok || p.to != s.self || p.from >= len(s.peers) || !s.peers[p.from].isSource(source) {
		return packet{}, false
	}
	stream := packetStream{p.from, p.kind}
	if p.number <= s.lastReceived[stream] {
		return packet{}, false
	}
	s.lastReceived[stream] = p.number
	return p, true
}

// isSource reports whether source has one of the addresses and the port of the peer's watchdog.
func (p Peer) isSource(source netip.AddrPort) bool {
	return int(source.Port()) == p.Port && slices.Contains(p.Addrs, source.Addr().String())
}

// offer sends a value to a channel, or drops the value if the channel is full.
func offer[T any](c chan T, value T) {
	select {
	case c <- value:
	default:
	}
}

func (s *socket) send(p packet, to netip.AddrPort) { s.conn.WriteToUDPAddrPort(s.key.seal(p), to) }

// sendAll sends a packet to every address of every peer. Each copy has a different number, so a peer accepts
// all copies that arrive in order.
func (s *socket) sendAll(kind packetKind, body string, peers []Peer) {
	for _, peer := range peers {
		for _, addr := range peer.Addrs {
			if to, err := netip.ParseAddr(addr); err == nil {
				s.lastSent++
				s.send(packet{kind, s.self, peer.Rank, s.lastSent, []byte(body)},
					netip.AddrPortFrom(to, uint16(peer.Port)))
			}
		}
	}
}

func (s *socket) sendFarewell(why string) { s.sendAll(farewell, toPrintable(why), s.peers) }

// repeatFarewell sends a farewell to rank 0 five times within a second, because a congested link may drop
// packets. If rank 0 receives one of them, it prints the reason and ends the job.
func (s *socket) repeatFarewell(why string) {
	for range 5 {
		time.Sleep(200 * time.Millisecond)
		s.sendAll(farewell, toPrintable(why), s.peers[:1])
	}
}

// askPeers sends a question to every peer. If a peer does not answer, askPeers asks it up to three times in
// 1.2 s. It returns the answers by rank, and ignores late answers to an earlier call.
func (s *socket) askPeers() map[int]answer {
	heard, before := map[int]answer{}, s.lastSent
	for try := 0; try < 3 && len(heard) < len(s.peers); try++ {
		s.sendAll(question, "",
			slices.DeleteFunc(slices.Clone(s.peers),
				func(p Peer) bool { _, known := heard[p.Rank]; return known }))
		for wait := time.After(400 * time.Millisecond); wait != nil && len(heard) < len(s.peers); {
			select {
			case a := <-s.answers:
				if a.number > before {
					heard[a.answer.Rank] = a.answer
				}
			case <-wait:
				wait = nil
			}
		}
	}
	return heard
}

// toPrintable makes a string fit in a packet and safe for a terminal: it truncates the string, and replaces
// characters that do not print with "?".
func toPrintable(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
	return strings.ToValidUTF8(text[:min(len(text), maxBodySize)], "") // the cut may have split a character
}

// addresses returns at most maxAddresses IPv4 addresses of this host, so that they fit in the data that the
// ranks exchange. Other ranks send questions to these addresses, and accept packets only from them. No rank
// can ask a host without an IPv4 address.
func addresses() []string {
	var list []string
	all, _ := net.InterfaceAddrs()
	for _, addr := range all {
		if n, ok := addr.(*net.IPNet); ok && n.IP.To4() != nil && len(list) < maxAddresses {
			list = append(list, n.IP.String())
		}
	}
	return list
}

const maxAddresses = 32
