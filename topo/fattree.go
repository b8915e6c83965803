package topo

import "errors"

// A FatTree is a network of hosts on leaf switches. Each leaf switch has a cable to every spine switch. With
// a third level, these leaves and spines form a pod, and the network has several pods. Spines at the same
// position in different pods have cables to the same core switches.
//
// A message goes up only as far as necessary. The number of the receiver determines the spine and the core.
// Messages to successive hosts of a leaf therefore take different spines, and every place has one route to
// each host.
type FatTree struct {
	hosts, leaves, spines int // hosts is per leaf; leaves and spines are per pod
	pods, cores           int // cores is per spine of a pod; without a third level, pods = 1 and cores = 0
	levels
}

var errFatTree = errors.New("want fattree:4x4x2 (hosts per leaf, leaves, spines) or, with a third " +
	"level, fattree:4x4x2x3x2 (also pods, and cores per spine)")

// parseFatTree parses "HxLxS" (hosts per leaf, leaves, spines) or "HxLxSxPxC" (also pods, and cores for each
// spine of a pod).
func parseFatTree(text string) (*FatTree, error) {
	extents, err := ParseMesh(text)
	switch {
	case errors.Is(err, ErrNodes):
		return nil, ErrNodes
	case err != nil || len(extents) != 3 && len(extents) != 5:
		return nil, errFatTree
	}
	t := &FatTree{hosts: extents[0], leaves: extents[1], spines: extents[2], pods: 1}
	cables := []int{t.hosts * t.leaves, t.leaves * t.spines}
	if len(extents) == 5 {
		t.pods, t.cores = extents[3], extents[4]
		cables = []int{cables[0] * t.pods, cables[1] * t.pods, t.spines * t.pods * t.cores}
	}
	t.levels = newLevels(cables...)
	return t, nil
}

func (t *FatTree) Nodes() int { return t.hosts * t.leaves * t.pods }

// Links returns the number of links, two for every cable: first up, then down. The cables of the hosts come
// first, then the cables from leaves to spines, then the cables from spines to cores.
func (t *FatTree) Links() int { return t.links() }

func (t *FatTree) Route(path []int32, from, to int) []int32 {
	if from == to {
		return path
	}
	leaf, other := from/t.hosts, to/t.hosts
	spine := to % t.spines
	path = append(path, int32(2*from))
	if leaf != other {
		path = append(path, t.leafCable(leaf, spine))
		if pod, far := leaf/t.leaves, other/t.leaves; pod != far {
			core := to / t.spines % t.cores
			path = append(path, t.spineCable(pod*t.spines+spine, core),
				t.spineCable(far*t.spines+spine, core)+1)
		}
		path = append(path, t.leafCable(other, spine)+1)
	}
	return append(path, int32(2*to+1))
}

// leafCable returns the link from a leaf up to a spine of its pod.
func (t *FatTree) leafCable(leaf, spine int) int32 {
	return int32(2 * (t.cables[0] + leaf*t.spines + spine))
}

// spineCable returns the link from a spine up to a core. `core` is the number of the core among the cores of
// this spine.
func (t *FatTree) spineCable(spine, core int) int32 {
	return int32(2 * (t.cables[1] + spine*t.cores + core))
}

// Ends returns the places that a link joins. The leaves, the spines and the cores are numbered Nodes() and
// above, in this order.
func (t *FatTree) Ends(link int32) (from, to int) {
	i, firstLeaf := int(link)/2, t.Nodes()
	firstSpine := firstLeaf + t.leaves*t.pods
	switch t.level(link) {
	case 0:
		from, to = i, firstLeaf+i/t.hosts
	case 1:
		i -= t.cables[0]
		leaf := i / t.spines
		from, to = firstLeaf+leaf, firstSpine+leaf/t.leaves*t.spines+i%t.spines
	default:
		i -= t.cables[1]
		spine := i / t.cores
		from, to = firstSpine+spine, firstSpine+t.pods*t.spines+spine%t.spines*t.cores+i%t.cores
	}
	if link%2 == 1 {
		return to, from
	}
	return from, to
}

// Capacity returns the capacity of a link. All links of a level have the same capacity.
func (t *FatTree) Capacity(link int32) int { return t.capacity(link) }

func (t *FatTree) String() string {
	numbers := []int{t.hosts, t.leaves, t.spines}
	if t.cores > 0 {
		numbers = append(numbers, t.pods, t.cores)
	}
	return "fattree:" + joinNumbers(numbers, "x") + t.ratesText()
}
