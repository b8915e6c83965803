package pack

import "slices"

// A Route is the way of one block over nodes of which each is a neighbour of the one before.
type Route struct {
	From, To int
	Path     []int // nodes, From and To included
	Passing  []int // by place on the path: the number of the block among those that pass through that node
	Start    int   // step in which the block leaves From; it passes one link in a step
}

// Routes is routes for the blocks of an operation.
type Routes struct {
	Of      []Route
	Steps   int
	Passing []int // by node: how many blocks pass through it
}

// Reaches returns the place on the path from which the block goes on in a step, if that place or the next one is a node;
// otherwise -1.
func (r *Route) Reaches(step, node int) (at int) {
	at = step - r.Start
	if at < 0 || at+1 >= len(r.Path) || r.Path[at] != node && r.Path[at+1] != node {
		return -1
	}
	return at
}

// passes reports whether a node lies on the path.
func (r *Route) passes(node int) bool { return slices.Contains(r.Path, node) }

// end returns the step after the one in which the block arrives.
func (r *Route) end() int { return r.Start + len(r.Path) - 1 }

// reverse turns r into the way back, in steps that run backwards.
func (r *Route) reverse(steps int) {
	r.From, r.To, r.Start = r.To, r.From, steps-r.end()
	slices.Reverse(r.Path)
}

// finish numbers the passing blocks of every node.
func (r *Routes) finish(nodes int) {
	r.Passing = make([]int, nodes)
	for i := range r.Of {
		route := &r.Of[i]
		route.Passing = make([]int, len(route.Path))
		for at := 1; at < len(route.Path)-1; at++ {
			route.Passing[at] = r.Passing[route.Path[at]]
			r.Passing[route.Path[at]]++
		}
	}
}
