package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A graph has a vertex for every local step and every message of a job. The send and the receive of a message
// share a vertex, because the message begins only when both nodes have reached it. Every message must have
// both a send and a receive. In program order a graph also has gates: see byRounds.
type graph struct {
	job   Job
	waits [][][]int // by node and step: earlier steps of the node that must be complete first
	// for each node, the index of its step 0; step i of the node has the index first + i. The index of a
	// receive is unused, because a receive shares the vertex of its send.
	first []int
	steps int // number of step indices; the vertices of gates have higher indices
	send  map[message]place
	next  [][]int32 // for each vertex, the vertices that wait for it
	left  []int     // for each vertex, the number of vertices that it waits for
}

// byWaits returns the graph whose edges are the dependencies that Waits returns.
func (j Job) byWaits() *graph {
	g := j.graph()
	for rank := range j {
		g.waits = append(g.waits, j[rank].Waits())
	}
	g.eachStep(func(at place) {
		for _, earlier := range g.waits[at.rank][at.step] {
			g.edge(g.vertex(place{at.rank, earlier}), g.vertex(at))
		}
	})
	return g
}

// byRounds returns the graph of program order, in which a step waits for the whole round or local step before
// it. Between two consecutive rounds, the graph has a vertex called a gate. The gate waits for the messages
// of the first round, and the messages of the second round wait for the gate. Without gates, every message of
// the second round would need an edge from every message of the first.
func (j Job) byRounds() *graph {
	g := j.graph()
	for rank := range j {
		waits := make([][]int, len(j[rank].Steps))
		var before []int
		gate := -1
		for first, end := range j[rank].Rounds() {
			last := gate
			gate = len(g.left)
			g.next, g.left = append(g.next, nil), append(g.left, 0)
			var these []int
			for i := first; i < end; i++ {
				v := g.vertex(place{rank, i})
				if last >= 0 {
					g.edge(last, v)
				}
				g.edge(v, gate)
				waits[i], these = before, append(these, i)
			}
			before = these
		}
		g.waits = append(g.waits, waits)
	}
	return g
}

// graph returns a graph that has no edges yet.
func (j Job) graph() *graph {
	g := &graph{job: j, send: j.ends(Send)}
	for rank := range j {
		g.first = append(g.first, g.steps)
		g.steps += len(j[rank].Steps)
	}
	g.next, g.left = make([][]int32, g.steps), make([]int, g.steps)
	return g
}

// edge makes vertex v wait for an earlier one.
func (g *graph) edge(earlier, v int) {
	g.next[earlier] = append(g.next[earlier], int32(v))
	g.left[v]++
}

// vertex returns the vertex of a step. The vertex of a receive is the vertex of its send.
func (g *graph) vertex(at place) int {
	if g.job[at.rank].Steps[at.step].Kind == Recv {
		at = g.send[g.job.message(at)]
	}
	return g.first[at.rank] + at.step
}

func (g *graph) eachStep(do func(at place)) {
	for rank := range g.job {
		for i := range g.job[rank].Steps {
			do(place{rank, i})
		}
	}
}

// sort returns the vertices in topological order. It returns an error if there is a cycle. The order also
// contains the indices of receives, although they are not vertices.
func (g *graph) sort() (sorted []int, err error) {
	left := slices.Clone(g.left)
	for v := range left {
		if left[v] == 0 {
			sorted = append(sorted, v)
		}
	}
	for i := 0; i < len(sorted); i++ {
		for _, v := range g.next[sorted[i]] {
			if left[v]--; left[v] == 0 {
				sorted = append(sorted, int(v))
			}
		}
	}
	if len(sorted) < len(left) {
		return nil, g.cycle(left)
	}
	return sorted, nil
}

// A wait is a pair of steps of one node, one of which waits for the other.
type wait struct {
	at      place
	earlier int
}

// cycle returns an error that describes a cycle of the graph. A vertex with left > 0 waits for another such
// vertex.
func (g *graph) cycle(left []int) error {
	blocked := map[int]wait{}
	v := -1
	g.eachStep(func(at place) {
		for _, earlier := range slices.Backward(g.waits[at.rank][at.step]) {
			if left[g.vertex(place{at.rank, earlier})] > 0 {
				v = g.vertex(at)
				blocked[v] = wait{at, earlier}
				break
			}
		}
	})
	var path []int
	index := map[int]int{}
	for {
		if from, again := index[v]; again {
			return g.deadlock(path[from:], blocked)
		}
		index[v] = len(path)
		path = append(path, v)
		v = g.vertex(place{blocked[v].at.rank, blocked[v].earlier})
	}
}

func (g *graph) deadlock(cycle []int, blocked map[int]wait) error {
	const shown = 4
	var who []string
	for _, v := range cycle[:min(shown, len(cycle))] {
		w := blocked[v]
		steps := g.job[w.at.rank].Steps
		who = append(who,
			fmt.Sprintf("node %d, step %d: %v waits for step %d, %v", w.at.rank, w.at.step, steps[w.at.step],
				w.earlier, steps[w.earlier]))
	}
	if more := len(cycle) - shown; more > 0 {
		who = append(who, fmt.Sprintf("and %d more", more))
	}
	return errors.New(strings.Join(who, "; "))
}
