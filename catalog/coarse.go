package catalog

// Coarse returns a call like one with blocks of m words on p nodes, of so few words that all buffers together have about most
// at most: the words of its blocks, of which each stands for about grain words.
func (c Collective) Coarse(p, m, root, most int) (words, grain int) {
	all := 0
	for rank := range p {
		all += c.In(p, m, rank, root) + c.Out(p, m, rank, root)
	}
	grain = 1 + (all-1)/most
	return m / grain, grain
}
