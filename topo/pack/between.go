package pack

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// balanceRoutes returns a shortest route between every two nodes, such that the links carry nearly equal
// loads. It chooses the routes one by one, long routes first, according to the loads of all other routes. It
// stops when the sum of the squares of the loads has not decreased for maxIdlePasses passes.
func (g *graph) balanceRoutes() *Routes {
	t := alltoallTraffic{graph: g, distance: g.distances(), loads: make([]float64, len(g.arcs)),
		random: rand.New(rand.NewPCG(1, uint64(g.nodes)))}
	var routes []Route
	for from := range g.nodes {
		for to := range g.nodes {
			if from != to {
				routes = append(routes, Route{From: from, To: to})
			}
		}
	}
	slices.SortStableFunc(routes, func(a, b Route) int {
		return cmp.Compare(t.distance[b.From][b.To], t.distance[a.From][a.To])
	})
	by := make([][]int, len(routes))
	for least, idle := math.Inf(1), 0; idle < maxIdlePasses; idle++ {
		for i, r := range routes {
			t.addBlocks(by[i], -1)
			by[i] = t.lightestPath(r.From, r.To)
			t.addBlocks(by[i], 1)
		}
		if now := t.sumOfSquares(); now < least {
			least, idle = now, 0
		}
	}
	all := &Routes{Of: routes}
	for i := range routes {
		r := &routes[i]
		r.Path = []int{r.From}
		for _, h := range by[i] {
			r.Path = append(r.Path, g.hops[h].to)
		}
		all.Steps = max(all.Steps, r.endStep())
	}
	all.numberPassing(g.nodes)
	return all
}

// maxIdlePasses is the number of passes without improvement after which balanceRoutes stops.
const maxIdlePasses = 8

// alltoallTraffic holds the loads of the arcs in an all-to-all. `random` breaks ties, with a fixed seed.
type alltoallTraffic struct {
	*graph
	distance [][]int   // indexed by two nodes: the number of arcs of a shortest path
	loads    []float64 // number of blocks on each arc, divided by the arc's capacity
	random   *rand.Rand
}

// distances returns the number of arcs on the shortest path between every two nodes.
func (g *graph) distances() [][]int {
	d := newDistances(g.nodes)
	for _, h := range g.hops {
		d[h.from][h.to] = min(d[h.from][h.to], len(h.arcs))
	}
	completeDistances(d)
	return d
}

// addBlocks adds a number of blocks to the loads of all arcs of the given hops. A negative number removes
// blocks.
func (t *alltoallTraffic) addBlocks(hops []int, blocks float64) {
	for _, h := range hops {
		for _, i := range t.hops[h].arcs {
			t.loads[i] += blocks / float64(t.arcs[i].capacity)
		}
	}
}

func (t *alltoallTraffic) sumOfSquares() (sum float64) {
	for i, load := range t.loads {
		sum += load * load * float64(t.arcs[i].capacity)
	}
	return math.Round(sum*1e6) / 1e6
}

// lightestPath returns a shortest path as a list of hops. Of all shortest paths, it is the one on which one
// more block increases the sum of the squares of the loads least.
func (t *alltoallTraffic) lightestPath(from, to int) []int {
	cost := map[int]float64{to: 0}
	first := map[int]int{}
	var price func(v int) float64
	price = func(v int) float64 {
		if c, known := cost[v]; known {
			return c
		}
		least := math.Inf(1)
		for _, h := range t.hopsFrom[v] {
			hop := t.hops[h]
			if len(hop.arcs)+t.distance[hop.to][to] != t.distance[v][to] {
				continue
			}
			c := price(hop.to)
			for _, i := range hop.arcs {
				c += 2*t.loads[i] + 1/float64(t.arcs[i].capacity)
			}
			if c < least || c == least && t.random.IntN(2) == 0 {
				least, first[v] = c, h
			}
		}
		cost[v] = least
		return least
	}
	price(from)
	var path []int
	for v := from; v != to; v = t.hops[first[v]].to {
		path = append(path, first[v])
	}
	return path
}
