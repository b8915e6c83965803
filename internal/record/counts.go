package record

// Counts are the counts of rounds, messages and words of one node.
type Counts struct {
	Rounds     int // calls
	Sent, Recv int // messages
	Out, In    int // words sent and received
}

// Counts returns the counts of node v.
func (t *Trace) Counts(v int) Counts {
	n := Counts{Rounds: len(t.nodes[v])}
	for _, c := range t.nodes[v] {
		for _, e := range c.sends {
			n.Sent++
			n.Out += e.words
		}
		for _, e := range c.recvs {
			n.Recv++
			n.In += e.words
		}
	}
	return n
}
