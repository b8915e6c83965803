// Package catalog lists all algorithms. The tests loop over this list, and so do the commands "list",
// "explain", "plan", "simulate", "verify" and "bench". A new algorithm needs one file and one row.
//
// A row contains the name, the operation, the process counts that the algorithm accepts, and a function whose
// signature is the same in all rows:
//
//	for _, row := range catalog.Rows[string]() {
//		if row.Op == catalog.Allgather && row.Takes(6) {
//			fmt.Println(row.ID, row.Source)
//		}
//	}
//	// or "tree/bcast-knomial=8", an algorithm with a radix
//	row, found := catalog.Find[string]("ring/allgather")
//	err := row.Run(c, catalog.Args[string]{In: mine, Out: all})
//
// [Collective.In] and [Collective.Out] return the lengths of the slices of an operation. If there is a
// formula for the time of the algorithm, the [Model] of the row contains the formula and the network on which
// it holds:
//
//	model := row.Model()
//	network, err := model.Home.Network(8, nil)
//	us := model.Cost(cost.Params{P: 8, M: 1000, Ts: 10, Tw: 0.01}) // 140 µs, on a ring
//
// [Compiled] compiles a row, so that its calls execute recorded plans. [Plans] returns these plans as data.
//
// To call one algorithm only, call its procedure in [topocoll/ring], [topocoll/mesh], [topocoll/hcube],
// [topocoll/circulant], [topocoll/tree], [topocoll/butterfly] or [topocoll/network].
package catalog
