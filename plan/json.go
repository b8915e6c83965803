package plan

import (
	"encoding/json"
	"fmt"
	"slices"
)

// stepJSON is the JSON form of a Step. Only the fields for the step's kind are present.
type stepJSON struct {
	Do     string `json:"do"`
	Round  *int   `json:"round,omitempty"`
	To     *int   `json:"to,omitempty"`
	From   *int   `json:"from,omitempty"`
	Number *int   `json:"number,omitempty"`
	Read   *Range `json:"read,omitempty"`
	With   *Range `json:"with,omitempty"`
	Write  *Range `json:"write,omitempty"`
}

// MarshalJSON writes the fields for s.Kind; s must be valid.
func (s Step) MarshalJSON() ([]byte, error) {
	out := stepJSON{Do: s.Kind.String()}
	switch s.Kind {
	case Send:
		out.Round, out.To, out.Number, out.Read = &s.Round, &s.Peer, &s.Number, &s.From
	case Recv:
		out.Round, out.From, out.Number, out.Write = &s.Round, &s.Peer, &s.Number, &s.Into
	case Copy:
		out.Read, out.Write = &s.From, &s.Into
	case Combine:
		out.Read, out.With, out.Write = &s.From, &s.With, &s.Into
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads a step in the form that MarshalJSON writes. It returns an error if the step lacks a
// field of its kind.
func (s *Step) UnmarshalJSON(text []byte) error {
	var in stepJSON
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	kind := Kind(slices.Index(kinds[:], in.Do))
	has := map[string]bool{"round": in.Round != nil, "to": in.To != nil, "from": in.From != nil,
		"number": in.Number != nil,
		"read":   in.Read != nil, "with": in.With != nil, "write": in.Write != nil}
	fields := map[Kind][]string{Send: {"round", "to", "number", "read"},
		Recv: {"round", "from", "number", "write"},
		Copy: {"read", "write"}, Combine: {"read", "with", "write"}}
	if fields[kind] == nil {
		return fmt.Errorf("a step has \"do\": %q, want one of %v", in.Do, kinds)
	}
	for _, field := range fields[kind] {
		if !has[field] {
			return fmt.Errorf("a %v step lacks the field %q", kind, field)
		}
	}
	*s = Step{Kind: kind}
	switch kind {
	case Send:
		s.Round, s.Peer, s.Number, s.From = *in.Round, *in.To, *in.Number, *in.Read
	case Recv:
		s.Round, s.Peer, s.Number, s.Into = *in.Round, *in.From, *in.Number, *in.Write
	case Copy:
		s.From, s.Into = *in.Read, *in.Write
	case Combine:
		s.From, s.With, s.Into = *in.Read, *in.With, *in.Write
	}
	return nil
}

// MarshalJSON writes a range as an array, such as ["out",0,1000].
func (r Range) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{r.Buffer.String(), r.At, r.Len})
}

// UnmarshalJSON reads a range in the form that MarshalJSON writes.
func (r *Range) UnmarshalJSON(text []byte) error {
	var parts []json.RawMessage
	var buffer string
	if err := json.Unmarshal(text, &parts); err != nil || len(parts) != 3 ||
		json.Unmarshal(parts[0], &buffer) != nil ||
		json.Unmarshal(parts[1], &r.At) != nil || json.Unmarshal(parts[2], &r.Len) != nil {
		return fmt.Errorf("range %s, want [buffer, first word, number of words]", text)
	}
	if r.Buffer = Buffer(slices.Index(buffers[:], buffer)); r.Buffer < 0 {
		return fmt.Errorf("buffer %q, want one of %v", buffer, buffers)
	}
	return nil
}
