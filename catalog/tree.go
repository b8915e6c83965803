package catalog

import (
	"topocoll/comm"
	"topocoll/cost"
	"topocoll/tree"
)

func treeRows[T any]() table[T] {
	type (
		C = *comm.Comm[T]
		A = Args[T]
	)
	knomial := model(Crossbar, "(ts + tw·m)(r-1) log_r p", cost.KnomialBcast)
	blocks := model(Crossbar, "(r-1) log_r p·ts + tw·m(p-1)", cost.KnomialScatter).exactIf(powerOfRadix)
	binary := model(Crossbar, "2(ts + tw·m)(log(p+1) - 1)", cost.BinaryBcast).exactIf(fullTree)
	split := model(Crossbar, "(ts + tw·m/2)(2 log(p+1) - 1)",
		cost.SplitBinaryBcast).exactIf(fullTree).splitInto(twoHalves)
	bine := model(Crossbar, "(ts + tw·m) log p", cost.HcubeBcast)
	bineBlocks := model(Crossbar, "ts log p + tw·m(p-1)", cost.HcubeAllgather)
	aggregated := model(Crossbar, "ts log p + tw·m(p-1)", cost.HcubeAllgather)
	const twoTrees, pat = "Sanders, Speck, Träff 2009", "parallel aggregated trees, Jeaugey 2025"
	return table[T]{
		Bcast: {
			{Info{ID: "tree/bcast-knomial", Source: "k-nomial tree of radix r", Accepts: AnyP, Radix: 4,
				models: []Model{knomial}},
				func(c C, a A) error { return tree.BcastKnomial(c, a.Root, a.Radix, a.Out) }},
			{Info{ID: "tree/bcast-split-binary", Source: "half of the message over each of two binary trees",
				Accepts: AnyP, models: []Model{split}},
				func(c C, a A) error { return tree.BcastSplitBinary(c, a.Root, a.Out) }},
			{Info{ID: "tree/bcast-bine", Source: "Bine tree, De Sensi et al. 2025", Accepts: CubeFolds,
				models: []Model{bine}},
				func(c C, a A) error { return tree.BcastBine(c, a.Root, a.Out) }},
			{Info{ID: "tree/bcast-two-tree", Source: twoTrees, Accepts: AnyP},
				func(c C, a A) error { return tree.BcastTwoTree(c, a.Root, a.Out) }},
		},
		Reduce: {
			{Info{ID: "tree/reduce-knomial", Source: "k-nomial tree of radix r", Accepts: AnyP, Radix: 4,
				models: []Model{knomial}},
				func(c C, a A) error { return tree.ReduceKnomial(c, a.Root, a.Radix, a.Op, a.In, a.Out) }},
			{Info{ID: "tree/reduce-binary", Source: "complete binary tree; in order if the operator does not " +
				"commute",
				Accepts: AnyP, models: []Model{binary}},
				func(c C, a A) error { return tree.ReduceBinary(c, a.Root, a.Op, a.In, a.Out) }},
			{Info{ID: "tree/reduce-bine", Source: "Bine tree, De Sensi et al. 2025", Accepts: CubeFolds,
				Commutative: true, models: []Model{bine}},
				func(c C, a A) error { return tree.ReduceBine(c, a.Root, a.Op, a.In, a.Out) }},
			{Info{ID: "tree/reduce-two-tree", Source: twoTrees, Accepts: AnyP, Commutative: true},
				func(c C, a A) error { return tree.ReduceTwoTree(c, a.Root, a.Op, a.In, a.Out) }},
		},
		Allgather: {
			{Info{ID: "tree/allgather-pat", Source: pat, Accepts: AnyP, Vector: true, models: []Model{aggregated}},
				func(c C, a A) error { return tree.AllgatherPAT(c, a.In, a.Out, a.counts(c)...) }},
		},
		ReduceScatter: {
			{Info{ID: "tree/reducescatter-pat", Source: pat, Accepts: AnyP, Vector: true, Commutative: true,
				models: []Model{aggregated}},
				func(c C, a A) error { return tree.ReduceScatterPAT(c, a.Op, a.In, a.Out, a.counts(c)...) }},
		},
		Scatter: {
			{Info{ID: "tree/scatter-knomial", Source: "k-nomial tree of radix r",
				Accepts: AnyP, Vector: true, Radix: 4,
				models: []Model{blocks}},
				func(c C, a A) error { return tree.ScatterKnomial(c, a.Root, a.Radix, a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "tree/scatter-bine", Source: "Bine tree, De Sensi et al. 2025", Accepts: CubeFolds,
				Vector: true, models: []Model{bineBlocks}},
				func(c C, a A) error { return tree.ScatterBine(c, a.Root, a.In, a.Out, a.counts(c)...) }},
		},
		Gather: {
			{Info{ID: "tree/gather-knomial", Source: "k-nomial tree of radix r",
				Accepts: AnyP, Vector: true, Radix: 4,
				models: []Model{blocks}},
				func(c C, a A) error { return tree.GatherKnomial(c, a.Root, a.Radix, a.In, a.Out, a.counts(c)...) }},
			{Info{ID: "tree/gather-bine", Source: "Bine tree, De Sensi et al. 2025", Accepts: CubeFolds,
				Vector: true, models: []Model{bineBlocks}},
				func(c C, a A) error { return tree.GatherBine(c, a.Root, a.In, a.Out, a.counts(c)...) }},
		},
	}
}
