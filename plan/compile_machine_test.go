package plan_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/local"
	. "topocoll/plan"
)

// reading is a local port that loads plans. An interpreter executes these plans.
type reading struct {
	comm.AsyncPort[string]
	cache  Cache[string]
	broken error // error that every run returns
	runs   int
	loaded []*Plan
	scaled int // number of scaled programs
}

func (r *reading) Load(p *Plan) (Program[string], error) {
	r.loaded = append(r.loaded, p)
	return &interpreted{Runner: NewRunner[string](p), port: r, plan: p}, nil
}

func (r *reading) Programs() *Cache[string] { return &r.cache }

// interpreted is a program that reports a size of 100 bytes. It does not support non-blocking runs.
type interpreted struct {
	Program[string]
	*Runner[string]
	port *reading
	plan *Plan
}

func (i *interpreted) Run(op comm.Op[string], in, out []string) error {
	i.port.runs++
	if i.port.broken != nil {
		return i.port.broken
	}
	return i.Runner.Run(i.port.AsyncPort, op, in, out)
}

func (i *interpreted) Bytes() int { return 100 }
func (i *interpreted) Free()      { i.Runner = nil }

// Scaled scales the plan that was loaded with this program.
func (i *interpreted) Scaled(n int) (Program[string], error) {
	i.port.scaled++
	return &interpreted{Runner: NewRunner[string](i.plan.Scaled(n)), port: i.port}, nil
}

// counted is a compiled procedure that counts how often the procedure is recorded.
type counted struct {
	*Compiled[string, int]
	times int
}

// compiledCircle compiles a procedure that combines the words of all processes. Word out[j] is the
// combination of every process's in[j mod len(in)], in order from root. If the operator commutes, the order
// is reversed. in and out may overlap.
func compiledCircle() *counted {
	r := &counted{}
	r.Compiled = Compile[string](func(root int, c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		r.times++
		p, me := c.Size(), c.Label()
		if root < 0 || root >= p {
			return comm.Refuse("circular: root %d of %d", root, p)
		}
		sum, next := c.Scratch(len(in)), c.Scratch(len(in))
		if me != root {
			c.Send(root, in)
			c.Recv(root, sum)
		} else {
			c.Copy(sum, in)
			for i := 1; i < p; i++ {
				c.Recv((root+i)%p, next)
				if op.Commutative {
					op.Apply(sum, next, sum)
				} else {
					op.Apply(sum, sum, next)
				}
			}
			for i := 1; i < p; i++ {
				c.Send((root+i)%p, sum)
			}
		}
		for j := range out {
			c.Copy(out[j:j+1], sum[j%len(in):][:1])
		}
		return c.Err()
	})
	return r
}

// wantedWord returns word j of the result of compiledCircle. The argument `call` is the number of the call.
// In this call, the process with label i contributes a word made of i, j and the number.
func wantedWord(p, root, j, call int, commutative bool) (word string) {
	for i := range p {
		next := fmt.Sprintf("%d.%d.%d ", (root+i)%p, j, call)
		if commutative {
			word = next + word
		} else {
			word += next
		}
	}
	return word
}

// A layout holds the positions of `in` and `out` in a buffer.
type layout struct{ in, inEnd, out, outEnd int }

// call calls r on a buffer of this layout and checks every word of the buffer.
func (l layout) call(t *testing.T, r *counted, c *comm.Comm[string], root, number int,
	commutative bool) error {
	buffer := make([]string, 12)
	for j := range buffer {
		buffer[j] = fmt.Sprintf("%d.%d.%d ", c.Label(), j-l.in, number)
	}
	want := slices.Clone(buffer)
	for j := range want[l.out:l.outEnd] {
		want[l.out+j] = wantedWord(c.Size(), root, j%(l.inEnd-l.in), number, commutative)
	}
	op := comm.Concat()
	op.Commutative = commutative
	err := r.Call(c, root, op, buffer[l.in:l.inEnd], buffer[l.out:l.outEnd])
	if err == nil {
		assert.Equal(t, want, buffer, "%+v", l)
	}
	return err
}

var apart = layout{0, 3, 6, 9}

// runOnFour runs body on four nodes. Each node has a Loader, its communicator and a compiled procedure.
func runOnFour(t *testing.T, body func(port *reading, c *comm.Comm[string], r *counted)) {
	assert.NoError(t, local.Run(4, func(port comm.AsyncPort[string]) error {
		loads := &reading{AsyncPort: port}
		body(loads, comm.New[string](loads), compiledCircle())
		return nil
	}))
}
