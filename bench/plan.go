package bench

import (
	"fmt"
	"io"
	"time"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/wrap"
)

// WritePlan says what a run would measure, and what it would take with all ranks on this machine.
func WritePlan(w io.Writer, cfg Config, scales []int) {
	cfg = cfg.withDefaults()
	if len(cfg.Ops()) == 0 {
		fmt.Fprintf(w, "a ping-pong of ranks 0 and 1, %d sizes: our port, gompi and a C loop in turn\n", len(cfg.Sizes))
		return
	}
	pairs, contenders, memory := 0, 0, 0
	for _, p := range scales {
		arena := 0
		if cfg.Cache == results.Cold {
			arena = min(cachesOf("/").coldBytes(p), cfg.MemoryLimit)
		}
		for _, kind := range cfg.Ops() {
			ours := 0
			for _, row := range cfg.Rows {
				if row.Op == kind && row.Takes(p) && row.TakesMesh(cfg.Mesh) {
					ours++
				}
			}
			for _, bytes := range cfg.SizesOf(kind) {
				need := bytesOf(kind, p, bytes)
				if need > cfg.MemoryLimit {
					fmt.Fprintf(w, "skip  %-14s %6s p=%d: %s per rank\n", kind, results.FormatSize(bytes), p, results.FormatSize(need))
					continue
				}
				pairs++
				contenders += ours + 1
				memory = max(memory, need, arena)
			}
		}
	}
	io.WriteString(w, wrap.Text("", "", fmt.Sprintf(
		"%d cells of operation and size, %d contenders in all of them, at most %s of buffers per rank, at most about %v where a call takes less than --time",
		pairs, contenders, results.FormatSize(memory), (time.Duration(pairs)*cfg.Time*3/2).Round(time.Second))))
}

// bytesOf returns what the buffers of one rank take.
func bytesOf(kind catalog.Kind, p, bytes int) int {
	return kind.In(p, bytes, 0, 0) + kind.Out(p, bytes, 0, 0)
}
