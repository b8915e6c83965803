// Package pack packs into a network as many spanning trees as its links can carry at the same time.
//
// From one root, the maximum number of edge-disjoint trees equals the number of links in the smallest cut
// between the root and any other node (Edmonds 1973). If every node is a root, the worst cut bounds the rate.
// The bound is the minimum, over all sets of nodes, of the number of links that leave the set, divided by the
// number of nodes in the set. Trees that reach this rate exist and can be found link by link (Zhao et al.,
// ForestColl, arXiv 2402.06787). grow.go contains one construction for both cases. Rings, tori and hypercubes
// have trees in closed form for one root, which are shifted to the other roots: see torus.go. walk.go
// constructs the trees for networks whose worst cut consists of the links of one node, such as fat trees with
// one link per host. near.go constructs the trees for other large networks. A link of a tree may pass through
// switches, on the network's route between the two nodes.
package pack
