//go:build cgo

package bench

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"topocoll/bench/calibration"
	"topocoll/bench/clock"
	"topocoll/bench/group"
	"topocoll/bench/links"
	"topocoll/bench/results"
	"topocoll/bench/results/bounds"
	"topocoll/catalog"
	"topocoll/internal/host"
	"topocoll/mpi"
)

// Run measures every operation of cfg at every size. Every rank returns the same result, but only rank 0 has
// the samples. The result has no verdicts; results.Judge adds them. An error that wraps contender.ErrWrong
// means that a contender's result is wrong. After any other error the ranks cannot continue together.
func Run(w *mpi.World, cfg Config, l Listener) (*results.Result, error) {
	b, err := newBench(w, cfg.withDefaults())
	if err != nil {
		return nil, err
	}
	return b.run(l)
}

// run collects the environment, calibrates, and then measures one case after the other.
func (b *bench) run(l Listener) (*results.Result, error) {
	mpi.KeepMemory()
	defer b.memory.Free()
	if err := b.contenders.Algorithms.CheckRequested(b.cfg.Ops()); err != nil {
		return nil, err
	}
	if err := b.guard.Start(b.cfg.Stall, l.Stalled); err != nil {
		return nil, err
	}
	defer b.guard.Close()
	l.Watched()
	if err := b.treePacker().read(b.cfg.Packed); err != nil {
		return nil, err
	}
	if err := b.prepareEnvironment(); err != nil {
		return nil, err
	}
	if err := b.calibrate(); err != nil {
		return nil, err
	}
	r := &report{l, &results.Result{
		Schema: results.Schema, Env: b.env, Status: "complete", Messages: b.contenders.Calibration.Messages,
	}}
	l.Begin(r.result, len(b.cfg.orderedCases()))
	b.reportUnfitRows(r)
	if err := b.removeUnlikelyRows(r); err != nil {
		return nil, err
	}
	if err := b.treePacker().pack(b.cfg.rowsOnTrees(b.ranks.World.Size), l); err != nil {
		return nil, err
	}
	done, err := b.measureCases(r)
	if err != nil {
		return nil, err
	}
	if !done {
		r.result.Status = "partial"
		return r.result, nil
	}
	if err := recordPeakMemory(b.ranks, b.contenders.Peak, &r.result.Env); err != nil {
		return nil, err
	}
	return r.result, recordLoads(b.ranks, &r.result.Env)
}

// prepareEnvironment describes the ranks and their hosts, limits the memory, and decides how samples start.
func (b *bench) prepareEnvironment() (err error) {
	if b.env, err = b.describeEnvironment(); err != nil {
		return err
	}
	if err := b.limitMemory(&b.env); err != nil {
		return err
	}
	if b.cfg.Sync == "auto" {
		// start samples with a barrier if oversubscribed, because a rank that spins until a start time would take
		// time from the other ranks on its core
		b.cfg.Sync = clock.Dissem
		if !b.env.Oversubscribed {
			b.cfg.Sync = clock.Round
		}
		b.gate.Sync, b.env.Sync = b.cfg.Sync, b.cfg.Sync
	}
	if b.env.Oversubscribed && !b.cfg.Oversubscribed && b.meter != nil &&
		b.env.LinksKnown(b.ranks.World.Size) {
		if b.rates, err = links.NewRates(b.meter, b.guard, b.cfg.Cluster, b.cfg.Network); err != nil {
			return err
		}
	}
	b.env.CoresKnown = b.rates != nil
	return nil
}

// calibrate measures empty samples and single messages, and aligns the clocks for the first case.
func (b *bench) calibrate() error {
	if err := calibration.Overhead(b.ranks, b.clock, b.gate, &b.env); err != nil {
		return err
	}
	// Seed minus Launch is the same in all launches, so all launches time messages of the same sizes.
	messages, err := b.messages().All(b.clock, b.cfg.Seed-uint64(b.cfg.Launch))
	if err != nil {
		return err
	}
	b.contenders.Calibration, err = calibration.New(b.ranks, b.networkModel(), b.env.Library, messages)
	if err != nil {
		return err
	}
	return b.clock.Align()
}

// measureCases measures one case after the other. The result `done` is false if the run ended early.
func (b *bench) measureCases(r *report) (done bool, err error) {
	next := b.caseSource()
	began := time.Now()
	for n := 0; ; n++ {
		c, more, err := next()
		if err != nil {
			return false, err
		}
		if !more {
			break
		}
		stop := r.Stop() || b.cfg.Limit > 0 && time.Since(began) > b.cfg.Limit
		if stop, err = b.ranks.BoolFromRank0(stop); err != nil || stop {
			return false, err
		}
		c.P = b.ranks.World.Size
		b.guard.SetActivity(callsText(c.Case, b.cfg.RequestKind))
		r.Progress(n, c.Case.String())
		if need := b.cfg.bufferBytes(c.Op, c.P, c.Bytes); need > b.cfg.MemoryLimit {
			r.skip("%v: it needs buffers of %s per rank, but the limit is %s", c.Case, results.FormatSize(need),
				results.FormatSize(b.cfg.MemoryLimit))
			continue
		}
		if err := b.measureAndReport(c, r); err != nil {
			return false, err
		}
	}
	stop, err := b.ranks.BoolFromRank0(r.Stop())
	return !stop, err
}

func (b *bench) measureAndReport(c TimedCase, r *report) error {
	bound, err := b.lowerBound(c.Case)
	if err != nil {
		return err
	}
	rows, err := b.rowsForCase(c.Case)
	if err != nil {
		return err
	}
	cells, left, err := b.measureCase(c, rows)
	if err != nil {
		return err
	}
	for _, what := range left {
		r.skip("%s", what)
	}
	estimate := bounds.OnePort(r.result, c.Op, c.P, c.Bytes)
	for i := range cells {
		cells[i].Bound, cells[i].Estimate, cells[i].Oversubscribed = bound, estimate, b.env.Oversubscribed
	}
	r.reportOtherSync(cells)
	r.Cells(cells)
	if b.ranks.World.Rank > 0 || b.cfg.Race != nil {
		forgetSamples(cells) // only rank 0 retains samples; in a race, only the listener needs them
	}
	r.result.Cells = append(r.result.Cells, cells...)
	return nil
}

// caseSource returns a function that returns the next case. The function returns the same case on every rank.
func (b *bench) caseSource() (next func() (c TimedCase, more bool, err error)) {
	if b.cfg.Race != nil {
		return b.nextRaceCase
	}
	list := b.cfg.orderedCases()
	return func() (c TimedCase, more bool, err error) {
		if len(list) == 0 {
			return c, false, nil
		}
		c, list = list[0], list[1:]
		return c, true, nil
	}
}

// nextRaceCase returns the next case of a race on every rank. Rank 0 chooses it.
func (b *bench) nextRaceCase() (c TimedCase, more bool, err error) {
	ops, numbers := catalog.Collectives(), make([]int64, 4)
	if b.ranks.World.Rank == 0 {
		c, more := b.cfg.Race.Next()
		copy(numbers[1:], []int64{int64(slices.Index(ops, c.Op)), int64(c.Bytes), int64(c.Time)})
		if more {
			numbers[0] = 1
		}
	}
	if err := mpi.Bcast(b.ranks.Times, 0, numbers); err != nil || numbers[0] == 0 {
		return c, false, err
	}
	return TimedCase{results.Case{Op: ops[numbers[1]], Bytes: int(numbers[2])}, time.Duration(numbers[3])},
		true, nil
}

// callsText returns the name of a case's calls, for messages of the watchdog. A non-blocking or persistent
// call can hang in its start or in its wait.
func callsText(c results.Case, requestKind string) string {
	if requestKind == "" {
		return c.String()
	}
	return fmt.Sprintf("%v (start or wait of %s calls)", c, requestKind)
}

// lowerBound returns the result of bounds.Lower on every rank. Only rank 0 computes it, because the
// computation is long: it needs a maximum flow between every two ranks.
func (b *bench) lowerBound(c results.Case) (float64, error) {
	if !b.env.LinksKnown(c.P) {
		return 0, nil
	}
	bits := int64(0)
	if err := b.guard.OnRank0("computing the lower bound of "+c.String(), func() error {
		b.guard.Step()
		bits = int64(math.Float64bits(bounds.Lower(b.env, c.Op, c.P, c.Bytes)))
		return nil
	}); err != nil {
		return 0, err
	}
	bits, err := b.ranks.NumberFromRank0(bits)
	return math.Float64frombits(uint64(bits)), err
}

// recordLoads records the load average of every host at the end of a run.
func recordLoads(r *group.Ranks, env *results.Env) error {
	texts, err := r.Texts(strconv.FormatFloat(host.Load(), 'f', 2, 64))
	if err != nil {
		return err
	}
	for rank, text := range texts {
		i := slices.IndexFunc(env.Hosts, func(h results.Host) bool { return h.Name == env.Ranks[rank].Host })
		env.Hosts[i].LoadAfter, _ = strconv.ParseFloat(text, 64)
	}
	return nil
}
