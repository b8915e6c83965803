package errata

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/internal/record"
	"topocoll/local"
)

// A listing is a procedure as printed in a source.
type listing = func(c *comm.Comm[string], a catalog.Args[string]) error

// try runs a listing on the machine whose sends never buffer and returns its failure: a result that differs from the
// oracle's, an input that was overwritten, a deadlock, a node that does not exist.
func try(coll catalog.Collective, k conform.Case, f listing) error {
	row := catalog.Row[string]{Info: catalog.Info{ID: "listing", Op: coll}, Run: f}
	exam := conform.Set(coll, conform.Strings(), k)
	return local.Run(k.P, func(port comm.AsyncPort[string]) error {
		return conform.Check(row, comm.New[string](port), exam)
	})
}

// ours returns a row of the catalog.
func ours(t *testing.T, id string) catalog.Row[string] {
	t.Helper()
	row, found := catalog.Find[string](id)
	require.True(t, found, id)
	return row
}

// oursIsRight runs a row of the catalog on the same case.
func oursIsRight(t *testing.T, id string, k conform.Case) {
	t.Helper()
	row := ours(t, id)
	assert.NoError(t, try(row.Op, k, row.Run), id)
}

// messages runs a row of the catalog and returns its messages by step.
func messages(t *testing.T, id string, k conform.Case) []record.Message {
	t.Helper()
	row := ours(t, id)
	k.Commuting = true
	trace := record.New(k.P)
	exam := conform.Set(row.Op, conform.Strings(), k)
	require.NoError(t, local.Run(k.P, func(port comm.AsyncPort[string]) error {
		return conform.Check(row, comm.New(record.Port(trace, port)), exam)
	}))
	return trace.Messages()
}

// steps returns the number of steps of messages.
func steps(list []record.Message) int {
	last := 0
	for _, msg := range list {
		last = max(last, msg.Step)
	}
	return last
}

// widest returns the words of the longest message of each step.
func widest(list []record.Message) []int {
	words := make([]int, steps(list))
	for _, msg := range list {
		words[msg.Step-1] = max(words[msg.Step-1], msg.Words)
	}
	return words
}

// distance returns the links between two labels of a hypercube.
func distance(a, b int) int { return bits.OnesCount(uint(a ^ b)) }

// sum adds up.
func sum(words []int) int {
	total := 0
	for _, n := range words {
		total += n
	}
	return total
}
