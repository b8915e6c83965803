package hcube_test

import (
	"context"
	"fmt"
	"strings"

	"topocoll/comm"
	"topocoll/cost"
	"topocoll/hcube"
	"topocoll/local"
	"topocoll/sim"
	"topocoll/topo"
)

// Prefix sums keep the order of the labels, so the operator need not commute: here it is concatenation.
func ExampleScan() {
	prefixes := make([]string, 8)
	err := local.Run(8, func(port comm.AsyncPort[string]) error {
		c := comm.New[string](port)
		return hcube.Scan(c, comm.Concat(), []string{string(rune('a' + c.Rank()))}, prefixes[c.Rank():][:1])
	})
	fmt.Println(strings.Join(prefixes, " "), err)
	// Output:
	// a ab abc abcd abcde abcdef abcdefg abcdefgh <nil>
}

// A message to the opposite corner, in three parts over three paths that share no node, and in one part over three links.
func ExampleSendParts() {
	a := cost.Params{P: 8, M: 3000, Ts: 10, Tw: 0.01}
	machine := sim.Config{Ts: a.Ts, Tw: a.Tw, Network: topo.NewHypercube(a.P)}
	result, err := sim.Run(context.Background(), a.P, machine, func(port comm.Port[struct{}]) error {
		return hcube.SendParts(comm.New(port), 0, 7, make([]struct{}, a.M))
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("in parts:", result.Time, "µs, at most", cost.HcubeMultipath(a))
	fmt.Println("in one:", 3*(a.Ts+a.Tw*float64(a.M)), "µs")
	// Output:
	// in parts: 100 µs, at most 120
	// in one: 120 µs
}
