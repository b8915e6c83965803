// Package sim simulates a network in virtual time. It runs the unchanged body of a collective on p nodes.
// Each message takes the time that the textbook's model gives:
//
//	machine := sim.Config{Ts: 10, Tw: 0.01, Network: topo.NewHypercube(1 << 20), Oblivious: true}
//	result, err := sim.Run(ctx, 1<<20, machine, func(port comm.Port[struct{}]) error {
//		return hcube.Bcast(comm.New(port), 0, make([]struct{}, 1000))
//	})
//	fmt.Println(result.Time, "µs") // 400: (ts + tw·m) log p
//
// The data of a []struct{} needs no memory, so a run of a million nodes fits into memory. Without data, the
// calls of a node do not depend on messages. With [Config].Oblivious, the simulator therefore records the
// calls of each node in a list when it first needs the node, and then processes the lists. If words are
// strings or numbers, the run also computes the result, and Oblivious must be false. [Config] selects the
// network, the routing, the ports of a node, and contention for links. [Record] also returns a trace.
//
// A transfer starts when the sender and the receiver are ready and their ports are free. m words over l links
// take
//
//	SF (store-and-forward)  ts + tw·m·l
//	CT (cut-through)        ts + tw·m + th·l
//
// as in the book, which omits th under SF. Both nodes continue when the message has arrived. Under CT th is
// charged for every link, even between neighbours, where the book's tables omit it. On a [topo.Weighted]
// network a word on a link of capacity c takes tw/c. Under CT the slowest link of the path determines the
// rate. A single scheduler runs the bodies as coroutines, so runs are deterministic.
//
// The ports have no non-blocking calls. The progress of such calls would depend on when a process checks for
// messages, and the model would have to make assumptions about that.
//
// [Config.Machine] returns the same machine for package plan, which schedules each step of a node's plan as
// soon as its dependencies are complete.
//
// [topocoll/cost] provides formulas for comparison with these times, and [topocoll/catalog] provides the
// algorithms by name.
package sim
