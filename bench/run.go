//go:build cgo

package bench

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"time"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/mpi"
)

// A Listener hears of what is measured as it is; every rank calls it.
type Listener interface {
	Watched()                           // from here on Stalled is called when the ranks no longer get on
	Begin(r *results.Result, cells int) // the environment, the messages, and how many operation-size pairs there will be
	Cells(cells []results.Cell)         // one pair is done: native first
	Skip(what string)                   // one pair is left out, and why
	Progress(done int, next string)     // before each pair
	Stop() bool                         // before each pair: on rank 0 it may end the run

	// Stalled is called at most once, in another goroutine, when the ranks no longer get on: why is a
	// sentence on the lowest rank that still hears others, and empty on the rest. It should end the process.
	Stalled(why string)
}

// Run measures every operation of the rows at every size. Every rank returns the same result,
// without verdicts: Judge gives them once the whole table is there. An error
// that is ErrWrong means that a contender gave a wrong result; any other, that the ranks can no longer
// go on together.
func Run(w *mpi.World, cfg Config, l Listener) (*results.Result, error) {
	m, err := newMachine(w, cfg.withDefaults())
	if err != nil {
		return nil, err
	}
	return m.run(cfg, l)
}

// run measures what was asked for, before defaults.
func (m *machine) run(asked Config, l Listener) (*results.Result, error) {
	shared, cfg, w := asked.MemoryLimit == 0, m.cfg, m.world
	if err := m.checkNative(); err != nil {
		return nil, err
	}
	if err := m.guard(l); err != nil {
		return nil, err
	}
	defer m.dog.Close()
	l.Watched()
	env, err := m.environment()
	if err != nil {
		return nil, err
	}
	if shared {
		if cfg.MemoryLimit, err = m.share(env); err != nil {
			return nil, err
		}
		m.cfg.MemoryLimit = cfg.MemoryLimit
	}
	if cfg.Sync == "auto" {
		m.cfg.Sync = byDissem // spinning to a deadline steals the time of ranks that share the core
		if !env.Oversubscribed {
			m.cfg.Sync = byRound
		}
		m.sync, env.Sync = m.cfg.Sync, m.cfg.Sync
	}
	if err := m.overhead(&env); err != nil {
		return nil, err
	}
	result := &results.Result{Schema: results.Schema, Env: env, Status: "complete"}
	if m.timed, err = m.messages(); err != nil {
		return nil, err
	}
	result.Messages = m.timed
	if err := m.align(); err != nil { // for the first cell; every other has that after the one before
		return nil, err
	}
	total := 0
	for _, kind := range cfg.Ops() {
		total += len(cfg.SizesOf(kind))
	}
	l.Begin(result, total)
	m.leaveOut(result, l)
	done, began := 0, time.Now()
	for _, kind := range cfg.order() {
		for _, bytes := range cfg.SizesOf(kind) {
			if over, err := m.rank0(l.Stop() || cfg.Limit > 0 && time.Since(began) > cfg.Limit); err != nil || over {
				result.Status = "partial"
				return result, err
			}
			pair := fmt.Sprintf("%s %s p=%d", kind, results.FormatSize(bytes), w.Size)
			m.dog.Doing(pair)
			l.Progress(done, pair)
			done++
			if need := bytesOf(kind, w.Size, bytes); need > cfg.MemoryLimit {
				what := fmt.Sprintf("%s: %s of buffers per rank, limit %s", pair, results.FormatSize(need), results.FormatSize(cfg.MemoryLimit))
				result.Skipped = append(result.Skipped, what)
				l.Skip(what)
				continue
			}
			cells, err := measureBytes(m, kind, bytes)
			if err != nil {
				return nil, err
			}
			bound, estimate := results.Bound(env, kind, w.Size, bytes), results.Estimate(result, kind, w.Size, bytes)
			for i := range cells {
				cells[i].Bound, cells[i].Estimate, cells[i].Crowded = bound, estimate, env.Oversubscribed
			}
			refuseRound(result, cells, l)
			result.Cells = append(result.Cells, cells...)
			l.Cells(cells)
		}
	}
	if over, err := m.rank0(l.Stop()); err != nil || over {
		result.Status = "partial"
		return result, err
	}
	return result, m.loadsAfter(&result.Env)
}

// loadsAfter notes the load of every host at the end.
func (m *machine) loadsAfter(env *results.Env) error {
	texts, err := m.gather(strconv.FormatFloat(load(), 'f', 2, 64))
	if err != nil {
		return err
	}
	for rank, text := range texts {
		at := slices.IndexFunc(env.Hosts, func(h results.Host) bool { return h.Name == env.Ranks[rank].Host })
		env.Hosts[at].LoadAfter, _ = strconv.ParseFloat(text, 64)
	}
	return nil
}

// rank0 is what rank 0 says, on every rank.
func (m *machine) rank0(says bool) (bool, error) {
	word := []int64{0}
	if says {
		word[0] = 1
	}
	err := mpi.Bcast(m.times, 0, word)
	return word[0] > 0, err
}

// measureBytes takes float64 words where the size allows.
func measureBytes(m *machine, kind catalog.Kind, bytes int) ([]results.Cell, error) {
	if bytes%8 == 0 {
		return measure[float64](m, kind, bytes)
	}
	return measure[uint8](m, kind, bytes)
}

// overhead times samples of nothing: what the clock and the loop put into every sample, and how far
// apart the ranks start.
func (m *machine) overhead(env *results.Env) error {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	const n = 200
	mine, all := make([]int64, 2*n), make([]int64, 2*n*m.world.Size)
	for i := range n {
		if err := m.enter(); err != nil {
			return err
		}
		start := m.now()
		end := m.now()
		mine[2*i], mine[2*i+1] = m.drift.onRank0(start), m.drift.onRank0(end)
	}
	if err := mpi.Allgather(m.times, mine, all); err != nil {
		return err
	}
	var longest, skew []float64
	for i := range n {
		first, last, long := all[2*i], all[2*i], int64(0)
		for rank := range m.world.Size {
			start, end := all[rank*2*n+2*i], all[rank*2*n+2*i+1]
			first, last, long = min(first, start), max(last, start), max(long, end-start)
		}
		longest, skew = append(longest, float64(long)), append(skew, float64(last-first))
	}
	env.Overhead = stats.Median(longest, results.Confidence).Value
	env.SkewP50, _ = stats.Quantile(skew, 0.5)
	env.SkewP95, _ = stats.Quantile(skew, 0.95)
	env.CgoFloor = perCall(mpi.EmptyCall)
	env.ClockCost = perCall(func() { m.now() })
	env.ClockError = float64(m.unsure)
	return nil
}

// perCall is the ns of one call, the best of several runs.
func perCall(call func()) float64 {
	best := time.Hour
	for range 5 {
		start := time.Now()
		for range 10000 {
			call()
		}
		best = min(best, time.Since(start))
	}
	return float64(best.Nanoseconds()) / 10000
}
