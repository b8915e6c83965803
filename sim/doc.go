// Package sim is a machine with virtual time. It runs the body of a collective unchanged on p nodes of a network and
// charges every message its time in the textbook's model:
//
//	machine := sim.Config{Ts: 10, Tw: 0.01, Network: topo.NewHypercube(1 << 20)}
//	result, err := sim.Run(ctx, 1<<20, machine, func(port comm.Port[struct{}]) error {
//		return hcube.Bcast(comm.New(port), 0, make([]struct{}, 1000))
//	})
//	fmt.Println(result.Time, "µs") // 400: (ts + tw·m) log p
//
// A []struct{} takes no memory, so a million nodes fit. With strings or numbers for words, the run also computes the
// result. [Config] has the network, the routing, the ports of a node and whether there is contention for links.
// [Record] also returns a trace.
//
// A transfer starts when both ends are ready and their ports free. m words over l links take
//
//	SF (store-and-forward)  ts + tw·m·l
//	CT (cut-through)        ts + tw·m + th·l
//
// as in the book, which leaves th out under SF. Both nodes proceed when the message has arrived. Under CT th is charged
// for every link, also in the steps between neighbours for which the book's tables leave it out. One scheduler runs
// the nodes as coroutines, so runs are deterministic.
//
// [RunAsync] is for bodies that start messages and wait for some of them, such as a plan run by its dependencies.
//
// [topocoll/cost] has the formulas to compare with, [topocoll/catalog] the algorithms by name.
package sim
