package comm_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/local"
)

type node = *comm.Comm[string]

var noError = fmt.Sprint(error(nil))

// Each case has the labels of six processes. Every label sends its word to the next label, and the case has
// the word that each process then receives.
func TestLabels(t *testing.T) {
	mapped := func(c node, labels ...int) node { return mustSucceed(comm.Map(c, labels)) }
	for _, test := range []struct {
		name        string
		member      func(c node) node
		brings, has string
	}{
		{"New", func(c node) node { return c },
			"a   | b   | c   | d   | e   | f  ",
			"0 f | 1 a | 2 b | 3 c | 4 d | 5 e"},
		{"Map", func(c node) node { return mapped(c, 5, 4, 3, 2, 1, 0) },
			"a   | b   | c   | d   | e   | f  ",
			"5 b | 4 c | 3 d | 2 e | 1 f | 0 a"},
		{"Map of some", func(c node) node { return mapped(c, [][]int{{4, 0, 2}, {5, 1, 3}}[c.Label()%2]...) },
			"a   | b   | c   | d   | e   | f  ",
			"1 e | 1 f | 2 a | 2 b | 0 c | 0 d"},
		{"Sub of a sub", func(c node) node {
			first := mustSucceed(comm.Sub(c, [][]int{{4, 0, 2}, {5, 1, 3}}[c.Label()%2]))
			if first.Label() == 2 {
				return mustSucceed(comm.Sub(first, []int{2}))
			}
			return mustSucceed(comm.Sub(first, []int{1, 0}))
		},
			"a   | b   | c   | d   | e   | f  ",
			"0 e | 0 f | 0 c | 0 d | 1 a | 1 b"},
		{"Line of a sub", func(c node) node {
			if c.Label() > 3 {
				return mustSucceed(comm.Sub(c, []int{4, 5}))
			}
			return mustSucceed(comm.Sub(c, []int{3, 1, 2, 0})).Line(3, -1, 4)
		},
			"a   | b   | c   | d   | e   | f  ",
			"0 d | 2 c | 1 a | 3 b | 0 f | 1 e"},
		{"Line: rows of a 2x3 mesh", func(c node) node { return c.Line(c.Label()/3*3, 1, 3) },
			"a   | b   | c   / d   | e   | f  ",
			"0 c | 1 a | 2 b / 0 f | 1 d | 2 e"},
		{"Line: its columns", func(c node) node { return c.Line(c.Label()%3, 3, 2) },
			"a   | b   | c   / d   | e   | f  ",
			"0 d | 0 e | 0 f / 1 a | 1 b | 1 c"},
		{"Line: backwards", func(c node) node { return c.Line(5, -1, 6) },
			"a   | b   | c   | d   | e   | f  ",
			"5 b | 4 c | 3 d | 2 e | 1 f | 0 a"},
		{"Line of a Map",
			func(c node) node { c = mapped(c, 5, 4, 3, 2, 1, 0); return c.Line(c.Label()/3*3, 1, 3) },
			"a   | b   | c   | d   | e   | f  ",
			"2 b | 1 c | 0 a | 2 e | 1 f | 0 d"},
	} {
		t.Run(test.name, func(t *testing.T) {
			in, out := words(test.brings), make([][]string, 6)
			assert.NoError(t, local.Run(6, func(port comm.AsyncPort[string]) error {
				c, received := test.member(comm.New(port)), []string{""}
				p, me := c.Size(), c.Label()
				c.SendRecv((me+1)%p, in[port.Rank()], (me+p-1)%p, received)
				out[port.Rank()] = []string{fmt.Sprint(me), received[0]}
				return c.Err()
			}))
			assert.Equal(t, words(test.has), out)
		})
	}
}

// words returns the words of every process. A bar separates two processes, and a slash separates two rows of
// a mesh.
func words(line string) (list [][]string) {
	for process := range strings.SplitSeq(strings.ReplaceAll(line, "/", "|"), "|") {
		list = append(list, strings.Fields(process))
	}
	return list
}

// A process that is not among the labels gets no sub-communicator.
func TestSubOfOthers(t *testing.T) {
	assert.NoError(t, local.Run(2, func(port comm.AsyncPort[string]) error {
		sub, err := comm.Sub(comm.New(port), []int{1})
		assert.Equal(t, port.Rank() == 0, sub == nil)
		if sub != nil {
			assert.Equal(t, []int{1}, sub.Ranks())
		}
		return err
	}))
}

func mustSucceed(c node, err error) node {
	if err != nil {
		panic(err)
	}
	return c
}

// The communicator keeps its first error and the text of that error, whatever calls follow.
func TestFirstErrorIsKept(t *testing.T) {
	x, y := []string{"a"}, []string{"-"}
	for _, test := range []struct {
		name string
		call func(c node)
		says string
	}{
		{"all is well", func(c node) { c.SendRecv(0, x, 0, y) }, noError},
		{"nobody there", func(c node) {
			c.Send(comm.None, x)
			c.Recv(comm.None, y)
			c.SendRecv(comm.None, x, comm.None, y)
			c.PostSend(comm.None, x)
			c.Exchange()
		}, noError},
		{"Send", func(c node) { c.Send(1, x) }, "comm: Send: no process 1, want 0..0"},
		{"Recv", func(c node) { c.Recv(-2, x) }, "comm: Recv: no process -2, want 0..0"},
		{"SendRecv", func(c node) { c.SendRecv(0, x, 7, y) }, "comm: SendRecv: no process 7, want 0..0"},
		{"PostSend", func(c node) { c.PostSend(1, x); c.Exchange() },
			"comm: PostSend: no process 1, want 0..0"},
		{"PostRecv", func(c node) { c.PostRecv(1, x); c.Exchange() },
			"comm: PostRecv: no process 1, want 0..0"},
		{"of the machine", func(c node) { c.Recv(0, y) },
			"local: deadlock: rank 0 receives 1 word from rank 0"},
		{"the first one", func(c node) { c.Send(1, x); c.Recv(2, y) }, "comm: Send: no process 1, want 0..0"},
		{"of a line", func(c node) { c.Line(0, 1, 1).Send(3, x) }, "comm: Send: no process 3, want 0..0"},
		{"nothing is done after it", func(c node) { c.Send(1, x); c.SendRecv(0, []string{"z"}, 0, y) },
			"comm: Send: no process 1, want 0..0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := local.Run(1, func(port comm.AsyncPort[string]) error {
				c := comm.New[string](port)
				test.call(c)
				return c.Err()
			})
			assert.Equal(t, test.says, fmt.Sprint(err))
			assert.NotEqual(t, "z", y[0])
		})
	}
}

// A slice of Scratch belongs to the caller until Release, even if the arena grows.
func TestScratch(t *testing.T) {
	assert.NoError(t, local.Run(1, func(port comm.AsyncPort[string]) error {
		c := comm.New[string](port)
		a := c.Scratch(1)
		mark := c.Mark()
		b, d := c.Scratch(2), c.Scratch(1000)
		a[0], b[0], d[0] = "a", "b", "d"
		assert.Equal(t, []string{"a", "b", "d"}, []string{a[0], b[0], d[0]})
		c.ReleaseTo(mark)
		c.Scratch(1000)[0] = "again"
		assert.Equal(t, "a", a[0])
		c.ReleaseTo(mark)
		c.Release(a)
		assert.Zero(t, c.Mark())
		return c.Err()
	}))
}
