//go:build cgo

package bench

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"time"

	"topocoll/bench/results"
	"topocoll/bench/results/bounds"
	"topocoll/bench/stats"
	"topocoll/internal/host"
	"topocoll/mpi"
)

// A Listener receives what is measured, as it is measured. Every rank calls it.
type Listener interface {
	Watched()                           // from now on Stalled may be called
	Begin(r *results.Result, cells int) // r has the environment and the messages; cells is the number of pairs of operation and size
	Cells(cells []results.Cell)         // one pair is done; native is first
	Skip(what string)                   // something is left out, and why
	Progress(done int, next string)     // before each pair
	Prepare(what string)                // on rank 0: what is done before the first pair, each few seconds
	Stop() bool                         // before each pair; on rank 0 it may end the run

	// Stalled is called at most once, in another goroutine, if the ranks make no progress. why is a sentence on the
	// lowest rank that still hears others, and empty on the rest. Stalled should end the process.
	Stalled(why string)
}

// Run measures every operation of the rows at every size. Every rank returns the same result, but only rank 0 with the samples,
// and without verdicts; Judge gives them to the whole table. An error that wraps ErrWrong means that a contender's result is wrong; after any other
// error the ranks cannot continue together.
func Run(w *mpi.World, cfg Config, l Listener) (*results.Result, error) {
	m, err := newMeasurer(w, cfg.withDefaults())
	if err != nil {
		return nil, err
	}
	return m.run(l)
}

// run measures what m.cfg says.
func (m *measurer) run(l Listener) (*results.Result, error) {
	cfg, w := m.cfg, m.world
	mpi.KeepMemory()
	defer m.freeWords()
	if err := m.checkNative(); err != nil {
		return nil, err
	}
	if err := m.guard(l); err != nil {
		return nil, err
	}
	defer m.watch.Close()
	l.Watched()
	if err := m.read(); err != nil {
		return nil, err
	}
	env, err := m.environment()
	if err != nil {
		return nil, err
	}
	if err := m.budget(&env); err != nil {
		return nil, err
	}
	if cfg.Sync == "auto" {
		m.cfg.Sync = byDissem // waiting for a deadline by spinning takes time from ranks on the same core
		if !env.Oversubscribed {
			m.cfg.Sync = byRound
		}
		m.sync, env.Sync = m.cfg.Sync, m.cfg.Sync
	}
	if m.rates, err = m.liftable(env); err != nil {
		return nil, err
	}
	env.CoresKnown, m.crowded = m.rates != nil, env.Oversubscribed
	if err := m.overhead(&env); err != nil {
		return nil, err
	}
	result := &results.Result{Schema: results.Schema, Env: env, Status: "complete"}
	if m.timed, err = m.messages(); err != nil {
		return nil, err
	}
	result.Messages = m.timed
	m.perByte = 1e3 * m.machine().Between.Tw
	if m.model, err = m.modeled(); err != nil {
		return nil, err
	}
	if err := m.align(); err != nil { // for the first cell; for every other, the one before does it
		return nil, err
	}
	l.Begin(result, len(cfg.sequence()))
	m.leaveOut(result, l)
	if err := m.leaveUnlikely(result, l); err != nil {
		return nil, err
	}
	if err := m.pack(l); err != nil {
		return nil, err
	}
	next := m.cells()
	done, began := 0, time.Now()
	for {
		cell, more, err := next()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		coll, bytes := cell.Op, cell.Bytes
		m.cfg.Time = cell.Time
		if over, err := m.rank0(l.Stop() || cfg.Limit > 0 && time.Since(began) > cfg.Limit); err != nil || over {
			result.Status = "partial"
			return result, err
		}
		pair := m.pair(coll, bytes)
		m.doing(m.calling(pair))
		l.Progress(done, pair)
		done++
		if need := m.cfg.bytesOf(coll, w.Size, bytes); need > m.cfg.MemoryLimit {
			skip(result, l, "%s: %s of buffers per rank, limit %s", pair, results.FormatSize(need), results.FormatSize(m.cfg.MemoryLimit))
			continue
		}
		bound, err := m.bound(env, coll, bytes)
		if err != nil {
			return nil, err
		}
		if err := m.admit(coll, bytes); err != nil {
			return nil, err
		}
		cells, err := measureBytes(m, coll, bytes)
		if err != nil {
			return nil, err
		}
		for _, what := range m.left {
			skip(result, l, "%s", what)
		}
		m.left = nil
		estimate := bounds.OnePort(result, coll, w.Size, bytes)
		for i := range cells {
			cells[i].Bound, cells[i].Estimate, cells[i].Oversubscribed = bound, estimate, env.Oversubscribed
		}
		refuseRound(result, cells, l)
		l.Cells(cells)
		if w.Rank > 0 || cfg.Race != nil {
			forgetSamples(cells) // of a race only the listener wants them
		}
		result.Cells = append(result.Cells, cells...)
	}
	if over, err := m.rank0(l.Stop()); err != nil || over {
		result.Status = "partial"
		return result, err
	}
	if err := m.peaks(&result.Env); err != nil {
		return nil, err
	}
	return result, m.loadsAfter(&result.Env)
}

// skip notes that something is left out, and why.
func skip(r *results.Result, l Listener, format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	r.Skipped = append(r.Skipped, what)
	l.Skip(what)
}

// loadsAfter records the load of every host at the end.
func (m *measurer) loadsAfter(env *results.Env) error {
	texts, err := m.gather(strconv.FormatFloat(host.Load(), 'f', 2, 64))
	if err != nil {
		return err
	}
	for rank, text := range texts {
		at := slices.IndexFunc(env.Hosts, func(h results.Host) bool { return h.Name == env.Ranks[rank].Host })
		env.Hosts[at].LoadAfter, _ = strconv.ParseFloat(text, 64)
	}
	return nil
}

// overhead times empty samples: the time that the clock and the loop add to every sample, and the start skew of the
// ranks.
func (m *measurer) overhead(env *results.Env) error {
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
	env.Overhead = stats.Median(longest)
	env.SkewP50, _ = stats.Quantile(skew, 0.5)
	env.SkewP95, _ = stats.Quantile(skew, 0.95)
	env.CgoFloor = perCall(mpi.EmptyCall)
	env.ClockCost = perCall(func() { m.now() })
	env.ClockError = float64(m.unsure)
	return nil
}

// perCall is the time of one call in ns, the best of several runs.
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
