package ring

import (
	"topocoll/comm"
	"topocoll/topo"
)

// chainNeighbours returns the neighbours of node `me` in the chain that begins at node `first`. A missing
// neighbour is comm.None.
func chainNeighbours(me, first, p int) (left, right int) {
	left, right = topo.Mod(me-1, p), topo.Mod(me+1, p)
	if me == first {
		left = comm.None
	}
	if right == first {
		right = comm.None
	}
	return left, right
}

// OneWay returns the part of a block that travels in one direction around a ring of p nodes, to or from a
// node at the given distance. This is the whole block, or its first half if both directions are equally long.
func OneWay[T any](block []T, distance, p int) []T {
	if 2*distance == p {
		return block[:len(block)/2]
	}
	return block
}

// OtherWay returns the part of a block that travels in the direction opposite to OneWay. This is the whole
// block, or its second half if both directions are equally long.
func OtherWay[T any](block []T, distance, p int) []T {
	if 2*distance == p {
		return block[len(block)/2:]
	}
	return block
}
