package catalog_test

import (
	"fmt"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/cost"
	"topocoll/local"
)

// The example lists the barriers and the process counts for which they are designed.
func ExampleRows() {
	for _, row := range catalog.Rows[string]() {
		if row.Op == catalog.Barrier {
			fmt.Println(row.ID, "takes", row.Accepts)
		}
	}
	// Output:
	// hcube/barrier takes any p
	// hcube/barrier-butterfly takes p = 2^d
	// circulant/barrier takes any p
	// network/barrier-hosts takes any p
}

// Find returns the algorithm with the given name.
func ExampleFind() {
	row, found := catalog.Find[string]("ring/allgather")
	all := make([]string, 3)
	err := local.Run(3, func(port comm.AsyncPort[string]) error {
		out := make([]string, 3)
		if port.Rank() == 1 {
			out = all
		}
		return row.Run(comm.New(port),
			catalog.Args[string]{In: []string{string(rune('a' + port.Rank()))}, Out: out})
	})
	fmt.Println(found, all, err)
	// Output:
	// true [a b c] <nil>
}

// The example evaluates the book's formula for the time of an algorithm on its home network.
func ExampleInfo_Model() {
	row, _ := catalog.Find[string]("hcube/bcast")
	model := row.Model()
	fmt.Println(model.Home, model.Form, model.Cost(cost.Params{P: 8, M: 1000, Ts: 10, Tw: 0.01}), "µs")
	// Output:
	// hypercube (ts + tw·m) log p 60 µs
}
