package catalog

// Coarse returns the words of a block, and the grain, of a smaller call that represents a call with blocks of
// m words on p nodes. Each word of the smaller call represents about grain words. All its buffers together
// have at most about most words.
func (c Collective) Coarse(p, m, root, most int) (words, grain int) {
	all := 0
	for rank := range p {
		all += c.In(p, m, rank, root) + c.Out(p, m, rank, root)
	}
	grain = 1 + (all-1)/most
	return m / grain, grain
}
