// Package sim simulates a network in virtual time. It runs the body of a collective unchanged on p nodes, and
// charges every message its time in the textbook's model:
//
//	machine := sim.Config{Ts: 10, Tw: 0.01, Network: topo.NewHypercube(1 << 20), Oblivious: true}
//	result, err := sim.Run(ctx, 1<<20, machine, func(port comm.Port[struct{}]) error {
//		return hcube.Bcast(comm.New(port), 0, make([]struct{}, 1000))
//	})
//	fmt.Println(result.Time, "µs") // 400: (ts + tw·m) log p
//
// A []struct{} takes no memory, so a million nodes fit. Without data, the calls of a node depend on no
// message. With [Config].Oblivious the simulator records the calls of each node as a list when it first needs
// the node, and then processes the lists. With strings or numbers as words, the run also computes the result,
// and Oblivious must be false. [Config] selects the network, the routing, the ports of a node, and contention
// for links. [Record] also returns a trace.
//
// A transfer starts when both ends are ready and their ports are free. m words over l links take
//
//	SF (store-and-forward)  ts + tw·m·l
//	CT (cut-through)        ts + tw·m + th·l
//
// as in the book, which omits th under SF. Both nodes continue when the message has arrived. Under CT th is
// charged for every link, also between neighbours, where the book's tables omit it. On a [topo.Weighted]
// network a word on a link of capacity c takes tw/c; under CT the slowest link of the path counts. One
// scheduler runs the nodes, and a body that has to wait is a coroutine, so runs are deterministic.
//
// There are no non-blocking calls: their progress depends on when a process looks at its messages, which the
// model would have to assume.
//
// [Config.Machine] is the same machine for the schedules of package plan, in which every node executes each
// step of its plan as soon as its dependencies are met.
//
// [topocoll/cost] has the formulas to compare with, [topocoll/catalog] the algorithms by name.
package sim
