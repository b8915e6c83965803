//go:build cgo

package bench

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/native"
	"topocoll/mpi"
	"topocoll/plan"
)

// ErrWrong marks a contender whose result is wrong.
var ErrWrong = errors.New("wrong result")

// A trial is one operation at one size: its contenders and the times of all repetitions so far.
type trial[T number] struct {
	m          *measurer
	coll       catalog.Collective
	bytes      int
	contenders []contender[T]
	inC        contender[T]
	byRank     side[T]    // of the native calls
	byLabel    side[T]    // of ours
	roots      []int      // the ranks that are the root in turn
	loaded     []bool     // by root: whether its programs have been made
	at         lanes[T]   // of the words of all calls
	order      *rand.Rand // the same on every rank

	mine       []int64 // noted numbers of this rank for each call of a batch, repetition by repetition
	all        []int64 // the same of every rank
	longest    [][]int64
	global     [][]int64
	rootTime   [][]int64
	skew       [][]int64
	total      [][]int64 // of the times of every rank, by contender
	position   [][]int   // of every sample in its repetition
	turns      []int     // positions of the calls of a batch, in the order of mine
	late       int       // repetitions dropped because a rank missed a start time
	in         []int     // the numbers of the calls of a repetition: all but those that have lost a race
	race       race
	repetition int64 // ns of one call of every contender, as measured by checkAll
}

// noted is how many numbers a rank records of each sample: start, end, and 1 if it missed the start time.
const noted = 3

// measure times all contenders of an operation at one size. Every rank returns the same cells.
func measure[T number](m *measurer, coll catalog.Collective, bytes int) ([]results.Cell, error) {
	t, err := newTrial[T](m, coll, bytes)
	if err != nil {
		return nil, err
	}
	defer m.freePorts()
	defer t.free()
	if err := t.leaveUnusable(); err != nil {
		return nil, err
	}
	if err := t.merge(); err != nil {
		return nil, err
	}
	if err := t.checkAll(t.root(0)); err != nil {
		return nil, err
	}
	counters, err := t.count()
	if err != nil {
		return nil, err
	}

	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	stop, err := t.timed()
	if err != nil {
		return nil, err
	}
	best, ratioInC, err := t.bothInC()
	if err != nil {
		return nil, err
	}
	if err := t.checkAll(t.root(t.order.IntN(m.world.Size))); err != nil {
		return nil, err
	}
	unlimited, err := t.unlimited()
	if err != nil {
		return nil, err
	}
	cells := t.cells(stop, counters, unlimited)
	cells[0].InCBest, cells[0].InCRatio = best, ratioInC
	if err := t.overlaps(cells); err != nil {
		return nil, err
	}
	return cells, t.meterAll(cells)
}

func newTrial[T number](m *measurer, coll catalog.Collective, bytes int) (*trial[T], error) {
	words := bytes / sizeOf[T]()
	segment := m.cfg.Segment
	if segment == 0 {
		segment = m.exchanges().bestSegment(m.world.Size, bytes)
	}
	segment = (segment + sizeOf[T]() - 1) / sizeOf[T]()
	t := &trial[T]{
		m: m, coll: coll, bytes: bytes, order: rand.New(rand.NewPCG(m.cfg.Seed, uint64(bytes))),
		byRank: newSide[T](m, coll, words, segment, nil), byLabel: newSide[T](m, coll, words, segment, m.cfg.Placement),
	}
	t.inC = inC(m, t.byRank)
	t.roots, t.loaded = m.roots(coll, bytes), make([]bool, m.world.Size)
	var err error
	if t.contenders, err = contenders(m, coll, t.byLabel, t.root(0)); err != nil {
		return nil, err
	}
	if words == 0 && coll != catalog.Barrier {
		t.contenders = slices.DeleteFunc(t.contenders, func(c contender[T]) bool { return c.name == "gompi" })
	}
	t.at, err = lay[T](m, max(t.byRank.most(t.byRank.in), t.byLabel.most(t.byLabel.in)), max(t.byRank.most(t.byRank.out), t.byLabel.most(t.byLabel.out)))
	t.reset()
	return t, err
}

// recording names the making of plans for the watchdog.
func (t *trial[T]) recording() string { return "the recording of " + t.m.pair(t.coll, t.bytes) }

// reset forgets all times.
func (t *trial[T]) reset() {
	n := t.calls()
	for _, times := range []*[][]int64{&t.longest, &t.global, &t.rootTime, &t.skew} {
		*times = make([][]int64, n)
	}
	t.position, t.total = make([][]int, n), make([][]int64, n)
	for i := range t.total {
		t.total[i] = make([]int64, t.m.world.Size)
	}
	t.late = 0
	t.in, t.race = make([]int, n), race{}
	for i := range n {
		t.in[i] = i
	}
	if t.m.cfg.Race != nil {
		t.in, t.race.lost = t.in[:n-1], make([]bool, n) // without native in C
	}
}

// checks is how often results are checked, both before and after calls are timed.
const checks = 3

// checkAll checks every contender once in each repetition, always in the next slot. It stops after one that takes longer than the
// time limit of the cell.
func (t *trial[T]) checkAll(root int) error {
	for range checks {
		if err := t.load(root); err != nil {
			return err
		}
		began := mpi.Now()
		for i, c := range t.contenders {
			failure, err := t.side(c).check(t.watched(i), &t.at, root)
			if err != nil {
				return err
			}
			if failure, err = native.Agree(t.m.port, failure); err != nil {
				return err
			}
			if failure != "" {
				return fmt.Errorf("%w: %s", ErrWrong, failure)
			}
		}
		repetition, err := t.m.greatest(mpi.Now() - began)
		if err != nil {
			return err
		}
		if t.repetition = repetition[0]; t.repetition > t.m.cfg.Time.Nanoseconds() {
			break
		}
	}
	return nil
}

// count counts what our algorithms send, in the plans of a call with the first root. A contender whose messages are all short enough
// has no segments.
func (t *trial[T]) count() ([]results.Counters, error) {
	const numbers = 4 // of a contender
	mine := make([]int64, numbers*len(t.contenders))
	if err := t.m.prepare(t.recording(), func() error {
		for i, c := range t.contenders {
			if c.recorded == nil {
				continue
			}
			t.m.step()
			node, err := c.recorded(t.byLabel.me)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			n, longest := countersOf(node.Segment(c.segment), sizeOf[T]()), plan.Job{*node}.LongestMessage()
			copy(mine[numbers*i:], []int64{int64(n.Rounds), int64(n.Messages), int64(n.Bytes), int64(longest)})
		}
		return nil
	}); err != nil {
		return nil, err
	}
	most, err := t.m.greatest(mine...)
	if err != nil {
		return nil, err
	}
	counters := make([]results.Counters, len(t.contenders))
	for i, c := range t.contenders {
		of := most[numbers*i:]
		counters[i] = results.Counters{Rounds: int(of[0]), Messages: int(of[1]), Bytes: int(of[2])}
		if c.recorded != nil && int(of[3]) <= c.segment {
			t.contenders[i].segment = 0
		}
	}
	return counters, nil
}
