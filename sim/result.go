package sim

// A Result is what a run took.
type Result struct {
	Time float64 // µs until the last node is done

	// Rounds is the number of communication steps: the time of the same run if every message took one
	// unit, whatever its length and way.
	Rounds int

	Messages, Words int
	MaxLinkWords    int   // the words over the busiest link
	LinkWords       []int // the words over each link of the network
	Nodes           []Node
	Trace           *Trace // of Record only
}

// A Node is what one process did.
type Node struct {
	Time                     float64 // µs until its last message is complete, and its work after it
	Rounds                   int     // the step of its last message
	Sends, Recvs             int
	SentWords, ReceivedWords int
}

// summarise fills in what follows from the nodes and links.
func (r *Result) summarise(linkWords []int) {
	r.LinkWords = linkWords
	for _, n := range r.Nodes {
		r.Time = max(r.Time, n.Time)
		r.Rounds = max(r.Rounds, n.Rounds)
	}
	for _, words := range linkWords {
		r.MaxLinkWords = max(r.MaxLinkWords, words)
	}
}
