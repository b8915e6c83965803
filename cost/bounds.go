package cost

// Lower bounds for a one-port machine. Th is left out, so the bounds hold on any network.

// BcastBound: no broadcast of an unsplit message is faster than (ts + tw·m) log p. Row 11.
func BcastBound(a Params) float64 { return a.over(float64(a.M), 0) * a.log() }

// AllgatherBound: every node must receive tw·m(p-1). Row 29.
func AllgatherBound(a Params) float64 { return a.Tw * a.remote() }

// AlltoallBound: the traffic m(p-1)(log p)/2 per node shared by its log p links, tw·m(p-1), on a
// hypercube. Row 47. The port gives the same bound on any network.
func AlltoallBound(a Params) float64 { return a.Tw * a.remote() }

// RingAlltoallBound: the traffic m(p-1)·p/2·p shared by p links in one direction, tw·m·p(p-1)/2. Row 42.
func RingAlltoallBound(a Params) float64 { return a.Tw * a.remote() * float64(a.P) / 2 }

// The bounds of the MPI literature (Chan, Heimlich, Purkayastha, van de Geijn: Collective communication,
// 2007, table 2) with alpha = ts and beta = tw; computation is excluded. Each of the two terms is a lower
// bound; their sum is the usual reference.

// ReduceBound: ts log p + tw·m.
func ReduceBound(a Params) float64 { return a.Ts*a.log() + a.Tw*float64(a.M) }

// AllreduceBound: ts log p + 2tw·m(p-1)/p.
func AllreduceBound(a Params) float64 { return a.Ts*a.log() + 2*a.Tw*a.remote()/float64(a.P) }

// ScatterBound: ts log p + tw·m(p-1), with blocks of m words.
func ScatterBound(a Params) float64 { return a.Ts*a.log() + a.Tw*a.remote() }
