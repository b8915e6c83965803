package tables

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/bench/results"
)

// dealt returns an environment of eight ranks on two hosts, placed cyclically as with --map-by node.
func dealt(labels []int) results.Env {
	env := results.Env{Hosts: make([]results.Host, 2), Labelling: results.Labelling{Labels: labels}}
	for rank := range 8 {
		env.Ranks = append(env.Ranks, results.Rank{Host: string(rune('a' + rank%2))})
	}
	return env
}

func TestCrossings(t *testing.T) {
	assert.Equal(t, []string{
		"ring: 8 of 8 links connect different hosts",
		"mesh 2x4: 0 of 8, 8 of 8 links connect different hosts (one count per dimension)",
		"hypercube: 8 of 8, 0 of 8, 0 of 8 links connect different hosts (one count per dimension)",
	}, Crossings(dealt(nil), 8))

	byHost := results.OrderByHost([]string{"a", "b", "a", "b", "a", "b", "a", "b"})
	assert.Equal(t, []string{
		"ring: 2 of 8 links connect different hosts",
		"mesh 2x4: 8 of 8, 0 of 8 links connect different hosts (one count per dimension)",
		"hypercube: 0 of 8, 0 of 8, 8 of 8 links connect different hosts (one count per dimension)",
	}, Crossings(dealt(byHost), 8), "--map hosts: neighbours share a host")

	assert.Nil(t, Crossings(results.Env{Hosts: make([]results.Host, 1)}, 8), "one host")
}
