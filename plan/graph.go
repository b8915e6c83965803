package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A graph holds the dependencies of a job. It has a vertex for every local step and for every message. The
// send and the receive of a message share its vertex, because a message begins only when both nodes have
// reached it. Every send must have a receive, and every receive a send. The graph that programOrderGraph
// returns also has vertices called gates.
type graph struct {
	job   Job
	waits [][][]int // by node and step: earlier steps of the node that must be complete first
	// for each node, the index of step 0; step i of the node has the index firstIndex + i. The index of a
	// receive is unused, because a receive shares the vertex of its send.
	firstIndex []int
	steps      int // number of step indices; the vertices of gates have higher indices
	sendSteps  map[messageKey]stepRef
	next       [][]int32 // for each vertex, the vertices that wait for it
	waitCounts []int     // for each vertex, the number of vertices that it waits for
}

// dependencyGraph returns the graph whose edges are the dependencies that Waits returns.
func (j Job) dependencyGraph() *graph {
	g := j.newGraph()
	for rank := range j {
		g.waits = append(g.waits, j[rank].Waits())
	}
	g.eachStep(func(at stepRef) {
		for _, earlier := range g.waits[at.rank][at.step] {
			g.addEdge(g.vertex(stepRef{at.rank, earlier}), g.vertex(at))
		}
	})
	return g
}

// programOrderGraph returns the graph in which a step waits for the whole round or local step before it. Each
// round or local step is followed by a vertex called a gate, which waits for it. The next steps wait for the
// gate. Without gates, every message would need an edge from every message of the previous round.
func (j Job) programOrderGraph() *graph {
	g := j.newGraph()
	for rank := range j {
		waits := make([][]int, len(j[rank].Steps))
		var before []int
		gate := -1
		for first, end := range j[rank].Rounds() {
			last := gate
			gate = len(g.waitCounts)
			g.next, g.waitCounts = append(g.next, nil), append(g.waitCounts, 0)
			var these []int
			for i := first; i < end; i++ {
				v := g.vertex(stepRef{rank, i})
				if last >= 0 {
					g.addEdge(last, v)
				}
				g.addEdge(v, gate)
				waits[i], these = before, append(these, i)
			}
			before = these
		}
		g.waits = append(g.waits, waits)
	}
	return g
}

// newGraph returns a graph without edges.
func (j Job) newGraph() *graph {
	g := &graph{job: j, sendSteps: j.stepsByMessage(Send)}
	for rank := range j {
		g.firstIndex = append(g.firstIndex, g.steps)
		g.steps += len(j[rank].Steps)
	}
	g.next, g.waitCounts = make([][]int32, g.steps), make([]int, g.steps)
	return g
}

func (g *graph) addEdge(earlier, v int) {
	g.next[earlier] = append(g.next[earlier], int32(v))
	g.waitCounts[v]++
}

// vertex returns the vertex of a step. A Recv has the vertex of its Send.
func (g *graph) vertex(at stepRef) int {
	if g.job[at.rank].Steps[at.step].Kind == Recv {
		at = g.sendSteps[g.job.messageKey(at)]
	}
	return g.firstIndex[at.rank] + at.step
}

func (g *graph) eachStep(do func(at stepRef)) {
	for rank := range g.job {
		for i := range g.job[rank].Steps {
			do(stepRef{rank, i})
		}
	}
}

// topologicalOrder returns the vertices in topological order, or an error if there is a cycle. The list also
// contains the indices of receives, although they are not vertices.
func (g *graph) topologicalOrder() (sorted []int, err error) {
	remaining := slices.Clone(g.waitCounts)
	for v := range remaining {
		if remaining[v] == 0 {
			sorted = append(sorted, v)
		}
	}
	for i := 0; i < len(sorted); i++ {
		for _, v := range g.next[sorted[i]] {
			if remaining[v]--; remaining[v] == 0 {
				sorted = append(sorted, int(v))
			}
		}
	}
	if len(sorted) < len(remaining) {
		return nil, g.cycleError(remaining)
	}
	return sorted, nil
}

// A dependency states that a step waits for an earlier step of the same node.
type dependency struct {
	at      stepRef
	earlier int
}

// cycleError returns an error that describes a cycle of the graph. remaining[v] is the number of vertices for
// which vertex v still waits when no more vertices can complete.
func (g *graph) cycleError(remaining []int) error {
	blocked := map[int]dependency{}
	v := -1
	g.eachStep(func(at stepRef) {
		for _, earlier := range slices.Backward(g.waits[at.rank][at.step]) {
			if remaining[g.vertex(stepRef{at.rank, earlier})] > 0 {
				v = g.vertex(at)
				blocked[v] = dependency{at, earlier}
				break
			}
		}
	})
	var path []int
	index := map[int]int{}
	for {
		if from, again := index[v]; again {
			return g.describeCycle(path[from:], blocked)
		}
		index[v] = len(path)
		path = append(path, v)
		v = g.vertex(stepRef{blocked[v].at.rank, blocked[v].earlier})
	}
}

func (g *graph) describeCycle(cycle []int, blocked map[int]dependency) error {
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
