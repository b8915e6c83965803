//go:build cgo

package bench

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"time"

	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/bench/sampler"
	"topocoll/bench/stats"
	"topocoll/bench/words"
	"topocoll/catalog"
)

// A measurement times the contenders of one case, which is an operation at one size.
type measurement[T words.Number] struct {
	*bench
	limits  sampler.Limits
	set     *contender.Set[T]
	sampler *sampler.Sampler[T] // created by run, after it has removed some contenders
}

// measureCase measures a case on every rank, with the words of Config.Type. Every rank returns the same
// cells. The result `left` lists the omitted calls and contenders, with the reasons.
func (b *bench) measureCase(c TimedCase, rows []catalog.Info) (cells []results.Cell, left []string,
	err error) {
	switch {
	case b.cfg.Type == "float32":
		return measure[float32](b, c, rows)
	case b.cfg.Type == "int64":
		return measure[int64](b, c, rows)
	case b.cfg.Type == "int32":
		return measure[int32](b, c, rows)
	case b.cfg.Type == "uint8" || b.cfg.Type == "" && c.Bytes%8 != 0:
		return measure[uint8](b, c, rows)
	}
	return measure[float64](b, c, rows)
}

func measure[T words.Number](b *bench, c TimedCase, rows []catalog.Info) (cells []results.Cell, left []string,
	err error) {
	m, err := newMeasurement[T](b, c, rows)
	if err != nil {
		return nil, nil, err
	}
	defer m.set.Free()
	cells, err = m.run()
	return cells, m.set.Left, err
}

func newMeasurement[T words.Number](b *bench, c TimedCase, rows []catalog.Info) (*measurement[T], error) {
	set, err := contender.NewSet[T](b.contenders, c.Case, rows, &b.memory)
	return &measurement[T]{bench: b, limits: b.cfg.samplerLimits(c.Time), set: set}, err
}

// run checks the contenders, times them, and returns their cells.
func (m *measurement[T]) run() ([]results.Cell, error) {
	if err := m.set.RemoveUnusable(); err != nil {
		return nil, err
	}
	if err := m.set.MergeSamePlans(); err != nil {
		return nil, err
	}
	m.sampler = sampler.New(m.set, m.instruments(), m.limits)
	if err := m.sampler.Check(m.set.Root(0)); err != nil {
		return nil, err
	}
	counters, err := m.set.Count()
	if err != nil {
		return nil, err
	}
	if changed, err := m.sampler.ConfirmSegments(); err != nil {
		return nil, err
	} else if changed {
		if counters, err = m.set.Count(); err != nil {
			return nil, err
		}
	}

	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	stop, err := m.sampler.Run()
	if err != nil {
		return nil, err
	}
	best, ratioInC, err := m.timeBestInC()
	if err != nil {
		return nil, err
	}
	if err := m.sampler.CheckAnyRoot(); err != nil {
		return nil, err
	}
	unlimited, err := m.timeWithoutRates()
	if err != nil {
		return nil, err
	}
	cells := m.cells(stop, counters, unlimited)
	cells[0].InCBest, cells[0].InCRatio = best, ratioInC
	if err := m.measureOverlap(cells); err != nil {
		return nil, err
	}
	return cells, m.countOnLinks(cells)
}

// timeBestInC times the native call and our fastest algorithm in separate repetitions, in which C code reads
// the clock directly before and after each call. It returns the algorithm's name and the ratio of its times
// to the times of the native call. Later calls of the algorithm are timed in C too.
//
// timeBestInC returns "" if no algorithm of ours was measured, if the run is a race (Config.Race), if the
// cores are oversubscribed, if calls are non-blocking or persistent, or if all calls are timed in C anyway.
// It also returns "" for blocks longer than results.Short, because for them the cost of the call from Go does
// not matter.
func (m *measurement[T]) timeBestInC() (best string, ratio float64, err error) {
	cfg := m.cfg
	if m.set.Case.Bytes > results.Short || cfg.InC || cfg.RequestKind != "" || m.env.Oversubscribed ||
		cfg.Race != nil {
		return "", 0, nil
	}
	i := m.fastestAlgorithm()
	if i < 0 {
		return "", 0, nil
	}
	ours := m.set.Contenders[i].TimedInC()
	two := m.sampler.Variant(m.set.With([]contender.Contender[T]{ours}))
	if err := two.RunFor(min(12, m.repetitions()), min(256, m.repetitions()), m.limits.Time/4); err != nil {
		return "", 0, fmt.Errorf("%s in C: %w", ours.Name, err)
	}
	pairs := stats.Ratio(results.Floats(two.Samples[0].Longest), results.Floats(two.Samples[1].Longest),
		results.Confidence)
	return ours.Name, pairs.Value, nil
}

// repetitions returns the number of repetitions so far.
func (m *measurement[T]) repetitions() int { return len(m.sampler.Samples[0].Longest) }

// fastestAlgorithm returns the index of the contender from the catalog that has the lowest median, or -1.
func (m *measurement[T]) fastestAlgorithm() int {
	best, least := -1, 0.
	for i, c := range m.set.Contenders {
		times := m.sampler.Samples[i].Longest
		if c.Timer == nil || len(times) == 0 {
			continue
		}
		if median := stats.Median(results.Floats(times)); best < 0 || median < least {
			best, least = i, median
		}
	}
	return best
}

// timeWithoutRates returns the third quartile in ns of each contender's times on links without rate limits.
// It returns nil if the limits cannot or need not be lifted.
func (m *measurement[T]) timeWithoutRates() (ns []float64, err error) {
	if m.rates == nil {
		return nil, nil
	}
	defer m.contenders.SaveTimes()()
	if err := m.rates.Lift(); err != nil {
		return nil, err
	}
	without := m.sampler.Variant(m.set)
	if err := without.RunFor(min(12, m.repetitions()), min(64, m.repetitions()),
		m.limits.Time/4); err != nil {
		return nil, err
	}
	if err := m.rates.Restore(); err != nil {
		return nil, err
	}
	for i := range m.set.Contenders {
		const most = 3. / 4
		// The samples of a contender are missing only if every repetition was late.
		if times := without.Samples[i].Longest; len(times) > 0 {
			within, _ := stats.Quantile(results.Floats(times), most)
			ns = append(ns, within)
		}
	}
	return ns, nil
}

// statisticsTimePerSample is the approximate time per sample that the watchdog allows for a cell's
// statistics.
const statisticsTimePerSample = 20 * time.Microsecond

// cells converts the samples to cells. The argument `unlimited` holds each contender's time without rate
// limits, or is nil.
func (m *measurement[T]) cells(stop string, counters []results.Counters, unlimited []float64) []results.Cell {
	cells := make([]results.Cell, len(m.set.Contenders))
	native := m.sampler.Samples[0].Longest
	inC := m.sampler.Samples[len(cells)].Longest
	for i, c := range m.set.Contenders {
		s := m.sampler.Samples[i]
		m.guard.Beat(time.Duration(len(s.Longest)) * statisticsTimePerSample)
		cell := results.Cell{
			Subject: results.Subject{Op: string(m.set.Case.Op), Algo: c.Name, P: m.set.Case.P,
				Bytes: m.set.Case.Bytes, Type: fmt.Sprintf("%T", *new(T)), Alike: c.Alike},
			Sampling:    results.Sampling{Stop: stop, Sync: m.otherSync(), Late: m.sampler.Late},
			StartSkew:   results.StartSkew{ClockError: float64(m.clock.Error)},
			LinkUse:     results.LinkUse{Segment: c.Segment * words.Size[T](), Counters: counters[i]},
			SampleLists: results.SampleLists{Samples: s.Longest, Global: s.Global, Position: s.Position},
		}
		if m.set.Case.Op.Rooted() {
			cell.Roots = s.Root
		}
		for _, total := range s.RankTotal {
			cell.RankMean = append(cell.RankMean, math.Round(float64(total)/float64(max(1, len(s.Longest)))))
		}
		if c.Name == results.Native && m.cfg.Race == nil && m.cfg.RequestKind == "" {
			cell.InC = stats.Median(results.Floats(inC))
		}
		cell.SkewP50, _ = stats.Quantile(results.Floats(s.StartSkew), 0.5)
		cell.SkewP95, _ = stats.Quantile(results.Floats(s.StartSkew), 0.95)
		if unlimited != nil {
			cell.Unlimited, cell.NativeUnlimited = unlimited[i], unlimited[0]
		}
		cell.Summarise(native[:len(s.Longest)])
		cell.Lost = m.sampler.HasLost(i)
		cells[i] = cell
	}
	m.guard.Beat(0)
	return cells
}

// otherSync returns the synchronization method in effect. It returns "" if this is the requested method.
func (b *bench) otherSync() string {
	if b.gate.Sync == b.cfg.Sync {
		return ""
	}
	return b.gate.Sync
}

// countOnLinks runs every contender once, and records in its cell the bytes that it sends over each link.
func (m *measurement[T]) countOnLinks(cells []results.Cell) (err error) {
	if m.meter == nil {
		return nil
	}
	for i, c := range m.set.Contenders {
		cells[i].Links,
			err = m.meter.Measure(func() error { return m.set.Watched(i).Run(m.set.Args(c, m.set.Root(0))) })
		if err != nil {
			return err
		}
	}
	return nil
}
