// Package sim is a machine with virtual time. It runs the body of a collective unchanged on p nodes of a network and
// charges every message its time in the textbook's model:
//
//	machine := sim.Config{Ts: 10, Tw: 0.01, Network: topo.NewHypercube(1 << 20), Oblivious: true}
//	result, err := sim.Run(ctx, 1<<20, machine, func(port comm.Port[struct{}]) error {
//		return hcube.Bcast(comm.New(port), 0, make([]struct{}, 1000))
//	})
//	fmt.Println(result.Time, "µs") // 400: (ts + tw·m) log p
//
// A []struct{} takes no memory, so a million nodes fit. Without data, what a node does depends on no message. So under
// [Config].Oblivious the bodies run ahead: the calls of a node are taken down as a list, as package plan does, when the node
// is first needed, and the machine carries out the lists. With strings or numbers for words, the run also computes the
// result, and Oblivious must be false. [Config] has the network, the routing, the ports of a node and whether there is contention for links.
// [Record] also returns a trace.
//
// A transfer starts when both ends are ready and their ports free. m words over l links take
//
//	SF (store-and-forward)  ts + tw·m·l
//	CT (cut-through)        ts + tw·m + th·l
//
// as in the book, which leaves th out under SF. Both nodes proceed when the message has arrived. Under CT th is charged
// for every link, also in the steps between neighbours for which the book's tables leave it out. On a [topo.Weighted]
// network a link of capacity c takes tw/c for a word; under CT the slowest link of the path counts. One scheduler runs
// the nodes; a body that has to wait is a coroutine. So runs are deterministic.
//
// Calls cannot be started here and waited for later, as on mpi and local: how far they get depends on when a process looks at its
// messages, which the model would have to assume.
//
// [Config.Machine] is the same machine for the schedules of package plan, in which every node does each step of its plan as soon as
// what it waits for is done.
//
// [topocoll/cost] has the formulas to compare with, [topocoll/catalog] the algorithms by name.
package sim
