//go:build cgo

package bench

import (
	"fmt"
	"io"
	"math/rand/v2"

	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/mpi"
)

// PingPong times messages between ranks 0 and 1: through our port, in a C loop and, if available, with gompi,
// in batches of random order. The difference is the cost of the Go layer.
func PingPong(w *mpi.World, cfg Config, out io.Writer) error {
	if w.Size < 2 {
		return fmt.Errorf("bench: pingpong on %d process, want 2 or more", w.Size)
	}
	cfg = cfg.withDefaults()
	cfg.Gompi = true
	b, err := newBench(w, cfg)
	if err != nil {
		return err
	}
	for i, bytes := range cfg.Sizes {
		if err := b.pingPong(max(1, bytes/8), i == 0, out); err != nil {
			return err
		}
	}
	return nil
}

// A way is one way to send messages back and forth: in C, through our port, or with gompi.
type way struct {
	name string
	run  func() error
}

// ways returns the ways to send messages of the given number of float64 words, and the number of round trips
// in a run.
func (b *bench) ways(words int) (ways []way, trips int) {
	port, peer := mpi.NewPort[float64](b.ranks.World), 1-b.ranks.World.Rank
	x := make([]float64, words)
	trips = max(4, min(1000, 1<<22/words))
	ns := make([]int64, trips)
	ways = []way{
		{"C", func() error { return mpi.PingPong(port, x, ns) }},
		{"port", func() error {
			return b.sendBackAndForth(trips, func() error { return port.Send(peer, x) },
				func() error { return port.Recv(peer, x) })
		}},
	}
	if send, recv := contender.GompiMessages(x, peer); send != nil {
		ways = append(ways, way{"gompi", func() error { return b.sendBackAndForth(trips, send, recv) }})
	}
	return ways, trips
}

// pingPong times messages of the given number of float64 words and prints a line, after a header if first is
// set.
func (b *bench) pingPong(words int, first bool, out io.Writer) error {
	ways, trips := b.ways(words)
	const batches = 41
	oneWay := make([][]float64, len(ways)) // batch means
	order := rand.New(rand.NewPCG(b.cfg.Seed, uint64(words)))
	for range batches {
		for _, i := range order.Perm(len(ways)) {
			if err := b.gate.Enter(0); err != nil {
				return err
			}
			if b.ranks.World.Rank > 1 {
				continue
			}
			start := mpi.Now()
			if err := ways[i].run(); err != nil {
				return err
			}
			oneWay[i] = append(oneWay[i], float64(mpi.Now()-start)/float64(2*trips))
		}
	}
	if b.ranks.World.Rank != 0 {
		return nil
	}
	head, line := fmt.Sprintf("# %8s", "bytes"), fmt.Sprintf("%10s", results.FormatSize(words*8))
	for i, way := range ways {
		head += fmt.Sprintf(" %12s", way.name+" us")
		line += fmt.Sprintf(" %12.3f", stats.Median(oneWay[i])/1000)
	}
	for i, way := range ways[1:] {
		head += fmt.Sprintf(" %12s", way.name+" / C")
		line += fmt.Sprintf(" %12.3f", stats.Ratio(oneWay[i+1], oneWay[0], results.Confidence).Value)
	}
	if first {
		fmt.Fprintf(out, "# time one way, median of the batch means, ranks 0 and 1 of %d\n"+
			"# warm caches: one buffer, as in OSU's loop; topocoll fit gives ts with cold caches\n%s\n",
			b.ranks.World.Size, head)
	}
	fmt.Fprintln(out, line)
	return nil
}

// sendBackAndForth sends n messages back and forth; rank 0 sends first.
func (b *bench) sendBackAndForth(n int, send, recv func() error) error {
	first, second := send, recv
	if b.ranks.World.Rank == 1 {
		first, second = recv, send
	}
	for range n {
		if err := first(); err != nil {
			return err
		}
		if err := second(); err != nil {
			return err
		}
	}
	return nil
}
