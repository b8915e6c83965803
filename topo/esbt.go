package topo

// This file describes the edge-disjoint spanning binomial trees (ESBT) of a d-cube whose source is node 0
// (Johnsson and Ho 1989). Tree k is the binomial tree over all nodes with every label XORed with 2^(d-1) and
// rotated right by k bits. Its root is the neighbour 2^(d-1-k) of the source, and the source is one of its
// leaves. No two trees use the same link in the same direction.
//
// In stage 0, the source sends a chunk to the root of its tree. In stage t, 1 <= t <= d, each of the first
// 2^(t-1) nodes of the tree sends the chunk to one more node. Chunk c = 1, 2, ... uses tree -c mod d, and its
// stage t is step c+t. In step s, all nodes therefore communicate along dimension (s-1) mod d, with at most
// one chunk in each direction.

// ESBTDimension returns the dimension along which nodes communicate in step s = 1, 2, ...
func ESBTDimension(s, d int) int { return (s - 1) % d }

// ESBTChunks returns the numbers of the chunks that node v sends and receives in step s. Chunks are numbered
// from 1; 0 means no chunk.
func ESBTChunks(v, s, chunks, d int) (send, recv int) {
	for t := range d + 1 {
		c := s - t
		if c < 1 || c > chunks {
			continue
		}
		k := Mod(-c, d)
		at := rotate(v, k, d) ^ 1<<(d-1) // position of v in tree k
		switch {
		case t == 0 && v == 0:
			send = c
		case t == 0 && at == 0:
			recv = c
		case t == 0:
		// No node sends a chunk to the source, which has all chunks.
		case at < 1<<(t-1) && nodeOfESBT(at|1<<(t-1), k, d) != 0:
			send = c
		case at >= 1<<(t-1) && at < 1<<t && v != 0:
			recv = c
		}
	}
	return send, recv
}

// nodeOfESBT returns the node at position `at` of tree k.
func nodeOfESBT(at, k, d int) int { return rotate(at^1<<(d-1), d-k, d) }

// rotate rotates the d-bit number v left by k bits.
func rotate(v, k, d int) int { return (v<<k | v>>(d-k)) & (1<<d - 1) }
