package scene

import (
	"runtime"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/comm"
)

type none = struct{}

// A Line is a line of an algorithm's source code.
type Line struct {
	File string `json:"file"` // such as hcube/bcast.go
	Line int    `json:"line"`
}

// A call describes one use of a node's port: the peers to which the node sends and from which it receives,
// and the index of the source lines that led to it.
type call struct {
	sends, recvs []int
	site         int
	combines     bool // whether the node combines data between this call and the next one
}

func (c call) messages() bool { return len(c.sends)+len(c.recvs) > 0 }

// A watcher is a port that records the calls of its node.
type watcher struct {
	comm.Port[none]
	sites *sites
	calls *[]call
}

func (w watcher) note(sends, recvs []int) {
	*w.calls = append(*w.calls, call{sends: sends, recvs: recvs, site: w.sites.currentSite()})
}

// combines records that the node combines data after its last call.
func (w watcher) combines(dst, _, _ []none) {
	if last := len(*w.calls) - 1; last >= 0 && len(dst) > 0 {
		(*w.calls)[last].combines = true
	}
}

func (w watcher) Send(to int, x []none) error {
	w.note([]int{to}, nil)
	return w.Port.Send(to, x)
}

func (w watcher) Recv(from int, x []none) error {
	w.note(nil, []int{from})
	return w.Port.Recv(from, x)
}

func (w watcher) SendRecv(to int, out []none, from int, in []none) error {
	w.note([]int{to}, []int{from})
	return w.Port.SendRecv(to, out, from, in)
}

func (w watcher) Round(sends, recvs []comm.Message[none]) error {
	peers := func(messages []comm.Message[none]) (of []int) {
		for _, m := range messages {
			of = append(of, m.Peer)
		}
		return of
	}
	w.note(peers(sends), peers(recvs))
	return w.Port.Round(sends, recvs)
}

// sites holds the call stacks from which nodes call their ports. Each site is a list of source lines. The
// first line is in the algorithm's procedure, and the other lines are in the procedures that it calls.
type sites struct {
	lines [][]Line
	known map[[depth]uintptr]int
}

// depth is the maximum number of stack frames between a port and the body of a node.
const depth = 24

// currentSite returns the index of the call stack from which the port was called.
func (s *sites) currentSite() int {
	var at [depth]uintptr
	n := runtime.Callers(3, at[:])
	if i, known := s.known[at]; known {
		return i
	}
	var lines []Line
	frames := runtime.CallersFrames(at[:n])
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		for _, folder := range catalog.Topologies() {
			if strings.HasPrefix(f.Function, "topocoll/"+folder+".") {
				name := f.File[strings.LastIndexByte(f.File, '/')+1:]
				lines = append(lines, Line{folder + "/" + name, f.Line})
			}
		}
	}
	slices.Reverse(lines) // the outermost first
	for i, other := range s.lines {
		if slices.Equal(other, lines) {
			s.known[at] = i
			return i
		}
	}
	s.lines = append(s.lines, lines)
	s.known[at] = len(s.lines) - 1
	return s.known[at]
}
