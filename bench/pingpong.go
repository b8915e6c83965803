//go:build cgo

package bench

import (
	"fmt"
	"io"
	"math/rand/v2"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/mpi"
)

// PingPong times messages between ranks 0 and 1: through our port, in a plain C loop, and with gompi,
// in batches whose order is drawn anew each time. It shows what the Go layer costs.
func PingPong(w *mpi.World, cfg Config, out io.Writer) error {
	if w.Size < 2 {
		return fmt.Errorf("bench: pingpong on %d process, want 2 or more", w.Size)
	}
	cfg = cfg.withDefaults()
	cfg.Gompi = true
	m, err := newMachine(w, cfg)
	if err != nil {
		return err
	}
	if w.Rank == 0 {
		fmt.Fprintf(out, "# one way, median over batches of the mean of each, ranks 0 and 1 of %d\n", w.Size)
		fmt.Fprintf(out, "# %8s %12s %12s %12s %12s %12s\n", "bytes", "C us", "port us", "gompi us", "port / C", "gompi / C")
	}
	for _, bytes := range cfg.Sizes {
		if err := m.pingPong(max(1, bytes/8), out); err != nil {
			return err
		}
	}
	return nil
}

// pingPong times messages of some float64 words.
func (m *machine) pingPong(words int, out io.Writer) error {
	port := mpi.NewPort[float64](m.world)
	x := make([]float64, words)
	trips := max(4, min(1000, 1<<22/words))
	ns := make([]int64, trips)
	peer := 1 - m.world.Rank
	ways := []func() error{
		func() error { return mpi.PingPong(port, x, ns) },
		func() error {
			return m.trips(trips, func() error { return port.Send(peer, x) }, func() error { return port.Recv(peer, x) })
		},
		func() error {
			return m.trips(trips, func() error { m.gompi.SendFloat64s(x, peer, 1); return nil },
				func() error { m.gompi.RecvPreallocFloat64s(x, peer, 1); return nil })
		},
	}
	const batches = 41
	oneWay := make([][]float64, len(ways)) // mean of a batch
	order := rand.New(rand.NewPCG(m.cfg.Seed, uint64(words)))
	for range batches {
		for _, i := range order.Perm(len(ways)) {
			if err := m.enter(); err != nil {
				return err
			}
			if m.world.Rank > 1 {
				continue
			}
			start := mpi.Now()
			if err := ways[i](); err != nil {
				return err
			}
			oneWay[i] = append(oneWay[i], float64(mpi.Now()-start)/float64(2*trips))
		}
	}
	if m.world.Rank == 0 {
		c, ours, theirs := middleOf(oneWay[0]), middleOf(oneWay[1]), middleOf(oneWay[2])
		fmt.Fprintf(out, "%10s %12.3f %12.3f %12.3f %12.3f %12.3f\n", results.FormatSize(words*8), c/1000, ours/1000, theirs/1000,
			stats.Ratio(oneWay[1], oneWay[0], results.Confidence).Value, stats.Ratio(oneWay[2], oneWay[0], results.Confidence).Value)
	}
	return nil
}

// trips sends to and fro, rank 0 first.
func (m *machine) trips(n int, send, recv func() error) error {
	first, second := send, recv
	if m.world.Rank == 1 {
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

func middleOf(x []float64) float64 { return stats.Median(x, results.Confidence).Value }
