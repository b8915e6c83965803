package catalog

import (
	"slices"

	"topocoll/cost"
	"topocoll/topo"
)

func ringModels() []modelsOf {
	bcast := at(Ring, "(ts + tw·m) ceil(p/2)", cost.RingBcast)
	doubling := ct(Ring, "(ts + tw·m) log p + th(p-1)", cost.RingBcastDoubling)
	blocks := at(Ring, "(ts + tw·m)(p-1)", cost.RingAllgather)
	return []modelsOf{
		of("ring/bcast", bcast), of("ring/reduce", bcast),
		of("ring/bcast-doubling", doubling), of("ring/reduce-doubling", doubling),
		of("ring/allgather", blocks),
	}
}

func meshModels() []modelsOf {
	bcast := at(Torus, "(ts + tw·m) sum of ceil(extent/2)", cost.MeshBcast)
	doubling := ct(Torus, "(ts + tw·m) log p + th·sum of (extent-1)", cost.MeshBcastDoubling).where(cubeExtents)
	blocks := at(Torus, "ts·sum of (extent-1) + tw·m(p-1)", cost.MeshAllgather)
	return []modelsOf{
		of("mesh/bcast", bcast), of("mesh/reduce", bcast),
		of("mesh/bcast-doubling", doubling), of("mesh/reduce-doubling", doubling),
		of("mesh/allgather", blocks),
	}
}

func hcubeModels() []modelsOf {
	steps := at(Hypercube, "(ts + tw·m) log p", cost.HcubeBcast)
	tree := ct(Tree, "(ts + tw·m + th(log p + 1)) log p", cost.TreeBcast)
	blocks := at(Hypercube, "ts log p + tw·m(p-1)", cost.HcubeAllgather)
	return []modelsOf{
		of("hcube/bcast", steps, tree), of("hcube/reduce", steps, tree),
		of("hcube/allgather", blocks),
		of("hcube/barrier", at(Crossbar, "ts ceil(log p)", noWords(cost.HcubeBcast))),
	}
}

// cubeExtents: doubling halves every extent.
func cubeExtents(a cost.Params) bool {
	return !slices.ContainsFunc(a.Mesh, func(extent int) bool { return !topo.IsCube(extent) })
}

func noWords(formula func(cost.Params) float64) func(cost.Params) float64 {
	return func(a cost.Params) float64 {
		a.M = 0
		return formula(a)
	}
}
