//go:build cgo

package bench

import (
	"fmt"
	"math"
	"time"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// meterAll runs every contender once and reads the counters of the links before and after.
func (t *trial[T]) meterAll(cells []results.Cell) (err error) {
	if t.m.meter == nil {
		return nil
	}
	for i, c := range t.contenders {
		cells[i].Links, err = t.m.meter.measure(func() error { return t.watched(i).run(t.args(c, t.root(0))) })
		if err != nil {
			return err
		}
	}
	return nil
}

// statistics is roughly how long the statistics of a cell take per sample, for the watchdog.
const statistics = 20 * time.Microsecond

// cells returns the trial as the cells of a result. unlimited has the contenders' times without the rates of the links, or is nil.
func (t *trial[T]) cells(stop string, counters []results.Counters, unlimited []float64) []results.Cell {
	cells := make([]results.Cell, len(t.contenders))
	for i, c := range t.contenders {
		t.m.beat(time.Duration(len(t.longest[i])) * statistics)
		cell := results.Cell{
			Op: string(t.coll), Algo: c.name, P: t.m.world.Size, Bytes: t.bytes, Type: fmt.Sprintf("%T", *new(T)),
			Stop: stop, Sync: t.m.otherSync(), ClockError: float64(t.m.unsure), Late: t.late,
			Alike: c.alike, Segment: c.segment * sizeOf[T](), Counters: counters[i], Samples: t.longest[i], Global: t.global[i], Position: t.position[i],
		}
		if t.coll.Rooted() {
			cell.Roots = t.rootTime[i]
		}
		for _, total := range t.total[i] {
			cell.RankMean = append(cell.RankMean, math.Round(float64(total)/float64(max(1, len(t.longest[i])))))
		}
		if c.name == results.Native && t.m.cfg.Race == nil && t.m.cfg.Started == "" {
			cell.InC = stats.Median(results.Floats(t.alone()))
		}
		cell.SkewP50, _ = stats.Quantile(results.Floats(t.skew[i]), 0.5)
		cell.SkewP95, _ = stats.Quantile(results.Floats(t.skew[i]), 0.95)
		if unlimited != nil {
			cell.Unlimited, cell.NativeUnlimited = unlimited[i], unlimited[0]
		}
		cell.Summarise(t.longest[0][:len(t.longest[i])])
		cell.Lost = t.hasLost(i)
		cells[i] = cell
	}
	t.m.beat(0)
	return cells
}
