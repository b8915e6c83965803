// Package pack packs spanning trees into a network: as many as its links can carry at the same time.
//
// From one root there are as many trees without a common link as the smallest cut between the root and another node
// has links (Edmonds 1973). With every node as a root, the best rate of all is that of the worst cut: the links that
// leave a set of nodes, divided by the nodes in it; trees that reach it exist and can be found link by link (Zhao et al.,
// ForestColl, arXiv 2402.06787). Both are one construction here, see grow.go. Rings, tori and hypercubes, whose nodes are all alike, have
// trees in closed form, see torus.go: those of one root, which are shifted to the others. Where the worst cut is the links of one node, as on fat trees with one link a
// host, see walk.go, and for other large networks near.go. A link between two nodes may pass through
// switches, on the one route that the network has for it.
package pack
