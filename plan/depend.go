package plan

import "slices"

// Waits returns, for every step, the earlier steps that must be complete before it begins. It omits most
// dependencies that other dependencies imply. A node that executes each step as soon as Waits allows gets the
// same result as in program order. The dependencies are:
//
//   - a step that reads a word waits for the last step that wrote it
//   - a step that writes a word waits for the last step that wrote it, and for the steps that have read it
//     since
//   - a message without words, as in a barrier, is a signal; it waits for all messages of earlier rounds, and
//     all messages of later rounds wait for it
//
// Messages between the same two nodes may be sent and received in any order, because their numbers
// distinguish them.
func (p *Plan) Waits() [][]int {
	d := dependencies{waits: make([][]int, len(p.Steps))}
	for b := range d.intervalLists {
		d.intervalLists[b] = p.splitBuffer(Buffer(b))
	}
	for first, end := range p.Rounds() {
		d.addSignalWaits(p.Steps, first, end)
		for i := first; i < end; i++ {
			for _, r := range p.Steps[i].reads() {
				d.read(i, r)
			}
		}
		for i := first; i < end; i++ {
			d.write(i, p.Steps[i].Into)
		}
		for i := first; i < end; i++ {
			slices.Sort(d.waits[i])
			d.waits[i] = slices.Compact(d.waits[i])
		}
	}
	return d.waits
}

// dependencies holds the dependencies of the steps processed so far.
type dependencies struct {
	waits         [][]int
	intervalLists [3][]interval // the intervals of each of the three buffers
	lastSignals   []int         // the latest signals (empty messages), for which every later message waits
	messagesSince []int         // messages since the latest signals
}

// An interval is a range of a buffer that every step uses completely or not at all. It ends where the next
// interval of the buffer begins.
type interval struct {
	start      int
	lastWriter int   // the last step that wrote the interval, or -1
	readers    []int // the steps that have read the interval since then
}

// splitBuffer divides a buffer into intervals at every position where a range of a step begins or ends.
func (p *Plan) splitBuffer(b Buffer) []interval {
	var positions []int
	for _, s := range p.Steps {
		for _, r := range [...]Range{s.From, s.With, s.Into} {
			if r.Buffer == b && r.Len > 0 {
				positions = append(positions, r.At, r.At+r.Len)
			}
		}
	}
	slices.Sort(positions)
	positions = slices.Compact(positions)
	intervals := make([]interval, len(positions))
	for i := range positions {
		intervals[i] = interval{start: positions[i], lastWriter: -1}
	}
	return intervals
}

// intervalsOf returns the intervals that make up r.
func (d *dependencies) intervalsOf(r Range) []interval {
	if r.Len == 0 {
		return nil
	}
	intervals := d.intervalLists[r.Buffer]
	find := func(position int) int {
		i, _ := slices.BinarySearchFunc(intervals, position,
			func(x interval, position int) int { return x.start - position })
		return i
	}
	return intervals[find(r.At):find(r.At+r.Len)]
}

func (d *dependencies) read(i int, r Range) {
	intervals := d.intervalsOf(r)
	for k := range intervals {
		d.addWait(i, intervals[k].lastWriter)
		intervals[k].readers = append(intervals[k].readers, i)
	}
}

func (d *dependencies) write(i int, r Range) {
	intervals := d.intervalsOf(r)
	for k := range intervals {
		w := &intervals[k]
		d.addWait(i, w.lastWriter)
		for _, reader := range w.readers {
			d.addWait(i, reader)
		}
		w.lastWriter, w.readers = i, w.readers[:0]
	}
}

// addSignalWaits adds the dependencies that signals (empty messages) impose on the round from step `first` to
// `end`-1. Every message waits for the latest signals. A signal also waits for all messages since then.
func (d *dependencies) addSignalWaits(steps []Step, first, end int) {
	var empty []int
	for i := first; i < end && steps[i].Message(); i++ {
		d.waits[i] = append(d.waits[i], d.lastSignals...)
		if steps[i].Words() == 0 {
			d.waits[i] = append(d.waits[i], d.messagesSince...)
			empty = append(empty, i)
		}
	}
	if len(empty) > 0 {
		d.lastSignals, d.messagesSince = empty, nil
	}
	for i := first; i < end && steps[i].Message(); i++ {
		if steps[i].Words() > 0 {
			d.messagesSince = append(d.messagesSince, i)
		}
	}
}

// addWait makes step i wait for step `earlier`. It does nothing if `earlier` is -1 or i.
func (d *dependencies) addWait(i, earlier int) {
	if earlier >= 0 && earlier != i {
		d.waits[i] = append(d.waits[i], earlier)
	}
}
