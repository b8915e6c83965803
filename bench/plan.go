package bench

import (
	"fmt"
	"io"
	"time"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/host"
	"topocoll/internal/wrap"
)

// WritePlan prints what a run would measure, and the memory and time it would take with all ranks on this machine.
func WritePlan(w io.Writer, cfg Config, scales []int) {
	cfg = cfg.withDefaults()
	if len(cfg.Ops()) == 0 {
		fmt.Fprintf(w, "a ping-pong between ranks 0 and 1 at %d sizes: our port, gompi and a C loop in turn\n", len(cfg.Sizes))
		return
	}
	pairs, cells, memory := 0, 0, 0
	for _, p := range scales {
		arena := 0
		if cfg.Cache == results.Cold {
			arena = min(coldBytes(host.ReadCaches(), p), cfg.MemoryLimit)
		}
		for _, coll := range cfg.Ops() {
			ours := 0
			for _, row := range cfg.Rows {
				if row.Op == coll && row.Takes(p) && row.TakesMesh(cfg.Mesh) {
					ours++
				}
			}
			for _, bytes := range cfg.SizesOf(coll) {
				need := bytesOf(coll, p, bytes)
				if need > cfg.MemoryLimit {
					fmt.Fprintf(w, "skip  %-14s %6s p=%d: %s per rank\n", coll, results.FormatSize(bytes), p, results.FormatSize(need))
					continue
				}
				pairs++
				cells += ours + 1
				memory = max(memory, need, arena)
			}
		}
	}
	io.WriteString(w, wrap.Text("", "", fmt.Sprintf(
		"%d pairs of operation and size, %d cells of ours and the default native call, at most %s of buffers per rank, "+
			"at most about %v if no call takes longer than --time",
		pairs, cells, results.FormatSize(memory), (time.Duration(pairs)*cfg.Time*3/2).Round(time.Second))))
}

// bytesOf returns the size of the buffers of one rank.
func bytesOf(coll catalog.Collective, p, bytes int) int {
	return coll.In(p, bytes, 0, 0) + coll.Out(p, bytes, 0, 0)
}
