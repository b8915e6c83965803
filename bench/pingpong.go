//go:build cgo

package bench

import (
	"fmt"
	"io"
	"math/rand/v2"

	"topocoll/bench/clock"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/mpi"
)

// PingPong measures the time of messages between ranks 0 and 1: through an mpi.Port, in a C loop and, if
// available, with gompi. The messages of each implementation are sent in batches, and the batches run in
// random order. The differences show the cost of the Go layer.
func PingPong(w *mpi.World, cfg Config, out io.Writer) error {
	if w.Size < 2 {
		return fmt.Errorf("bench: PingPong: %d process, want 2 or more", w.Size)
	}
	cfg = cfg.withDefaults()
	cfg.Gompi = true
	b, err := newBench(w, cfg)
	if err != nil {
		return err
	}
	t := pingPong{w, b.gate, cfg.Seed, out}
	for i, bytes := range cfg.Sizes {
		if err := t.print(max(1, bytes/8), i == 0); err != nil {
			return err
		}
	}
	return nil
}

// A pingPong measures the time of messages between ranks 0 and 1 and prints a line for each size.
type pingPong struct {
	world *mpi.World
	gate  *clock.Gate
	seed  uint64
	out   io.Writer
}

// A messageLoop sends messages back and forth: in C, through an mpi.Port, or with gompi.
type messageLoop struct {
	name string
	run  func() error
}

// messageLoops returns the implementations of the ping-pong for messages of the given number of float64
// words. The result `trips` is the number of round trips in one run.
func (t pingPong) messageLoops(words int) (messageLoops []messageLoop, trips int) {
	port, peer := mpi.NewPort[float64](t.world), 1-t.world.Rank
	x := make([]float64, words)
	trips = max(4, min(1000, 1<<22/words))
	ns := make([]int64, trips)
	messageLoops = []messageLoop{
		{"C", func() error { return mpi.PingPong(port, x, ns) }},
		{"port", func() error {
			return t.sendBackAndForth(trips, func() error { return port.Send(peer, x) },
				func() error { return port.Recv(peer, x) })
		}},
	}
	if send, recv := contender.GompiMessages(x, peer); send != nil {
		messageLoops = append(messageLoops, messageLoop{"gompi",
			func() error { return t.sendBackAndForth(trips, send, recv) }})
	}
	return messageLoops, trips
}

// print measures the time of messages of the given number of float64 words and prints one line of the table.
// If `first` is true, it prints the header first.
func (t pingPong) print(words int, first bool) error {
	messageLoops, trips := t.messageLoops(words)
	const batches = 41
	oneWay := make([][]float64, len(messageLoops)) // mean times of the batches, in ns
	order := rand.New(rand.NewPCG(t.seed, uint64(words)))
	for range batches {
		for _, i := range order.Perm(len(messageLoops)) {
			if err := t.gate.Enter(0); err != nil {
				return err
			}
			if t.world.Rank > 1 {
				continue
			}
			start := mpi.Now()
			if err := messageLoops[i].run(); err != nil {
				return err
			}
			oneWay[i] = append(oneWay[i], float64(mpi.Now()-start)/float64(2*trips))
		}
	}
	if t.world.Rank != 0 {
		return nil
	}
	head, line := fmt.Sprintf("# %8s", "bytes"), fmt.Sprintf("%10s", results.FormatSize(words*8))
	for i, messageLoop := range messageLoops {
		head += fmt.Sprintf(" %12s", messageLoop.name+" us")
		line += fmt.Sprintf(" %12.3f", stats.Median(oneWay[i])/1000)
	}
	for i, messageLoop := range messageLoops[1:] {
		head += fmt.Sprintf(" %12s", messageLoop.name+" / C")
		line += fmt.Sprintf(" %12.3f", stats.Ratio(oneWay[i+1], oneWay[0], results.Confidence).Value)
	}
	if first {
		fmt.Fprintf(t.out, "# one-way time between ranks 0 and 1 of %d: the median of the batch means\n"+
			"# warm caches, because all messages use one buffer, as in OSU's benchmarks\n"+
			"# topocoll fit gives ts with cold caches\n%s\n",
			t.world.Size, head)
	}
	fmt.Fprintln(t.out, line)
	return nil
}

// sendBackAndForth sends n messages back and forth; rank 0 sends first.
func (t pingPong) sendBackAndForth(n int, send, recv func() error) error {
	first, second := send, recv
	if t.world.Rank == 1 {
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
