package topo

// Gray returns code i of the reflected Gray code. Gray(i) and Gray(i+1) differ in one bit, and so do the last
// and the first of the 2^d codes of d bits. So it embeds a ring of 2^d nodes in a d-cube.
func Gray(i int) int { return i ^ i>>1 }

// GrayInverse returns the i with Gray(i) = g.
func GrayInverse(g int) int {
	i := 0
	for ; g > 0; g >>= 1 {
		i ^= g
	}
	return i
}
