// Package topo is the geometry of rings, meshes and hypercubes: labels, neighbours, codes, trees. It
// is integer arithmetic only and knows nothing of messages.
package topo

import "math/bits"

// Mod returns a mod p in 0..p-1, also for negative a, where Go's % would be negative. Neighbours are
// within p of each other, so it seldom divides.
func Mod(a, p int) int {
	switch {
	case a < 0:
		a += p
	case a >= p:
		a -= p
	}
	if uint(a) < uint(p) {
		return a
	}
	return (a%p + p) % p
}

// CubeDim returns d = ceil(log2 p), the dimension of the smallest hypercube with p nodes or more.
func CubeDim(p int) int { return bits.Len(uint(p - 1)) }

// IsCube reports whether p is a power of two: a full hypercube.
func IsCube(p int) bool { return p&(p-1) == 0 }
