package topo

import "math/bits"

// Mod returns `a` mod p, a number from 0 to p-1 even for negative `a`, unlike Go's %. It divides only if `a`
// is outside -p..2p-1.
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

// IsPowerOfTwo reports whether p is a power of two.
func IsPowerOfTwo(p int) bool { return p&(p-1) == 0 }

// GCD returns the greatest common divisor of `a` and `b`. One of them may be 0.
func GCD(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Integers returns the integers from 0 to n-1, such as the ranks of n processes.
func Integers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// Digits holds the digits of a number in base two. Digits[k] is the digit of 2^k: -1, 0 or 1.
type Digits [65]int

// Binary returns the binary digits of q >= 0.
func Binary(q int) Digits {
	var digits Digits
	for k := 0; q > 0; k++ {
		digits[k] = q & 1
		q >>= 1
	}
	return digits
}

// Signed returns the non-adjacent form of q >= 0: no two adjacent digits are nonzero, and no other form has
// fewer nonzero digits.
func Signed(q int) Digits {
	var digits Digits
	for k := 0; q > 0; k++ {
		if q&1 == 1 {
			digits[k] = 2 - q&3 // 1 if the next bit is 0, or -1 if it is 1
			q -= digits[k]
		}
		q >>= 1
	}
	return digits
}

// Gray returns code i of the reflected Gray code. Gray(i) and Gray(i+1) differ in one bit, and so do the
// first and the last of the 2^d codes of d bits. The code therefore embeds a ring of 2^d nodes in a d-cube.
func Gray(i int) int { return i ^ i>>1 }

// GrayInverse returns the number i for which Gray(i) = g.
func GrayInverse(g int) int {
	i := 0
	for ; g > 0; g >>= 1 {
		i ^= g
	}
	return i
}
