package watchdog

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Peer is a rank, its host, and the addresses and the port of its watchdog.
type Peer struct {
	Rank  int
	Host  string
	Addrs []string
	Port  int
}

// diagnose asks all ranks twice for their state, and returns the cause of the stall in `why`. The result
// `reports` is true if this rank must report the cause for all ranks that answer. The result `rank0Answers`
// is true if rank 0 answers, and `working` is true if any rank is at work.
func (d *Watchdog) diagnose() (why string, reports, rank0Answers, working bool) {
	peers, answers := d.socket.peers, d.askAll()
	select {
	case <-d.closed:
	case <-time.After(askAgainAfter):
	}
	answers = mergeAnswers(answers, d.askAll())
	// a rank that gets no answer does not report, because other ranks may get answers
	reports = len(answers) > 1 || len(peers) == 1
	for rank, a := range answers {
		reports = reports && rank >= d.self.Rank
		working = working || a.AtWork
	}
	_, rank0Answers = answers[0]
	return describeCause(d.self, peers, answers), reports, rank0Answers, working
}

// askAgainAfter is the time between the two questions, during which bytes in transit arrive.
const askAgainAfter = 500 * time.Millisecond

// askAll returns the answers of all ranks that respond, including this rank.
func (d *Watchdog) askAll() map[int]answer {
	answers := d.socket.askPeers()
	answers[d.self.Rank] = d.ownAnswer()
	return answers
}

// mergeAnswers merges the answers to two questions. It keeps the number of unsent bytes only if bytes to the
// same address were unsent both times, because some bytes are always in transit. A rank that was at work the
// first time counts as at work, because the ranks that wait for it may not have its messages yet.
func mergeAnswers(before, after map[int]answer) map[int]answer {
	for rank, a := range before {
		b, again := after[rank]
		switch {
		case !again:
			a.Unsent = sendQueue{}
			after[rank] = a
		case a.Unsent.To == b.Unsent.To:
			b.Unsent.Bytes = min(a.Unsent.Bytes, b.Unsent.Bytes)
		default:
			b.Unsent = sendQueue{}
		}
		if again {
			b.AtWork = b.AtWork || a.AtWork
			after[rank] = b
		}
	}
	return after
}

// describeCause describes the cause of a stall. It names the ranks that do not answer. If all ranks answer
// but bytes remain unsent, it names the two hosts between which the bytes are stuck. Otherwise it names the
// rank that has begun the fewest intervals. It describes a host as down or cut off if no rank on that host
// answers, but a rank on another remote host does.
func describeCause(self Peer, peers []Peer, answers map[int]answer) string {
	var silent, cut []string
	for _, peer := range peers {
		if _, heard := answers[peer.Rank]; heard {
			continue
		}
		silent = append(silent, fmt.Sprintf("rank %d on %s", peer.Rank, peer.Host))
		if !slices.Contains(cut, peer.Host) && !hostAnswers(peer.Host, peers, answers) {
			cut = append(cut, peer.Host)
		}
	}
	switch {
	case len(silent) == len(peers)-1 && len(peers) > 2:
		return fmt.Sprintf("no other rank answers rank %d on %s", self.Rank, self.Host)
	case len(silent) > 0:
		why := strings.Join(silent, ", ") + plural(len(silent), " does", " do") + " not answer"
		remoteAnswers := slices.ContainsFunc(peers,
			func(p Peer) bool { return p.Host != self.Host && hostAnswers(p.Host, peers, answers) })
		if remoteAnswers && len(cut) > 0 {
			why += "; other hosts answer, so " + strings.Join(cut, ", ") + plural(len(cut), " is", " are") +
				" down or cut off"
		}
		return why
	}
	worst, behind := answers[self.Rank], answers[self.Rank]
	for _, peer := range peers { // in the order of ranks, so that all ranks get the same result
		a := answers[peer.Rank]
		if a.Unsent.Bytes > worst.Unsent.Bytes {
			worst = a
		}
		if a.Beats < behind.Beats {
			behind = a
		}
	}
	if worst.Unsent.Bytes > 0 {
		return fmt.Sprintf("all ranks answer, but %d bytes on %s have not reached %s",
			worst.Unsent.Bytes, peers[worst.Rank].Host, hostWithAddress(peers, worst.Unsent.To))
	}
	return fmt.Sprintf("all ranks answer; the furthest behind is rank %d on %s", behind.Rank,
		peers[behind.Rank].Host)
}

func hostAnswers(host string, peers []Peer, answers map[int]answer) bool {
	return slices.ContainsFunc(peers, func(p Peer) bool {
		_, heard := answers[p.Rank]
		return heard && p.Host == host
	})
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// hostWithAddress returns the host with an address, or the address if no host has it.
func hostWithAddress(peers []Peer, addr string) string {
	for _, peer := range peers {
		if slices.Contains(peer.Addrs, addr) {
			return peer.Host
		}
	}
	return addr
}
