package plan

import (
	"fmt"
	"sync"
	"unsafe"

	"topocoll/comm"
)

// A Call describes one node's call of a procedure, for Record.
type Call struct {
	Rank, P     int
	In, Out     int  // lengths in words
	InPlace     bool // the output contains the input, and In is not used
	Commutative bool // the operator commutes
}

// A Body calls a procedure with an operator, an input and an output. It must move words only with the methods
// of comm.Comm, such as Copy and Send, and combine them only with op. Each byte stands for a word of any
// type; only the address of the byte matters.
type Body func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error

// Record runs body as one node and returns the plan of the node. The communicator of body has a port that
// only records: it sends no messages and moves no words.
func Record(call Call, body Body) (*Plan, error) {
	m := memoryPool.Get().(*recordingMemory)
	defer memoryPool.Put(m)
	r := &recorder{Call: call, numbers: messageCounter{}, memory: m, out: cachedBytes(&m.out, call.Out)}
	if r.plan.Out = call.Out; !call.InPlace {
		r.in, r.plan.In = cachedBytes(&m.in, call.In), call.In
	}
	in := r.in
	if call.InPlace {
		in = r.out
	}
	op := comm.Op[byte]{Name: "plan", Commutative: call.Commutative, Apply: r.recordCombine}
	if err := body(comm.New[byte](r), op, in, r.out); err != nil {
		return nil, err
	}
	return &r.plan, r.err
}

// RecordJob records all p nodes. `call` returns the description of each node's call.
func RecordJob(p int, call func(rank int) Call, body Body) (Job, error) {
	job := make(Job, p)
	for rank := range job {
		node, err := Record(call(rank), body)
		if err != nil {
			return nil, err
		}
		job[rank] = *node
	}
	return job, nil
}

// recordingMemory holds buffers that recordings reuse. Without it, recording a call with long buffers would
// mostly allocate and clear memory. The content of the buffers does not matter.
type recordingMemory struct {
	in, out []byte
	arenas  [][]byte
}

var memoryPool = sync.Pool{New: func() any { return new(recordingMemory) }}

// cachedBytes returns the first n bytes of *cache. If *cache is too short, cachedBytes first replaces it by a
// new slice.
func cachedBytes(cache *[]byte, n int) []byte {
	if n > cap(*cache) {
		*cache = make([]byte, n)
	}
	return (*cache)[:n:n]
}

// A recorder is a port that records the steps of a procedure.
type recorder struct {
	Call
	plan    Plan
	memory  *recordingMemory
	in, out []byte
	arenas  [][]byte // slices returned by Arena; word i of each is word i of Scratch
	numbers messageCounter
	round   int
	err     error // first error that rangeOf has found
}

func (r *recorder) Rank() int { return r.Call.Rank }
func (r *recorder) Size() int { return r.P }

func (r *recorder) Send(to int, x []byte) error {
	return r.Round([]comm.Message[byte]{{Peer: to, Data: x}}, nil)
}

func (r *recorder) Recv(from int, x []byte) error {
	return r.Round(nil, []comm.Message[byte]{{Peer: from, Data: x}})
}

func (r *recorder) SendRecv(to int, out []byte, from int, in []byte) error {
	return r.Round([]comm.Message[byte]{{Peer: to, Data: out}}, []comm.Message[byte]{{Peer: from, Data: in}})
}

func (r *recorder) Round(sends, recvs []comm.Message[byte]) error {
	r.round++
	for _, msg := range sends {
		r.addStep(Step{Kind: Send, Round: r.round, Peer: msg.Peer, From: r.rangeOf(msg.Data)})
	}
	for _, msg := range recvs {
		r.addStep(Step{Kind: Recv, Round: r.round, Peer: msg.Peer, Into: r.rangeOf(msg.Data)})
	}
	return r.err
}

// Copied records a local move. A move of no words, or of words onto themselves, is not recorded.
func (r *recorder) Copied(dst, src []byte) {
	if into, from := r.rangeOf(dst), r.rangeOf(src); into != from {
		r.addStep(Step{Kind: Copy, From: from, Into: into})
	}
}

func (r *recorder) recordCombine(dst, a, b []byte) {
	if len(dst) > 0 {
		r.addStep(Step{Kind: Combine, From: r.rangeOf(a[:len(dst)]), With: r.rangeOf(b[:len(dst)]),
			Into: r.rangeOf(dst)})
	}
}

func (r *recorder) Arena(n int) []byte {
	if len(r.arenas) == len(r.memory.arenas) {
		r.memory.arenas = append(r.memory.arenas, nil)
	}
	arena := cachedBytes(&r.memory.arenas[len(r.arenas)], n)
	r.arenas = append(r.arenas, arena)
	return arena
}

// addStep adds a step to the plan. If the step is a message, addStep sets its Number.
func (r *recorder) addStep(s Step) {
	if s.Message() {
		s.Number = r.numbers.next(s)
	}
	r.plan.Steps = append(r.plan.Steps, s)
}

// rangeOf returns the buffer and the position of x.
func (r *recorder) rangeOf(x []byte) Range {
	if len(x) == 0 {
		return Range{}
	}
	if at, found := indexWithin(r.in, x); found {
		return Range{In, at, len(x)}
	}
	if at, found := indexWithin(r.out, x); found {
		return Range{Out, at, len(x)}
	}
	for _, arena := range r.arenas {
		if at, found := indexWithin(arena, x); found {
			r.plan.Scratch = max(r.plan.Scratch, at+len(x))
			return Range{Scratch, at, len(x)}
		}
	}
	if r.err == nil {
		r.err = fmt.Errorf(
			"plan: Record: node %d, step %d uses %d words that are not in the input, the output or Scratch",
			r.Rank(), len(r.plan.Steps), len(x))
	}
	return Range{}
}

// indexWithin returns the index in buffer at which x begins, and whether x lies in buffer.
func indexWithin(buffer, x []byte) (at int, found bool) {
	first := uintptr(unsafe.Pointer(unsafe.SliceData(buffer)))
	word := uintptr(unsafe.Pointer(unsafe.SliceData(x)))
	return int(word - first), word >= first && word-first+uintptr(len(x)) <= uintptr(len(buffer))
}
