package record

// Counts is what one node did.
type Counts struct {
	Rounds     int // calls
	Sent, Recv int // messages
	Out, In    int // words sent and received
}

// Counts returns what node v did.
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
