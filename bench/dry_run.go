package bench

import (
	"fmt"
	"io"
	"time"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
	"topocoll/internal/host"
	"topocoll/internal/wrap"
)

// WriteDryRun prints what a run would measure, and the memory and time that it would need with all ranks on
// this machine. The argument `scales` lists the rank counts of the run.
func WriteDryRun(w io.Writer, cfg Config, scales []int) {
	cfg = cfg.withDefaults()
	if len(cfg.Ops()) == 0 {
		fmt.Fprintf(w,
			"a ping-pong between ranks 0 and 1 at %d sizes: topocoll's messages, gompi and a C loop, in turn\n",
			len(cfg.Sizes))
		return
	}
	cases, cells, ranks, most := 0, 0, 0, memoryNeed{}
	free := host.FreeMemory()
	for _, p := range scales {
		if cfg.defaultMemory && free > 0 {
			cfg.MemoryLimit = cfg.footprint(p).defaultLimit(p, free)
		}
		if here := cfg.memoryOnOneMachine(p); here.Machine > most.Machine {
			most = here
			ranks = p
		}
		for _, op := range cfg.Ops() {
			for _, bytes := range cfg.sizesOf(op) {
				need := cfg.bufferBytes(op, p, bytes)
				if need > cfg.MemoryLimit {
					fmt.Fprintf(w, "skip  %-14s %6s p=%d: needs %s of memory per rank\n", op,
						results.FormatSize(bytes), p, results.FormatSize(need))
					continue
				}
				cases++
				cells += len(cfg.ourAlgorithms(op, p)) + 1
			}
		}
	}
	// A case can take 13/8 of its time limit: 1 for the samples, 1/4 for each of two variants of the calls, and
	// 1/8 for ConfirmSegments.
	longest := time.Duration(cases) * cfg.Time * 13 / 8
	duration := fmt.Sprintf("takes at most about %v if no call takes longer than --time",
		longest.Round(time.Second))
	if cfg.Exact > 0 {
		duration = fmt.Sprintf("takes as long as %d calls of every cell, because -i has no time limit", cfg.Exact)
	}
	io.WriteString(w, wrap.Text("", "", fmt.Sprintf(
		"%d pairs of operation and size, at most %d cells of our algorithms and the default native call. The "+
			"run needs %s, and %s",
		cases, cells, tables.MemoryText(most.Rank, most.Machine), duration)))
	if free > 0 && int64(most.Machine) > free {
		io.WriteString(w, wrap.Text("", "", "not enough memory: "+notEnoughMemoryText(ranks, most, free)))
	}
}
