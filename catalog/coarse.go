package catalog

// Coarse replaces a call with blocks of m words on p nodes by a smaller call. It returns the length of a
// block of the smaller call, and the grain: each of its words represents about grain words. The parameter
// most is the approximate limit for the words in all buffers of the smaller call.
func (c Collective) Coarse(p, m, root, most int) (words, grain int) {
	all := 0
	for rank := range p {
		all += c.In(p, m, rank, root) + c.Out(p, m, rank, root)
	}
	grain = 1 + (all-1)/most
	return m / grain, grain
}
