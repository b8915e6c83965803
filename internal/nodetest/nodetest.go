// Package nodetest checks tables that show what a call does: the words of every node before the call, and those
// after it.
//
//	{"Scan", scan,
//		"a | b  | c   | d   ",
//		"a | ab | abc | abcd"},
//
// A bar separates two nodes, a slash two rows of a mesh, a space two words. "-" is a word of the result that has not
// been written.
package nodetest

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/local"
)

// A Call is the call of one node with its words; out has the length of its expected result.
type Call func(c *comm.Comm[string], in, out []string) error

// InPlace returns the Call of a procedure that overwrites its words with the result.
func InPlace(call func(c *comm.Comm[string], x []string) error) Call {
	return func(c *comm.Comm[string], in, out []string) error {
		copy(out, in)
		return call(c, out)
	}
}

// Came returns the Call that sets the word of a node to the number of nodes that have called a barrier when it returns.
func Came(barrier func(c *comm.Comm[string]) error) Call {
	var calls atomic.Int32
	return func(c *comm.Comm[string], _, out []string) error {
		p := int32(c.Size())
		earlier := (calls.Add(1) - 1) / p * p // with -count
		err := barrier(c)
		out[0] = fmt.Sprint(calls.Load() - earlier)
		return err
	}
}

// Check makes the call on the local machine, with the number of nodes of the table.
func Check(t *testing.T, call Call, brings, has string) {
	t.Helper()
	in, out := nodes(brings), nodes(has)
	for _, words := range out {
		for j := range words {
			words[j] = "-"
		}
	}
	assert.NoError(t, local.Run(len(in), func(port comm.AsyncPort[string]) error {
		return call(comm.New(port), in[port.Rank()], out[port.Rank()])
	}))
	assert.Equal(t, fmt.Sprint(nodes(has)), fmt.Sprint(out))
}

// nodes returns the words of every node.
func nodes(table string) (words [][]string) {
	for node := range strings.SplitSeq(strings.ReplaceAll(table, "/", "|"), "|") {
		words = append(words, strings.Fields(node))
	}
	return words
}

// Union is an operator that commutes: its result has all letters of both words, in alphabetical order.
func Union() comm.Op[string] {
	return comm.Op[string]{Name: "union", Commutative: true, Apply: func(dst, a, b []string) {
		for j := range dst {
			dst[j] = string(slices.Sorted(slices.Values([]byte(a[j] + b[j]))))
		}
	}}
}
