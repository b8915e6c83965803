package topo

import "math/bits"

// Mod returns a mod p in 0..p-1, also for negative a, where Go's % would be negative. It divides only if a is
// outside -p..2p-1, which the labels of neighbours never are.
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

// IsPowerOfTwo reports whether p is a power of two: a full hypercube.
func IsPowerOfTwo(p int) bool { return p&(p-1) == 0 }

// GCD returns the greatest common divisor of two numbers of which one may be 0.
func GCD(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
