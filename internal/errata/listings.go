// Package errata contains the textbook's listings in which a misprint changes the algorithm, both as printed
// and as corrected. A test shows for each listing that the printed form fails and that the corrected form
// does not. The interactive book shows both forms. Package conform tests the procedures of the catalog.
// cost.TestMisprints shows the misprints in formulas.
//
// F0 to F4 are the textbook's sources (docs/reference/sources.md). Row numbers refer to
// docs/reference/textbook.md. Misprints that affect only the notation (a missing endif, t_wm for tw·m) have
// no test.
package errata

import (
	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/topo"
)

// A Listing is a listing of the textbook with a misprint, or with a hazard for its translation into Go or C.
type Listing struct {
	Row, Printed string // the row in docs/reference/textbook.md, and the printed text
	Why          string // the consequence
	Op           catalog.Collective
	Cases        []Case // calls for which the printed form fails
	Commuting    bool   // whether the operator must commute
	Says         string // a part of the message with which the printed form fails
	Names        string // names of the functions in procedures.go that show the misprint
	Wrong, Right Procedure
}

// A Case holds the parameters of a call. Shift is the shift distance.
type Case struct{ P, M, Shift int }

// Listings returns all listings.
func Listings() []Listing {
	power2, percent := func(i int) int { return 2 * i }, func(a, p int) int { return a % p }
	return []Listing{
		{Row: "hazard 1", Printed: "send; receive on both sides", Op: catalog.Allgather, Cases: casesOf(1, 4),
			Says:  "deadlock: rank 0 sends 1 word to rank 1; rank 1 sends",
			Why:   "Above the eager limit, every node blocks in its send. The simulated machine has no buffers.",
			Names: "ringAllgather sendFirst atOnce", Wrong: ringAllgather(sendFirst, topo.Mod),
			Right: ringAllgather(atOnce, topo.Mod)},
		{Row: "hazard 2", Printed: "(my_id - 1) mod p", Op: catalog.Allgather, Cases: casesOf(1, 4),
			Says:  "deadlock",
			Why:   "For node 0 the result must be p - 1, but % in Go and C gives -1, which is not a node.",
			Names: "ringAllgather", Wrong: ringAllgather(atOnce, percent),
			Right: ringAllgather(atOnce, topo.Mod)},
		{Row: "hazard 6", Printed: "for i := 0 to d-1, p = 6", Op: catalog.Allgather, Cases: casesOf(1, 6),
			Says: "no process 6, want 0..5",
			Why: "Listings 4.7 to 4.10 do not say that p is a power of two. Here node 2 sends to node 6, which " +
				"does not exist.",
			Names: "cubeAllgather", Wrong: cubeAllgather(func(d int) int { return d }),
			Right: cubeAllgatherAnyP},
		{Row: "7", Printed: "F2: my-id XOR 2^i = 0", Op: catalog.Bcast, Cases: casesOf(3, 8),
			Why:   "With XOR instead of AND, only node 2^i would send, and node 0 would wait for that node.",
			Names: "broadcast and", Wrong: broadcast(func(id, bit int) bool { return id^bit == 0 }, power),
			Right: broadcast(and, power)},
		{Row: "8", Printed: "F0: 2 i for 2^i", Op: catalog.Bcast, Cases: casesOf(3, 8),
			Why:   "The mask needs 2^i, which selects bit i of the label. In general, 2 i is a different number.",
			Names: "broadcast power", Wrong: broadcast(and, power2), Right: broadcast(and, power)},
		{Row: "20", Printed: "F1: recv(sum), then sum += X", Op: catalog.Reduce, Cases: casesOf(3, 4, 8),
			Commuting: true, Says: "result",
			Why: "The received value overwrites the partial sum, which is lost. On two nodes the mistake has " +
				"no effect.",
			Names: "accumulate intoTemp", Wrong: accumulate(func(_, sum, _ []string) []string { return sum }),
			Right: accumulate(intoTemp)},
		{Row: "20", Printed: "algorithm 4.3, program 3.3: receive into X", Op: catalog.Reduce,
			Cases: casesOf(3, 8), Says: "input",
			Why: "The sum is right, but X belongs to the caller, and MPI forbids writing to a send buffer " +
				"(hazard 4).",
			Names: "accumulate intoTemp", Wrong: accumulate(func(x, _, _ []string) []string { return x }),
			Right: accumulate(intoTemp)},
		{Row: "26", Printed: "F4: - (my_id ± 1) mod sqrt p", Op: catalog.Allgather, Cases: casesOf(2, 9),
			Why:   "A neighbour's label is the first label of the row plus an offset, so the sign must be +.",
			Names: "meshAllgather", Wrong: meshAllgather(-1), Right: meshAllgather(+1)},
		{Row: "27", Printed: "F3: for 0 <= k, without an end", Op: catalog.Allgather, Cases: casesOf(1, 8),
			Says:  "no process 8, want 0..7",
			Why:   "The loop has one iteration too many, in which the partner does not exist.",
			Names: "cubeAllgather", Wrong: cubeAllgather(func(d int) int { return d + 1 }),
			Right: cubeAllgather(func(d int) int { return d })},
		{Row: "32", Printed: "F0: for i := d-1 to 0", Op: catalog.ReduceScatter, Cases: casesOf(3, 4, 8, 16),
			Commuting: true, Says: "result",
			Why: "The keyword must be downto. As printed, the loop never runs, and every node keeps its own " +
				"block.",
			Names: "cubeReduction to0 downto0", Wrong: cubeReduction(to0), Right: cubeReduction(downto0)},
		{Row: "35", Printed: "result + number, msg + number", Op: catalog.Scan, Cases: casesOf(2, 2, 4, 8),
			Says:  "result[0]",
			Why:   "A value from a lower label must be the left operand. With addition the mistake has no effect.",
			Names: "prefixSums", Wrong: prefixSums(false), Right: prefixSums(true)},
		{Row: "49", Printed: "compensation +1 backwards", Op: catalog.Shift, Cases: shiftsAlongRows(16),
			Says: "result",
			Why: "In figure 3.22 (b), the rows shift backwards. The compensation is therefore -1, and the column " +
				"shifts are one step longer.",
			Names: "meshShift", Wrong: meshShift(+1, 0), Right: meshShift(-1, 1)},
	}
}

// casesOf returns one case with m words for each number of nodes.
func casesOf(m int, p ...int) (cases []Case) {
	for _, nodes := range p {
		cases = append(cases, Case{P: nodes, M: m})
	}
	return cases
}

// shiftsAlongRows returns the shifts on p nodes that move words along rows, not only along columns.
func shiftsAlongRows(p int) (cases []Case) {
	for q := range p {
		if q%4 != 0 {
			cases = append(cases, Case{P: p, M: 2, Shift: q})
		}
	}
	return cases
}

// cubeAllgatherAnyP is hcube.Allgather, which accepts any p.
func cubeAllgatherAnyP(c *comm.Comm[string], a catalog.Args[string]) error {
	return hcube.Allgather(c, a.In, a.Out)
}
