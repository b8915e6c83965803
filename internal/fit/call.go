package fit

import (
	"cmp"
	"slices"

	"topocoll/bench/results"
	"topocoll/bench/results/bounds"
	"topocoll/catalog"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// A call describes the timed call of a cell that measures an algorithm of topocoll.
type call struct {
	row       catalog.Row[byte]
	p         int
	words     int // words per block
	wordBytes int // bytes per word
	segment   int // maximum message length in words; 0: messages are not divided
	mesh      topo.Mesh
	network   *pack.Network // for an algorithm that runs on any network; otherwise nil
}

// callOf returns the call of a cell. It returns false if the cell has no time or only one process, or if the
// cell's contender is not an algorithm of topocoll that accepts this number of processes and the mesh. It
// also returns false if the blocks have different lengths, or if the ranks enter the calls late.
func callOf(cell results.Cell, env results.Env, on networks) (call, bool) {
	row, found := catalog.FindByteRow(cell.Algo)
	if env.Counts != "" || env.Arrival != "" {
		return call{}, false
	}
	if !found || cell.P < 2 || !row.Takes(cell.P) || !(cell.Median > 0) {
		return call{}, false
	}
	c := call{row: row, p: cell.P, wordBytes: cell.WordBytes(), mesh: meshOf(env, cell.P)}
	c.words = cell.Bytes / c.wordBytes
	if cell.Segment > 0 {
		c.segment = max(1, cell.Segment/c.wordBytes)
	}
	if row.Topology() == "network" {
		c.network = on.networkOf(env, cell.P)
	}
	return c, row.TakesMesh(c.mesh)
}

// limits returns the values for Segment and PlanSegment of catalog.Args. A pipelined algorithm
// divides its messages itself, according to Segment. The plans of all other algorithms divide them according
// to PlanSegment.
func (c call) limits() (segment, planSegment int) {
	if c.row.Pipelined() {
		return cmp.Or(c.segment, max(1, c.words)), 0
	}
	return max(1, c.words), c.segment
}

// networks caches the networks between the first p processes of a run, keyed by p.
type networks map[int]*pack.Network

// networkOf returns the network between the first p processes, numbered by label, or nil if they are all on
// one host.
func (n networks) networkOf(env results.Env, p int) *pack.Network {
	network, known := n[p]
	if known {
		return network
	}
	if hosts := env.HostsOf(p); len(hosts) > 0 {
		var placement []int
		if len(env.Labels) == p {
			placement = env.Labels
		}
		network = pack.Into(bounds.Network(env.Network, hosts, placement))
	}
	n[p] = network
	return network
}

// selectFits returns the fits of a pattern that apply to a call. These are the fits for the call's number of
// processes and the algorithm's strides. If there are none, they are the fits for all strides.
func (c call) selectFits(fits []Fit, pattern string) []Fit {
	var near, all []Fit
	strides := c.strides()
	for _, fit := range fits {
		if fit.Pattern != pattern || fit.P != c.p {
			continue
		}
		all = append(all, fit)
		if slices.Contains(strides, fit.Stride) {
			near = append(near, fit)
		}
	}
	switch {
	case near != nil:
		return near
	case all == nil && pattern == "pingpong": // idle ranks do not change the time of a ping-pong
		if i := slices.IndexFunc(fits, func(fit Fit) bool { return fit.Pattern == pattern }); i >= 0 {
			return fits[i : i+1]
		}
	}
	return all
}

// strides returns the differences between the labels of the sender and the receiver of the algorithm's
// messages. nil stands for all powers of two.
func (c call) strides() []int {
	switch model := c.row.Model(); {
	case model.CT:
	case model.Home == catalog.Ring:
		return []int{1}
	case model.Home == catalog.Torus:
		var strides []int
		for k := range c.mesh {
			if c.mesh[k] > 1 {
				strides = append(strides, c.mesh.Stride(k))
			}
		}
		return strides
	}
	return nil
}

// meshOf returns the extents of the mesh of p processes on which the cells were measured.
func meshOf(env results.Env, p int) topo.Mesh {
	if g, err := topo.ParseMesh(env.Mesh); err == nil && g.Size() == p {
		return g
	}
	return topo.NearSquare(p, 2)
}
