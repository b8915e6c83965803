//go:build cgo

package bench

import (
	"fmt"
	"io"
	"math/rand/v2"

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
		fmt.Fprintf(out, "# one way, median of batches, ranks 0 and 1 of %d\n", w.Size)
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
	trip := func(send, recv func() error) error {
		for i := range ns {
			start := mpi.Now()
			first, second := send, recv
			if m.world.Rank == 1 {
				first, second = recv, send
			}
			if err := first(); err != nil {
				return err
			}
			if err := second(); err != nil {
				return err
			}
			ns[i] = mpi.Now() - start
		}
		return nil
	}
	ways := []func() error{
		func() error { return mpi.PingPong(port, x, ns) },
		func() error {
			return trip(func() error { return port.Send(peer, x) }, func() error { return port.Recv(peer, x) })
		},
		func() error {
			return trip(func() error { m.gompi.SendFloat64s(x, peer, 1); return nil },
				func() error { m.gompi.RecvPreallocFloat64s(x, peer, 1); return nil })
		},
	}
	const batches = 21
	medians := make([][]float64, len(ways))
	order := rand.New(rand.NewPCG(m.cfg.Seed, uint64(words)))
	for range batches {
		for _, i := range order.Perm(len(ways)) {
			if err := m.enter(); err != nil {
				return err
			}
			if m.world.Rank > 1 {
				continue
			}
			if err := ways[i](); err != nil {
				return err
			}
			medians[i] = append(medians[i], stats.Median(floats(ns), confidence).Value/2)
		}
	}
	if m.world.Rank == 0 {
		c, ours, theirs := middleOf(medians[0]), middleOf(medians[1]), middleOf(medians[2])
		fmt.Fprintf(out, "%10s %12.3f %12.3f %12.3f %12.3f %12.3f\n", FormatSize(words*8), c/1000, ours/1000, theirs/1000,
			stats.Ratio(medians[1], medians[0], confidence).Value, stats.Ratio(medians[2], medians[0], confidence).Value)
	}
	return nil
}

func middleOf(x []float64) float64 { return stats.Median(x, confidence).Value }
