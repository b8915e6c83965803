package sim

import (
	"cmp"
	"fmt"
	"slices"
)

// Claims of the book about an algorithm, checked on a run on a machine that does not enforce them.

// OnePort returns an error that names the first two messages that a node sends, or receives, at the same time. The
// trace must be recorded under AllPort.
func (t *Trace) OnePort() error {
	for _, dir := range []kind{sends, recvs} {
		uses := make([]use, 0, len(t.Transfers))
		for i, x := range t.Transfers {
			node := x.From
			if dir == recvs {
				node = x.To
			}
			uses = append(uses, use{node, x.Start, x.End, i})
		}
		if i, j, found := overlap(uses); found {
			does := [2]string{sends: "sends", recvs: "receives"}[dir]
			return fmt.Errorf("sim: node %d %s two messages at once: %v and %v", uses[i].what, does, t.Transfers[uses[i].transfer], t.Transfers[uses[j].transfer])
		}
	}
	return nil
}

// CongestionFree returns an error that names the first two messages that use a link in the same direction at the
// same time. The trace must be recorded without Contention.
func (t *Trace) CongestionFree() error {
	var uses []use
	for i, x := range t.Transfers {
		for hop, link := range x.Path {
			start, end := x.Start+t.Config.Ts, x.End
			if t.Config.Routing == SF {
				end = start + t.Config.hold(x.Words, x.Path[:hop+1])
				start += t.Config.hold(x.Words, x.Path[:hop])
			}
			uses = append(uses, use{int(link), start, end, i})
		}
	}
	if i, j, found := overlap(uses); found {
		from, to := t.Config.Network.Ends(int32(uses[i].what))
		return fmt.Errorf("sim: link %d-%d has two messages at once: %v and %v", from, to, t.Transfers[uses[i].transfer], t.Transfers[uses[j].transfer])
	}
	return nil
}

// String describes a transfer for an error message.
func (x Transfer) String() string {
	return fmt.Sprintf("%d->%d (%d words, t=%v..%v)", x.From, x.To, x.Words, x.Start, x.End)
}

// A use is the time in which a transfer occupies a port or a link.
type use struct {
	what       int
	start, end float64
	transfer   int
}

// overlap sorts uses and finds the first two uses of the same port or link at the same time.
func overlap(uses []use) (i, j int, found bool) {
	slices.SortFunc(uses, func(a, b use) int {
		return cmp.Or(cmp.Compare(a.what, b.what), cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	latest := 0
	for j := 1; j < len(uses); j++ {
		if uses[j].what == uses[latest].what && uses[j].start < uses[latest].end {
			return latest, j, true
		}
		if uses[j].what != uses[latest].what || uses[j].end > uses[latest].end {
			latest = j
		}
	}
	return 0, 0, false
}
