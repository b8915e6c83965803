package conform

import (
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/mesh"
	"topocoll/network"
	"topocoll/ring"
	"topocoll/topo"
	"topocoll/topo/pack"
)

// arguments are those of any procedure, under the names they have there.
type arguments struct {
	g                    topo.Mesh
	n                    *pack.Network
	root, from, to, q, m int
	segment              int
	op                   comm.Op[string]
	blocks               comm.Blocks
	x, mine, all, result []string
	gather               func(msg []string, to int)
	place                func(from int, msg []string)
}

type member = *comm.Comm[string]

// A procedure is a row of the table of all that ring, mesh, hcube and network export.
type procedure struct {
	name string
	coll catalog.Collective
	asks string // what the names of its parameters do not say, in words: commutes, cube (p = 2^d), plane (of the mesh)
	run  func(c member, a arguments) error
}

var procedures = []procedure{
	{"ring.Allgather", catalog.Allgather, "", func(c member, a arguments) error { return ring.Allgather(c, a.mine, a.result) }},
	{"ring.AllgatherBidirectional", catalog.Allgather, "", func(c member, a arguments) error { return ring.AllgatherBidirectional(c, a.mine, a.result) }},
	{"ring.AllgatherBaseline", catalog.Allgather, "", func(c member, a arguments) error { return ring.AllgatherBaseline(c, a.mine, a.result) }},
	{"ring.Allgatherv", catalog.Allgather, "", func(c member, a arguments) error { return ring.Allgatherv(c, a.blocks, a.result) }},
	{"ring.AllgathervBidirectional", catalog.Allgather, "", func(c member, a arguments) error { return ring.AllgathervBidirectional(c, a.blocks, a.result) }},
	{"ring.Allreduce", catalog.Allreduce, "commutes", func(c member, a arguments) error { return ring.Allreduce(c, a.op, a.x, a.result) }},
	{"ring.AllreduceBidirectional", catalog.Allreduce, "commutes", func(c member, a arguments) error { return ring.AllreduceBidirectional(c, a.op, a.x, a.result) }},
	{"ring.AllreduceReduceBcast", catalog.Allreduce, "", func(c member, a arguments) error { return ring.AllreduceReduceBcast(c, a.op, a.x, a.result) }},
	{"ring.Alltoall", catalog.Alltoall, "", func(c member, a arguments) error { return ring.Alltoall(c, a.all, a.result) }},
	{"ring.AlltoallBidirectional", catalog.Alltoall, "", func(c member, a arguments) error { return ring.AlltoallBidirectional(c, a.all, a.result) }},
	{"ring.AlltoallGrouped", catalog.Alltoall, "", func(c member, a arguments) error { return ring.AlltoallGrouped(c, a.m, a.gather, a.place) }},
	{"ring.AlltoallLinear", catalog.Alltoall, "", func(c member, a arguments) error { return ring.AlltoallLinear(c, a.all, a.result) }},
	{"ring.AlltoallPairwise", catalog.Alltoall, "", func(c member, a arguments) error { return ring.AlltoallPairwise(c, a.all, a.result) }},
	{"ring.BarrierLinear", catalog.Barrier, "", func(c member, a arguments) error { return ring.BarrierLinear(c) }},
	{"ring.Bcast", catalog.Bcast, "", func(c member, a arguments) error { return ring.Bcast(c, a.root, a.x) }},
	{"ring.BcastDoubling", catalog.Bcast, "", func(c member, a arguments) error { return ring.BcastDoubling(c, a.root, a.x) }},
	{"ring.BcastLinear", catalog.Bcast, "", func(c member, a arguments) error { return ring.BcastLinear(c, a.root, a.x) }},
	{"ring.BcastPipelined", catalog.Bcast, "", func(c member, a arguments) error { return ring.BcastPipelined(c, a.root, a.segment, a.x) }},
	{"ring.BcastScatter", catalog.Bcast, "", func(c member, a arguments) error { return ring.BcastScatter(c, a.root, a.x) }},
	{"ring.Exscan", catalog.Exscan, "", func(c member, a arguments) error { return ring.Exscan(c, a.segment, a.op, a.x, a.result) }},
	{"ring.Gather", catalog.Gather, "", func(c member, a arguments) error { return ring.Gather(c, a.root, a.mine, a.all) }},
	{"ring.GatherLinear", catalog.Gather, "", func(c member, a arguments) error { return ring.GatherLinear(c, a.root, a.mine, a.all) }},
	{"ring.Gatherv", catalog.Gather, "", func(c member, a arguments) error { return ring.Gatherv(c, a.root, a.blocks, a.mine, a.all) }},
	{"ring.Reduce", catalog.Reduce, "", func(c member, a arguments) error { return ring.Reduce(c, a.root, a.op, a.x, a.result) }},
	{"ring.ReduceDoubling", catalog.Reduce, "", func(c member, a arguments) error { return ring.ReduceDoubling(c, a.root, a.op, a.x, a.result) }},
	{"ring.ReduceGather", catalog.Reduce, "commutes", func(c member, a arguments) error { return ring.ReduceGather(c, a.root, a.op, a.x, a.result) }},
	{"ring.ReduceLinear", catalog.Reduce, "", func(c member, a arguments) error { return ring.ReduceLinear(c, a.root, a.op, a.x, a.result) }},
	{"ring.ReducePipelined", catalog.Reduce, "", func(c member, a arguments) error {
		return ring.ReducePipelined(c, a.root, a.segment, a.op, a.x, a.result)
	}},
	{"ring.ReduceScatter", catalog.ReduceScatter, "commutes", func(c member, a arguments) error { return ring.ReduceScatter(c, a.op, a.all, a.mine) }},
	{"ring.ReduceScatterBidirectional", catalog.ReduceScatter, "commutes", func(c member, a arguments) error { return ring.ReduceScatterBidirectional(c, a.op, a.all, a.mine) }},
	{"ring.ReduceScatterv", catalog.ReduceScatter, "commutes", func(c member, a arguments) error { return ring.ReduceScatterv(c, a.op, a.blocks, a.all, a.mine) }},
	{"ring.ReduceScattervBidirectional", catalog.ReduceScatter, "commutes", func(c member, a arguments) error {
		return ring.ReduceScattervBidirectional(c, a.op, a.blocks, a.all, a.mine)
	}},
	{"ring.Scan", catalog.Scan, "", func(c member, a arguments) error { return ring.Scan(c, a.segment, a.op, a.x, a.result) }},
	{"ring.Scatter", catalog.Scatter, "", func(c member, a arguments) error { return ring.Scatter(c, a.root, a.all, a.mine) }},
	{"ring.ScatterLinear", catalog.Scatter, "", func(c member, a arguments) error { return ring.ScatterLinear(c, a.root, a.all, a.mine) }},
	{"ring.Scatterv", catalog.Scatter, "", func(c member, a arguments) error { return ring.Scatterv(c, a.root, a.blocks, a.all, a.mine) }},
	{"ring.Shift", catalog.Shift, "", func(c member, a arguments) error { return ring.Shift(c, a.q, a.x, a.result) }},

	{"mesh.Allgather", catalog.Allgather, "", func(c member, a arguments) error { return mesh.Allgather(c, a.g, a.mine, a.result) }},
	{"mesh.AllgatherBidirectional", catalog.Allgather, "", func(c member, a arguments) error { return mesh.AllgatherBidirectional(c, a.g, a.mine, a.result) }},
	{"mesh.AllgatherCrossed", catalog.Allgather, "plane", func(c member, a arguments) error { return mesh.AllgatherCrossed(c, a.g, a.mine, a.result) }},
	{"mesh.Allgatherv", catalog.Allgather, "", func(c member, a arguments) error { return mesh.Allgatherv(c, a.g, a.blocks, a.result) }},
	{"mesh.Allreduce", catalog.Allreduce, "commutes", func(c member, a arguments) error { return mesh.Allreduce(c, a.g, a.op, a.x, a.result) }},
	{"mesh.AllreduceBidirectional", catalog.Allreduce, "commutes", func(c member, a arguments) error { return mesh.AllreduceBidirectional(c, a.g, a.op, a.x, a.result) }},
	{"mesh.AllreduceCrossed", catalog.Allreduce, "commutes plane", func(c member, a arguments) error { return mesh.AllreduceCrossed(c, a.g, a.op, a.x, a.result) }},
	{"mesh.AllreduceReduceBcast", catalog.Allreduce, "", func(c member, a arguments) error { return mesh.AllreduceReduceBcast(c, a.g, a.op, a.x, a.result) }},
	{"mesh.Alltoall", catalog.Alltoall, "", func(c member, a arguments) error { return mesh.Alltoall(c, a.g, a.all, a.result) }},
	{"mesh.AlltoallCrossed", catalog.Alltoall, "plane", func(c member, a arguments) error { return mesh.AlltoallCrossed(c, a.g, a.all, a.result) }},
	{"mesh.Bcast", catalog.Bcast, "", func(c member, a arguments) error { return mesh.Bcast(c, a.g, a.root, a.x) }},
	{"mesh.BcastDoubling", catalog.Bcast, "", func(c member, a arguments) error { return mesh.BcastDoubling(c, a.g, a.root, a.x) }},
	{"mesh.BcastScatter", catalog.Bcast, "", func(c member, a arguments) error { return mesh.BcastScatter(c, a.g, a.root, a.x) }},
	{"mesh.BcastTrees", catalog.Bcast, "", func(c member, a arguments) error { return mesh.BcastTrees(c, a.g, a.root, a.segment, a.x) }},
	{"mesh.Exscan", catalog.Exscan, "", func(c member, a arguments) error { return mesh.Exscan(c, a.g, a.op, a.x, a.result) }},
	{"mesh.Gather", catalog.Gather, "", func(c member, a arguments) error { return mesh.Gather(c, a.g, a.root, a.mine, a.all) }},
	{"mesh.Reduce", catalog.Reduce, "", func(c member, a arguments) error { return mesh.Reduce(c, a.g, a.root, a.op, a.x, a.result) }},
	{"mesh.ReduceDoubling", catalog.Reduce, "", func(c member, a arguments) error { return mesh.ReduceDoubling(c, a.g, a.root, a.op, a.x, a.result) }},
	{"mesh.ReduceScatter", catalog.ReduceScatter, "commutes", func(c member, a arguments) error { return mesh.ReduceScatter(c, a.g, a.op, a.all, a.mine) }},
	{"mesh.ReduceScatterBidirectional", catalog.ReduceScatter, "commutes", func(c member, a arguments) error { return mesh.ReduceScatterBidirectional(c, a.g, a.op, a.all, a.mine) }},
	{"mesh.ReduceScatterCrossed", catalog.ReduceScatter, "commutes plane", func(c member, a arguments) error { return mesh.ReduceScatterCrossed(c, a.g, a.op, a.all, a.mine) }},
	{"mesh.ReduceScatterv", catalog.ReduceScatter, "commutes", func(c member, a arguments) error { return mesh.ReduceScatterv(c, a.g, a.op, a.blocks, a.all, a.mine) }},
	{"mesh.Scan", catalog.Scan, "", func(c member, a arguments) error { return mesh.Scan(c, a.g, a.op, a.x, a.result) }},
	{"mesh.Scatter", catalog.Scatter, "", func(c member, a arguments) error { return mesh.Scatter(c, a.g, a.root, a.all, a.mine) }},
	{"mesh.Shift", catalog.Shift, "plane", func(c member, a arguments) error { return mesh.Shift(c, a.g, a.q, a.x, a.result) }},

	{"hcube.Allgather", catalog.Allgather, "", func(c member, a arguments) error { return hcube.Allgather(c, a.mine, a.result) }},
	{"hcube.Allgatherv", catalog.Allgather, "", func(c member, a arguments) error { return hcube.Allgatherv(c, a.blocks, a.result) }},
	{"hcube.Allreduce", catalog.Allreduce, "", func(c member, a arguments) error { return hcube.Allreduce(c, a.op, a.x, a.result) }},
	{"hcube.AllreduceRabenseifner", catalog.Allreduce, "commutes", func(c member, a arguments) error { return hcube.AllreduceRabenseifner(c, a.op, a.x, a.result) }},
	{"hcube.AllreduceReduceBcast", catalog.Allreduce, "", func(c member, a arguments) error { return hcube.AllreduceReduceBcast(c, a.op, a.x, a.result) }},
	{"hcube.Alltoall", catalog.Alltoall, "cube", func(c member, a arguments) error { return hcube.Alltoall(c, a.all, a.result) }},
	{"hcube.AlltoallECube", catalog.Alltoall, "", func(c member, a arguments) error { return hcube.AlltoallECube(c, a.all, a.result) }},
	{"hcube.Barrier", catalog.Barrier, "", func(c member, a arguments) error { return hcube.Barrier(c) }},
	{"hcube.BarrierButterfly", catalog.Barrier, "", func(c member, a arguments) error { return hcube.BarrierButterfly(c) }},
	{"hcube.Bcast", catalog.Bcast, "", func(c member, a arguments) error { return hcube.Bcast(c, a.root, a.x) }},
	{"hcube.BcastESBT", catalog.Bcast, "cube", func(c member, a arguments) error { return hcube.BcastESBT(c, a.root, a.segment, a.x) }},
	{"hcube.BcastScatter", catalog.Bcast, "", func(c member, a arguments) error { return hcube.BcastScatter(c, a.root, a.x) }},
	{"hcube.BcastTrees", catalog.Bcast, "cube", func(c member, a arguments) error { return hcube.BcastTrees(c, a.root, a.x) }},
	{"hcube.Exscan", catalog.Exscan, "", func(c member, a arguments) error { return hcube.Exscan(c, a.op, a.x, a.result) }},
	{"hcube.Gather", catalog.Gather, "", func(c member, a arguments) error { return hcube.Gather(c, a.root, a.mine, a.all) }},
	{"hcube.Gatherv", catalog.Gather, "", func(c member, a arguments) error { return hcube.Gatherv(c, a.root, a.blocks, a.mine, a.all) }},
	{"hcube.Reduce", catalog.Reduce, "", func(c member, a arguments) error { return hcube.Reduce(c, a.root, a.op, a.x, a.result) }},
	{"hcube.ReduceGather", catalog.Reduce, "commutes", func(c member, a arguments) error { return hcube.ReduceGather(c, a.root, a.op, a.x, a.result) }},
	{"hcube.ReduceScatter", catalog.ReduceScatter, "commutes", func(c member, a arguments) error { return hcube.ReduceScatter(c, a.op, a.all, a.mine) }},
	{"hcube.ReduceScatterv", catalog.ReduceScatter, "commutes", func(c member, a arguments) error { return hcube.ReduceScatterv(c, a.op, a.blocks, a.all, a.mine) }},
	{"hcube.Scan", catalog.Scan, "", func(c member, a arguments) error { return hcube.Scan(c, a.op, a.x, a.result) }},
	{"hcube.Scatter", catalog.Scatter, "", func(c member, a arguments) error { return hcube.Scatter(c, a.root, a.all, a.mine) }},
	{"hcube.Scatterv", catalog.Scatter, "", func(c member, a arguments) error { return hcube.Scatterv(c, a.root, a.blocks, a.all, a.mine) }},
	{"hcube.SendParts", catalog.Bcast, "cube", func(c member, a arguments) error { return hcube.SendParts(c, a.from, a.to, a.x) }},
	{"hcube.Shift", catalog.Shift, "cube", func(c member, a arguments) error { return hcube.Shift(c, a.q, a.x, a.result) }},
	{"hcube.ShiftECube", catalog.Shift, "", func(c member, a arguments) error { return hcube.ShiftECube(c, a.q, a.x, a.result) }},
	{"hcube.ShiftSigned", catalog.Shift, "cube", func(c member, a arguments) error { return hcube.ShiftSigned(c, a.q, a.x, a.result) }},

	{"network.Allgather", catalog.Allgather, "", func(c member, a arguments) error { return network.Allgather(c, a.n, a.mine, a.result) }},
	{"network.Allreduce", catalog.Allreduce, "commutes", func(c member, a arguments) error { return network.Allreduce(c, a.n, a.op, a.x, a.result) }},
	{"network.AllreduceRooted", catalog.Allreduce, "commutes", func(c member, a arguments) error {
		return network.AllreduceRooted(c, a.n, a.op, a.x, a.result)
	}},
	{"network.Alltoall", catalog.Alltoall, "", func(c member, a arguments) error { return network.Alltoall(c, a.n, a.all, a.result) }},
	{"network.Bcast", catalog.Bcast, "", func(c member, a arguments) error { return network.Bcast(c, a.n, a.root, a.x) }},
	{"network.Gather", catalog.Gather, "", func(c member, a arguments) error { return network.Gather(c, a.n, a.root, a.mine, a.all) }},
	{"network.Reduce", catalog.Reduce, "commutes", func(c member, a arguments) error { return network.Reduce(c, a.n, a.root, a.op, a.x, a.result) }},
	{"network.ReduceScatter", catalog.ReduceScatter, "commutes", func(c member, a arguments) error { return network.ReduceScatter(c, a.n, a.op, a.all, a.mine) }},
	{"network.Scatter", catalog.Scatter, "", func(c member, a arguments) error { return network.Scatter(c, a.n, a.root, a.all, a.mine) }},
}
