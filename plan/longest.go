package plan

import (
	"fmt"

	"topocoll/comm"
)

// A Path is messages one after another.
type Path struct{ Messages, Words int }

func (p Path) String() string { return fmt.Sprintf("%d ts + %d tw", p.Messages, p.Words) }

// Longest returns the critical path: the messages that have to follow each other and take the longest time, if a message
// takes ts + tw·m and begins as soon as both nodes have done what it waits for. A node may have any number of messages
// under way, links are free, local steps take no time, and ts = 1000 tw (comm.StartupWords). A machine with fewer ports or
// with contention may need longer. Check must have found nothing.
func (j Job) Longest() (Path, error) {
	g := j.byWaits()
	sorted, err := g.sort()
	if err != nil {
		return Path{}, err
	}
	own := make([]Path, len(sorted)) // of each vertex alone
	g.each(func(at place) {
		if s := j[at.rank].Steps[at.step]; s.Kind == Send {
			own[g.vertex(at)] = Path{1, s.Words()}
		}
	})
	var longest Path
	before := make([]Path, len(sorted))
	for _, v := range sorted {
		until := Path{before[v].Messages + own[v].Messages, before[v].Words + own[v].Words}
		longest = longest.or(until)
		for _, w := range g.next[v] {
			before[w] = before[w].or(until)
		}
	}
	return longest, nil
}

// or returns the path that takes longer.
func (p Path) or(q Path) Path {
	if q.Messages*comm.StartupWords+q.Words > p.Messages*comm.StartupWords+p.Words {
		return q
	}
	return p
}
