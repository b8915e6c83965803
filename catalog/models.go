package catalog

import (
	"slices"

	"topocoll/cost"
	"topocoll/topo"
)

func ringModels() []modelsOf {
	bcast := at(Ring, "(ts + tw·m) ceil(p/2)", cost.RingBcast)
	doubling := ct(Ring, "(ts + tw·m) log p + th(p-1)", cost.RingBcastDoubling)
	pipeline := at(Ring, "(ts + tw·m/K)(K+p-2)", cost.ChainBcast).pipelined(func(p int) int { return p - 2 }, two)
	blocks := at(Ring, "(ts + tw·m)(p-1)", cost.RingAllgather)
	bidirectional := at(Ring, "2ts floor(p/2) + tw·m(p-1)", cost.RingAllgatherBidirectional)
	direct := at(Crossbar, "(ts + tw·m)(p-1)", cost.LinearBcast)
	halves := at(Ring, "2(ts + tw·m/p)(p-1)", twice(ofParts(cost.RingAllgather))).split(processes)
	return []modelsOf{
		of("ring/bcast", bcast), of("ring/reduce", bcast),
		of("ring/bcast-doubling", doubling), of("ring/reduce-doubling", doubling),
		of("ring/bcast-pipelined", pipeline), of("ring/reduce-pipelined", pipeline),
		of("ring/scan", pipeline), of("ring/exscan", pipeline),
		of("ring/bcast-linear", direct), of("ring/reduce-linear", direct), of("ring/scatter-linear", direct), of("ring/gather-linear", direct),
		of("ring/alltoall-pairwise", direct), of("ring/alltoall-linear", direct),
		of("ring/barrier-linear", at(Crossbar, "2ts(p-1)", twice(noWords(cost.LinearBcast)))),
		of("ring/bcast-scatter", halves), of("ring/reduce-gather", halves), of("ring/allreduce", halves),
		of("ring/allreduce-bidir",
			at(Ring, "4ts floor(p/2) + 2tw(m/p)(p-1)", twice(ofParts(cost.RingAllgatherBidirectional))).split(processes)),
		of("ring/allreduce-reduce-bcast", at(Ring, "2(ts + tw·m) ceil(p/2)", twice(cost.RingBcast))),
		of("ring/allgather", blocks), of("ring/reducescatter", blocks),
		of("ring/allgather-bidir", bidirectional), of("ring/reducescatter-bidir", bidirectional),
		of("ring/scatter", blocks), of("ring/gather", blocks),
		of("ring/alltoall", at(Ring, "(ts + tw·m·p/2)(p-1)", cost.RingAlltoall)),
		of("ring/alltoall-bidir", at(Ring, "ts(p-1) + tw·m floor(p²/4)", cost.RingAlltoallBidirectional)),
		of("ring/shift", at(Ring, "(ts + tw·m) min(q, p-q)", cost.RingShift)),
	}
}

func meshModels() []modelsOf {
	bcast := at(Torus, "(ts + tw·m) sum of ceil(extent/2)", cost.MeshBcast)
	doubling := ct(Torus, "(ts + tw·m) log p + th·sum of (extent-1)", cost.MeshBcastDoubling).where(cubeExtents)
	blocks := at(Torus, "ts·sum of (extent-1) + tw·m(p-1)", cost.MeshAllgather)
	bidirectional := at(Torus, "2ts·sum of floor(extent/2) + tw·m(p-1)", cost.MeshAllgatherBidirectional)
	crossed := at(Torus, "4ts·sum of floor(extent/2) + tw·m(p-1)", cost.MeshAllgatherCrossed).where(plane)
	halves := at(Torus, "2(ts·sum of (extent-1) + tw(m/p)(p-1))", twice(ofParts(cost.MeshAllgather))).split(processes)
	return []modelsOf{
		of("mesh/bcast", bcast), of("mesh/reduce", bcast),
		of("mesh/bcast-doubling", doubling), of("mesh/reduce-doubling", doubling),
		of("mesh/bcast-scatter", halves), of("mesh/allreduce", halves),
		of("mesh/allreduce-reduce-bcast", at(Torus, "2(ts + tw·m) sum of ceil(extent/2)", twice(cost.MeshBcast))),
		of("mesh/allgather", blocks), of("mesh/reducescatter", blocks),
		of("mesh/allgather-bidir", bidirectional), of("mesh/reducescatter-bidir", bidirectional),
		of("mesh/allgather-crossed", crossed), of("mesh/reducescatter-crossed", crossed),
		of("mesh/allreduce-bidir",
			at(Torus, "4ts·sum of floor(extent/2) + 2tw(m/p)(p-1)", twice(ofParts(cost.MeshAllgatherBidirectional))).split(processes)),
		of("mesh/allreduce-crossed",
			at(Torus, "8ts·sum of floor(extent/2) + 2tw(m/p)(p-1)", twice(ofParts(cost.MeshAllgatherCrossed))).where(plane).split(halfParts)),
		of("mesh/scatter", blocks), of("mesh/gather", blocks),
		of("mesh/alltoall", at(Torus, "(ts + tw·m·p/2) sum of (extent-1)", cost.MeshAlltoall)),
		of("mesh/alltoall-crossed",
			at(Torus, "4ts·sum of floor(extent/2) + tw·m·p·sum of floor(extent²/4)/extent", cost.MeshAlltoallCrossed).where(plane)),
		of("mesh/shift", at(Torus, "(ts + tw·m)·steps, at most 2 floor(sqrt p/2) + 1 of them", cost.MeshShift).where(plane)),
	}
}

func hcubeModels() []modelsOf {
	steps := at(Hypercube, "(ts + tw·m) log p", cost.HcubeBcast)
	tree := ct(Tree, "(ts + tw·m + th(log p + 1)) log p", cost.TreeBcast)
	blocks := at(Hypercube, "ts log p + tw·m(p-1)", cost.HcubeAllgather)
	onRing := ct(Ring, "ts log p + tw·m(p-1) + th(p-1)", cost.RingScatterHalving)
	halves := at(Hypercube, "2(ts log p + tw(m/p)(p-1))", cost.HcubeBcastScatterAllgather).split(processes)
	return []modelsOf{
		of("hcube/bcast", steps, tree), of("hcube/reduce", steps, tree),
		of("hcube/bcast-scatter", halves), of("hcube/reduce-gather", halves), of("hcube/allreduce-rabenseifner", halves),
		of("hcube/bcast-trees", at(Hypercube, "2(ts log p + tw·m)", cost.HcubeBcastTrees).where(twoDims).split(dimensions)),
		of("hcube/bcast-esbt",
			at(Hypercube, "(ts + tw·m/K)(K + log p)", cost.HcubeBcastESBT).where(twoDims).pipelined(topo.CubeDim, topo.CubeDim)),
		of("hcube/allreduce", steps), of("hcube/scan", steps), of("hcube/exscan", steps),
		of("hcube/allreduce-reduce-bcast", at(Hypercube, "2(ts + tw·m) log p", twice(cost.HcubeBcast))),
		of("hcube/allgather", blocks), of("hcube/reducescatter", blocks),
		of("hcube/scatter", blocks, onRing), of("hcube/gather", blocks, onRing),
		of("hcube/alltoall", at(Hypercube, "(ts + tw·m·p/2) log p", cost.HcubeAlltoall)),
		of("hcube/alltoall-ecube", ct(Hypercube, "(ts + tw·m)(p-1) + (th/2) p log p", cost.HcubeAlltoallECube)),
		of("hcube/shift", at(Hypercube, "(ts + tw·m)(2·ones(q) - (q mod 2))", cost.HcubeShiftGray).onGrayRing()),
		of("hcube/shift-signed", at(Hypercube, "(ts + tw·m)·steps, at most log p of them", cost.HcubeShiftSigned).onGrayRing()),
		of("hcube/shift-ecube", ct(Hypercube, "ts + tw·m + th(log p - gamma(q))", cost.HcubeShiftECube).where(cube)),
		of("hcube/barrier", at(Crossbar, "ts ceil(log p)", noWords(cost.HcubeBcast))),
		of("hcube/barrier-butterfly", at(Hypercube, "ts log p", noWords(cost.HcubeBcast))),
	}
}

func plane(a cost.Params) bool { return len(a.Mesh) == 2 }

func cube(a cost.Params) bool { return topo.IsPowerOfTwo(a.P) }

// twoDims: with one dimension, the last step of the trees would only return the message to the source.
func twoDims(a cost.Params) bool { return a.P > 2 }

// cubeExtents: doubling halves every extent.
func cubeExtents(a cost.Params) bool {
	return !slices.ContainsFunc(a.Mesh, func(extent int) bool { return !topo.IsPowerOfTwo(extent) })
}

func noWords(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 {
		a.M = 0
		return formula(a)
	}
}

// twice is for two operations in sequence that take the same time.
func twice(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 { return 2 * formula(a) }
}

// ofParts is for p parts of a message, each of m/p words.
func ofParts(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 {
		a.M /= a.P
		return formula(a)
	}
}

func processes(a cost.Params) int { return a.P }

// halfParts: each half of a message is cut into p parts.
func halfParts(a cost.Params) int { return 2 * a.P }

func dimensions(a cost.Params) int { return topo.CubeDim(a.P) }

// two parts show a pipeline: one is forwarded while the next is received.
func two(int) int { return 2 }
