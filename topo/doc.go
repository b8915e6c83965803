// Package topo describes rings, meshes, hypercubes and other networks: labels, neighbours, Gray codes, trees
// and routes. It computes with labels only and sends no messages.
//
// A [Mesh] is given by its extents; labels are in row-major order:
//
//	g := topo.Mesh{2, 3}        // the rows 0 1 2 and 3 4 5
//	g.Coord(5, 1)               // 2: the column of node 5
//	g.Neighbour(5, 1, +1)       // 3: its row wraps around
//	topo.NearSquare(12, 2)      // 3x4
//
// A [Network] has links, and one route from each node to every other node. In the simulator, the time of a
// message depends on the links of its route:
//
//	torus := topo.NewTorus(g)
//	path := torus.Route(nil, 0, 5)      // two links: along the row, down the column
//	topo.NewHypercube(8)                // also NewRing, NewOpenMesh, NewTree, NewStar, Crossbar
//	topo.ParseFabric("ring:8@1gbit")    // a network with the rate of its links, from text
//	topo.ReadNetwork("net.txt", file)   // a network from a list of its links
//
// If p is not a power of two, [FoldCube] maps p labels to a full hypercube and [Block] describes the subcubes
// of an incomplete one. [Gray] embeds a ring in a hypercube.
package topo
