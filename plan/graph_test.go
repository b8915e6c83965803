package plan

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// jobOfRounds returns a job of two nodes that exchange the given number of segments in every round.
func jobOfRounds(count, segments int) Job {
	job := Job{{Out: 2 * segments}, {Out: 2 * segments}}
	for round := range count {
		for rank := range job {
			p := &job[rank]
			for i := range segments {
				p.Steps = append(p.Steps,
					Step{Kind: Send, Round: round + 1, Peer: 1 - rank, Number: round*segments + i,
						From: Range{Out, i, 1}})
			}
			for i := range segments {
				p.Steps = append(p.Steps,
					Step{Kind: Recv, Round: round + 1, Peer: 1 - rank, Number: round*segments + i,
						Into: Range{Out, segments + i, 1}})
			}
		}
	}
	return job
}

// In program order, all segments of a round wait for the whole previous round, through one gate for each
// node. At each of its two nodes, a message has one edge to a gate and one edge from a gate.
func TestEdgesOfManyPieces(t *testing.T) {
	const count, segments = 3, 500
	g := jobOfRounds(count, segments).programOrderGraph()
	edges := 0
	for _, next := range g.next {
		edges += len(next)
	}
	messages := 2 * segments
	assert.Equal(t, 2*messages*count+2*messages*(count-1), edges)

	vertices, err := g.sortByDepth()
	assert.NoError(t, err)
	assert.Len(t, vertices, 2*2*segments*count, "of steps only")
	at := map[int]int{}
	for i, v := range vertices {
		at[v] = i
	}
	for rank := range 2 {
		for i := range segments {
			assert.Less(t, at[g.vertex(stepRef{rank, i})], at[g.vertex(stepRef{rank, 2*segments + i})])
		}
	}
}
