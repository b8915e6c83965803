package catalog

import (
	"topocoll/comm"
	"topocoll/network"
)

func networkRows[T any]() table[T] {
	type (
		C = *comm.Comm[T]
		A = Args[T]
	)
	const hosts = "two levels: a k-nomial tree within each host"
	return table[T]{
		Bcast: {
			{Info{ID: "network/bcast", Source: "not in the book: Edmonds's disjoint trees", Accepts: AnyP},
				func(c C, a A) error { return network.Bcast(c, a.network(c), a.Root, a.Out) }},
			{Info{ID: "network/bcast-short", Source: "k-nomial tree with groups of nearby nodes", Accepts: AnyP,
				Radix: 4},
				func(c C, a A) error { return network.BcastShort(c, a.network(c), a.Root, a.Radix, a.Out) }},
			{Info{ID: "network/bcast-hosts", Source: hosts, Accepts: AnyP, Radix: 4, Between: "hcube"},
				func(c C, a A) error {
					return network.BcastHosts(c, a.network(c), a.betweenHosts(), a.Root, a.Radix, a.Out)
				}},
		},
		Reduce: {
			{Info{ID: "network/reduce", Source: "not in the book: network/bcast reversed", Accepts: AnyP,
				Commutative: true},
				func(c C, a A) error { return network.Reduce(c, a.network(c), a.Root, a.Op, a.In, a.Out) }},
			{Info{ID: "network/reduce-short", Source: "k-nomial tree with groups of nearby nodes", Accepts: AnyP,
				Radix: 4, Commutative: true},
				func(c C, a A) error {
					return network.ReduceShort(c, a.network(c), a.Root, a.Radix, a.Op, a.In, a.Out)
				}},
			{Info{ID: "network/reduce-hosts", Source: hosts, Accepts: AnyP, Radix: 4, Between: "hcube",
				Commutative: true},
				func(c C, a A) error {
					return network.ReduceHosts(c, a.network(c), a.betweenHosts(), a.Root, a.Radix, a.Op,
						a.In, a.Out)
				}},
		},
		Allgather: {
			{Info{ID: "network/allgather", Source: "not in the book: trees from all nodes (ForestColl)",
				Accepts: AnyP},
				func(c C, a A) error { return network.Allgather(c, a.network(c), a.In, a.Out) }},
			{Info{ID: "network/allgather-hosts", Source: hosts, Accepts: AnyP, Radix: 4, Between: "hcube"},
				func(c C, a A) error {
					return network.AllgatherHosts(c, a.network(c), a.betweenHosts(), a.Radix, a.In, a.Out)
				}},
		},
		ReduceScatter: {
			{Info{ID: "network/reducescatter", Source: "not in the book: network/allgather reversed",
				Accepts: AnyP, Commutative: true},
				func(c C, a A) error { return network.ReduceScatter(c, a.network(c), a.Op, a.In, a.Out) }},
			{Info{ID: "network/reducescatter-hosts", Source: hosts, Accepts: AnyP, Radix: 4, Between: "hcube",
				Commutative: true},
				func(c C, a A) error {
					return network.ReduceScatterHosts(c, a.network(c), a.betweenHosts(), a.Radix, a.Op, a.In, a.Out)
				}},
		},
		Allreduce: {
			{Info{ID: "network/allreduce", Source: "not in the book: network/reducescatter, then network/allgather",
				Accepts: AnyP, Commutative: true},
				func(c C, a A) error { return network.Allreduce(c, a.network(c), a.Op, a.In, a.Out) }},
			{Info{ID: "network/allreduce-rooted", Source: "sec. 4.3 (2nd ed.), on disjoint trees",
				Accepts: AnyP, Commutative: true},
				func(c C, a A) error { return network.AllreduceRooted(c, a.network(c), a.Op, a.In, a.Out) }},
			{Info{ID: "network/allreduce-short", Source: "recursive multiplying between nearby nodes",
				Accepts: RadixFolds, Radix: 4, Commutative: true},
				func(c C, a A) error { return network.AllreduceShort(c, a.network(c), a.Radix, a.Op, a.In, a.Out) }},
			{Info{ID: "network/allreduce-rooted-short", Source: "sec. 4.3 (2nd ed.), on trees of nearby nodes",
				Accepts: AnyP, Radix: 4, Commutative: true},
				func(c C, a A) error {
					return network.AllreduceRootedShort(c, a.network(c), a.Radix, a.Op, a.In, a.Out)
				}},
			{Info{ID: "network/allreduce-hosts", Source: hosts, Accepts: AnyP, Radix: 4, Between: "hcube",
				Commutative: true},
				func(c C, a A) error {
					return network.AllreduceHosts(c, a.network(c), a.betweenHosts(), a.Radix, a.Op, a.In, a.Out)
				}},
		},
		Scatter: {
			{Info{ID: "network/scatter", Source: "not in the book: equal loads on the root's links",
				Accepts: AnyP},
				func(c C, a A) error { return network.Scatter(c, a.network(c), a.Root, a.In, a.Out) }},
			{Info{ID: "network/scatter-hosts", Source: hosts, Accepts: AnyP, Radix: 4, Between: "hcube"},
				func(c C, a A) error {
					return network.ScatterHosts(c, a.network(c), a.betweenHosts(), a.Root, a.Radix, a.In, a.Out)
				}},
		},
		Gather: {
			{Info{ID: "network/gather", Source: "not in the book: network/scatter reversed", Accepts: AnyP},
				func(c C, a A) error { return network.Gather(c, a.network(c), a.Root, a.In, a.Out) }},
			{Info{ID: "network/gather-hosts", Source: hosts, Accepts: AnyP, Radix: 4, Between: "hcube"},
				func(c C, a A) error {
					return network.GatherHosts(c, a.network(c), a.betweenHosts(), a.Root, a.Radix, a.In, a.Out)
				}},
		},
		Alltoall: {
			{Info{ID: "network/alltoall", Source: "not in the book: shortest routes, equal loads",
				Accepts: AnyP},
				func(c C, a A) error { return network.Alltoall(c, a.network(c), a.In, a.Out) }},
			{Info{ID: "network/alltoall-hosts", Source: hosts, Accepts: AnyP, Radix: 4,
				Between: "ring-pairwise"},
				func(c C, a A) error {
					return network.AlltoallHosts(c, a.network(c), a.betweenHosts(), a.Radix, a.In, a.Out)
				}},
		},
		Barrier: {
			{Info{ID: "network/barrier-hosts", Source: hosts, Accepts: AnyP, Radix: 4, Between: "hcube"},
				func(c C, a A) error {
					return network.BarrierHosts(c, a.network(c), a.betweenHosts(), a.Radix)
				}},
		},
	}
}
