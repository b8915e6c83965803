package sim

import (
	"fmt"
	"math"
)

// A Result holds the times, message counts and link loads of a run.
type Result struct {
	Time float64 // µs until the last node has finished

	// Rounds is the number of rounds, which the book calls communication steps. It is also the time that the
	// run would take if every message took one unit of time.
	Rounds int

	Messages, Words int
	MaxLinkWords    int   // number of words that crossed the busiest link
	LinkWords       []int // number of words that crossed each link of the network; nil after Run with Oblivious
	Nodes           []Node
	Trace           *Trace // nil except after Record
}

// A Node holds the results of one process.
type Node struct {
	Time                     float64 // µs until the end of the last message and of any work after it
	Rounds                   int     // round of the last message
	Sends, Recvs             int
	SentWords, ReceivedWords int
}

var errWords = fmt.Errorf("all messages together have more than %d words", math.MaxInt)

func (r *Result) countMessage(f *message) error {
	from, to := &r.Nodes[f.from], &r.Nodes[f.to]
	from.Sends++
	from.SentWords += f.words
	to.Recvs++
	to.ReceivedWords += f.words
	r.Messages++
	if r.Words += f.words; r.Words < 0 {
		return fmt.Errorf("sim: %w", errWords)
	}
	return nil
}

func (r *Result) summarise(linkWords []int) {
	for _, n := range r.Nodes {
		r.Time = max(r.Time, n.Time)
		r.Rounds = max(r.Rounds, n.Rounds)
	}
	for _, words := range linkWords {
		r.MaxLinkWords = max(r.MaxLinkWords, words)
	}
}
