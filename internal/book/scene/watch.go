package scene

import (
	"runtime"
	"slices"
	"strings"

	"topocoll/catalog"
	"topocoll/comm"
)

type emptyWord = struct{}

// A Line is a line of an algorithm's source code.
type Line struct {
	File string `json:"file"` // such as hcube/bcast.go
	Line int    `json:"line"`
}

// A portCall is one use of a node's port: the peers of its messages, and the index of its call site.
type portCall struct {
	sends, receives []int
	site            int
	combines        bool // whether the node combines data between this call and the next one
}

func (c portCall) hasMessages() bool { return len(c.sends)+len(c.receives) > 0 }

// A recordingPort is a port that records the calls of its node.
type recordingPort struct {
	comm.Port[emptyWord]
	sites *callSites
	calls *[]portCall
}

func (w recordingPort) recordCall(sends, recvs []int) {
	*w.calls = append(*w.calls, portCall{sends: sends, receives: recvs, site: w.sites.currentSite()})
}

// recordCombine records that the node combines data after its last call.
func (w recordingPort) recordCombine(dst, _, _ []emptyWord) {
	if last := len(*w.calls) - 1; last >= 0 && len(dst) > 0 {
		(*w.calls)[last].combines = true
	}
}

func (w recordingPort) Send(to int, x []emptyWord) error {
	w.recordCall([]int{to}, nil)
	return w.Port.Send(to, x)
}

func (w recordingPort) Recv(from int, x []emptyWord) error {
	w.recordCall(nil, []int{from})
	return w.Port.Recv(from, x)
}

func (w recordingPort) SendRecv(to int, out []emptyWord, from int, in []emptyWord) error {
	w.recordCall([]int{to}, []int{from})
	return w.Port.SendRecv(to, out, from, in)
}

func (w recordingPort) Round(sends, recvs []comm.Message[emptyWord]) error {
	peers := func(messages []comm.Message[emptyWord]) (of []int) {
		for _, m := range messages {
			of = append(of, m.Peer)
		}
		return of
	}
	w.recordCall(peers(sends), peers(recvs))
	return w.Port.Round(sends, recvs)
}

// callSites holds the call stacks of calls on ports. A stack is a list of source lines: first a line of the
// algorithm's procedure, then lines of the procedures that it calls.
type callSites struct {
	lines        [][]Line
	indexByStack map[[maxStackDepth]uintptr]int
}

// maxStackDepth is the maximum number of stack frames between a port and the body of a node.
const maxStackDepth = 24

// currentSite returns the index of the current call stack. The caller's caller must be a method of a port.
func (s *callSites) currentSite() int {
	var at [maxStackDepth]uintptr
	n := runtime.Callers(3, at[:])
	if i, known := s.indexByStack[at]; known {
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
	i := slices.IndexFunc(s.lines, func(other []Line) bool { return slices.Equal(other, lines) })
	if i < 0 {
		i = len(s.lines)
		s.lines = append(s.lines, lines)
	}
	s.indexByStack[at] = i
	return i
}
