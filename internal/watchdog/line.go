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

// An answer is what a rank says of itself when asked.
type answer struct {
	Rank   int   `json:"-"` // the sender's, whatever it says
	Beats  int64 // how often it got on
	Unsent unsent
}

// A line is the UDP socket that a dog asks and answers on. It hears only what a peer has sealed for this rank, and
// that once.
type line struct {
	conn  *net.UDPConn
	key   Key
	self  int
	peers []Peer // rank by rank

	number  uint64            // of the last packet that was sent; only who asks and tells knows it
	last    map[origin]uint64 // the highest number that was heard; only who listens knows it
	answers chan numbered
	over    chan string // gets the reason when another dog says farewell
}

// An origin is where the numbers of packets rise: UDP may let a farewell overtake a question.
type origin struct {
	from int
	kind kind
}

// A numbered answer has the number of its question.
type numbered struct {
	number uint64
	answer answer
}

// open takes a port. Nothing is heard before listen.
func open() (*line, error) {
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{})
	if err != nil {
		return nil, err
	}
	return &line{conn: conn, last: map[origin]uint64{}, answers: make(chan numbered, 64), over: make(chan string, 1)}, nil
}

func (l *line) port() int { return l.conn.LocalAddr().(*net.UDPAddr).Port }
func (l *line) close()    { l.conn.Close() }

// listen answers the questions of the peers with what about returns, until the line is closed.
func (l *line) listen(about func() answer) {
	raw := make([]byte, longest+1) // one more, so that what is too long is seen to be
	for {
		n, source, err := l.conn.ReadFromUDPAddrPort(raw)
		if err != nil {
			return // closed
		}
		p, ok := l.genuine(raw[:n], source)
		if !ok {
			continue
		}
		switch p.kind {
		case question:
			mine, _ := json.Marshal(about())
			l.send(packet{reply, l.self, p.from, p.number, mine}, source)
		case reply:
			var a answer
			if json.Unmarshal(p.body, &a) == nil {
				a.Rank = p.from
				offer(l.answers, numbered{p.number, a})
			}
		case farewell:
			offer(l.over, printable(string(p.body)))
		}
	}
}

// genuine opens a packet that is sealed by a peer, for this rank, from where that peer can be asked, and later than
// all of its kind from there.
func (l *line) genuine(raw []byte, source netip.AddrPort) (packet, bool) {
	p, ok := l.key.open(raw)
	if !ok || p.to != l.self || p.from >= len(l.peers) || !l.peers[p.from].at(source) {
		return packet{}, false
	}
	stream := origin{p.from, p.kind}
	if p.number <= l.last[stream] {
		return packet{}, false
	}
	l.last[stream] = p.number
	return p, true
}

// at reports whether a packet from a source is from where the peer can be asked.
func (p Peer) at(source netip.AddrPort) bool {
	return int(source.Port()) == p.Port && slices.Contains(p.Addrs, source.Addr().String())
}

// offer puts a value into a channel that has room.
func offer[T any](c chan T, value T) {
	select {
	case c <- value:
	default:
	}
}

func (l *line) send(p packet, to netip.AddrPort) { l.conn.WriteToUDPAddrPort(l.key.seal(p), to) }

// tell sends every peer a packet at every address it has, each with a number of its own: all that arrive in order
// are heard.
func (l *line) tell(kind kind, body string, peers []Peer) {
	for _, peer := range peers {
		for _, addr := range peer.Addrs {
			if to, err := netip.ParseAddr(addr); err == nil {
				l.number++
				l.send(packet{kind, l.self, peer.Rank, l.number, []byte(body)}, netip.AddrPortFrom(to, uint16(peer.Port)))
			}
		}
	}
}

// part tells all peers why it is over.
func (l *line) part(why string) { l.tell(farewell, printable(why), l.peers) }

// ask puts the question to every peer, three times in a good second if it does not answer, and returns the
// answers by rank. Answers to what was asked before come too late.
func (l *line) ask() map[int]answer {
	heard, before := map[int]answer{}, l.number
	for try := 0; try < 3 && len(heard) < len(l.peers); try++ {
		l.tell(question, "", slices.DeleteFunc(slices.Clone(l.peers), func(p Peer) bool { _, known := heard[p.Rank]; return known }))
		for wait := time.After(400 * time.Millisecond); wait != nil && len(heard) < len(l.peers); {
			select {
			case a := <-l.answers:
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

// printable is a text that fits a packet and a terminal: what is not printed shows as "?".
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
	return strings.ToValidUTF8(text[:min(len(text), bodyRoom)], "") // the cut may have split a character
}

// addresses are those this host can be reached at, by IPv4; a host that has none cannot be asked. As many as fit what
// ranks tell of themselves: packets from others are not heard.
func addresses() []string {
	var list []string
	all, _ := net.InterfaceAddrs()
	for _, addr := range all {
		if n, ok := addr.(*net.IPNet); ok && n.IP.To4() != nil && len(list) < mostAddrs {
			list = append(list, n.IP.String())
		}
	}
	return list
}

const mostAddrs = 32
