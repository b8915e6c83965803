package plan

// Counts is what the messages of one node come to.
type Counts struct {
	Rounds     int
	Sent, Recv int // messages
	Out, In    int // words sent and received
}

// Counts counts the messages of p.
func (p *Plan) Counts() (n Counts) {
	for first, end := range p.Rounds() {
		if p.Steps[first].Message() {
			n.Rounds++
		}
		for _, s := range p.Steps[first:end] {
			switch s.Kind {
			case Send:
				n.Sent++
				n.Out += s.Words()
			case Recv:
				n.Recv++
				n.In += s.Words()
			}
		}
	}
	return n
}
