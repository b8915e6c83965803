package page

import "topocoll/catalog"

// busBandwidth is GB/s (1e9) a link would have to carry, had every rank one: the bytes of all ranks over the
// time, by the factor of nccl-tests.
func busBandwidth(op string, p, bytes int, ns float64) float64 {
	total, factor := float64(bytes), 1.0
	parts := float64(p-1) / float64(p)
	switch catalog.Collective(op) {
	case catalog.Allgather, catalog.ReduceScatter, catalog.Alltoall, catalog.Gather, catalog.Scatter:
		total *= float64(p)
		factor = parts
	case catalog.Allreduce:
		factor = 2 * parts
	}
	return total * max(factor, 1e-9) / ns
}

func factorText(op string) string {
	switch catalog.Collective(op) {
	case catalog.Allgather, catalog.ReduceScatter, catalog.Alltoall, catalog.Gather, catalog.Scatter:
		return "p · block / time · (p-1)/p"
	case catalog.Allreduce:
		return "block / time · 2(p-1)/p"
	}
	return "block / time"
}
