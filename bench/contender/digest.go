package contender

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"

	"topocoll/plan"
)

// A digest is a hash of plans. It ignores the order of the operands of a combination, because operators
// commute.
type digest struct{ hash.Hash }

func newDigest() digest { return digest{sha256.New()} }

func (d digest) add(p *plan.Plan) {
	d.appendNumbers(p.In, p.Out, len(p.Steps))
	for _, s := range p.Steps {
		from, with := s.From, s.With
		if s.Kind == plan.Combine &&
			(with.Buffer < from.Buffer || with.Buffer == from.Buffer && with.At < from.At) {
			from, with = with, from
		}
		d.appendNumbers(int(s.Kind), s.Round, s.Peer, s.Number)
		for _, r := range []plan.Range{from, with, s.Into} {
			d.appendNumbers(int(r.Buffer), r.At, r.Len)
		}
	}
}

func (d digest) appendNumbers(list ...int) {
	var text []byte
	for _, n := range list {
		text = binary.LittleEndian.AppendUint64(text, uint64(n))
	}
	d.Write(text)
}

func (d digest) sum() string { return string(d.Sum(nil)) }
