package watchdog

import (
	"encoding/json"
	"net"
	"slices"
	"strings"
	"time"
)

// An answer is what a rank says of itself when asked.
type answer struct {
	Rank   int
	Beats  int64 // how often it got on
	Unsent unsent
}

const (
	question = "topocoll?"
	farewell = "topocoll." // and why: a rank has found out, and all may end
)

// A line is the UDP socket that a dog asks and answers on.
type line struct {
	conn    *net.UDPConn
	answers chan answer
	over    chan string // gets the reason when another dog says farewell
}

// open begins to answer questions with what about returns.
func open(about func() answer) (*line, error) {
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{})
	if err != nil {
		return nil, err
	}
	l := &line{conn, make(chan answer, 64), make(chan string, 1)}
	go l.listen(about)
	return l, nil
}

func (l *line) port() int { return l.conn.LocalAddr().(*net.UDPAddr).Port }
func (l *line) close()    { l.conn.Close() }

func (l *line) listen(about func() answer) {
	packet := make([]byte, 1024)
	for {
		n, from, err := l.conn.ReadFromUDP(packet)
		if err != nil {
			return // closed
		}
		text := string(packet[:n])
		var a answer
		switch why, over := strings.CutPrefix(text, farewell); {
		case over:
			offer(l.over, why)
		case text == question:
			mine, _ := json.Marshal(about())
			l.conn.WriteToUDP(mine, from)
		case json.Unmarshal(packet[:n], &a) == nil:
			offer(l.answers, a)
		}
	}
}

// offer puts a value into a channel that has room.
func offer[T any](c chan T, value T) {
	select {
	case c <- value:
	default:
	}
}

// tell sends a packet to every peer, at every address it has.
func (l *line) tell(packet string, peers []Peer) {
	for _, peer := range peers {
		for _, addr := range peer.Addrs {
			l.conn.WriteToUDP([]byte(packet), &net.UDPAddr{IP: net.ParseIP(addr), Port: peer.Port})
		}
	}
}

// ask puts the question to every peer, three times in a good second if it does not answer, and returns the
// answers by rank.
func (l *line) ask(peers []Peer) map[int]answer {
	heard := map[int]answer{}
	for try := 0; try < 3 && len(heard) < len(peers); try++ {
		l.tell(question, slices.DeleteFunc(slices.Clone(peers), func(p Peer) bool { _, known := heard[p.Rank]; return known }))
		for wait := time.After(400 * time.Millisecond); wait != nil && len(heard) < len(peers); {
			select {
			case a := <-l.answers:
				heard[a.Rank] = a
			case <-wait:
				wait = nil
			}
		}
	}
	return heard
}

// addresses are those this host can be reached at, by IPv4.
func addresses() []string {
	var list []string
	all, _ := net.InterfaceAddrs()
	for _, addr := range all {
		if n, ok := addr.(*net.IPNet); ok && n.IP.To4() != nil && len(list) < 8 {
			list = append(list, n.IP.String())
		}
	}
	return list
}
