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
	s, err := j.Schedule(Machine{Ts: comm.StartupWords, Tw: 1, free: true})
	if err != nil {
		return Path{}, err
	}
	return s.Path, nil
}
