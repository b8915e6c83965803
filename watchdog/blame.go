package watchdog

import (
	"fmt"
	"slices"
	"strings"
)

// A Peer is a rank, its host, and where its dog can be asked.
type Peer struct {
	Rank  int
	Host  string
	Addrs []string
	Port  int
}

// blame asks all ranks and says which is at fault, whether this rank is the lowest that can be asked, and
// whether it hears rank 0.
func (d *Dog) blame(peers []Peer) (why string, lowest, hears0 bool) {
	answers := d.line.ask(peers)
	answers[d.self.Rank] = answer{d.self.Rank, d.beats.Load(), mostUnsent()}
	lowest = true
	for rank := range answers {
		lowest = lowest && rank >= d.self.Rank
	}
	_, hears0 = answers[0]
	return verdict(d.self, peers, answers), lowest, hears0
}

// verdict names, in this order: who does not answer, whose messages do not get through, who is behind.
func verdict(self Peer, peers []Peer, answers map[int]answer) string {
	var silent []string
	for _, peer := range peers {
		if _, heard := answers[peer.Rank]; !heard {
			silent = append(silent, fmt.Sprintf("rank %d on %s", peer.Rank, peer.Host))
		}
	}
	switch {
	case len(silent) == len(peers)-1 && len(peers) > 2:
		return fmt.Sprintf("no other rank answers: %s is cut off", self.Host)
	case len(silent) > 0:
		return strings.Join(silent, ", ") + plural(len(silent), " does", " do") + " not answer"
	}
	worst, behind := answers[self.Rank], answers[self.Rank]
	for _, peer := range peers { // by rank, so that all come to the same
		a := answers[peer.Rank]
		if a.Unsent.Bytes > worst.Unsent.Bytes {
			worst = a
		}
		if a.Beats < behind.Beats {
			behind = a
		}
	}
	if worst.Unsent.Bytes > 0 {
		return fmt.Sprintf("all ranks answer, but %d bytes wait on %s to get through to %s",
			worst.Unsent.Bytes, hostOf(peers, worst.Rank), hostAt(peers, worst.Unsent.To))
	}
	return fmt.Sprintf("all ranks answer, the furthest behind is rank %d on %s", behind.Rank, hostOf(peers, behind.Rank))
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

func hostOf(peers []Peer, rank int) string {
	at := slices.IndexFunc(peers, func(p Peer) bool { return p.Rank == rank })
	return peers[at].Host
}

// hostAt returns the host with an address, or the address.
func hostAt(peers []Peer, addr string) string {
	for _, peer := range peers {
		if slices.Contains(peer.Addrs, addr) {
			return peer.Host
		}
	}
	return addr
}
