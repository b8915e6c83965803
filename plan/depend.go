package plan

import "slices"

// Waits returns for every step the steps that have to be complete before it begins, those that are complete before
// another one of them begins left out where that is easy to see. If a node does each step as soon as they allow, it does
// the same as in program order:
//
//   - a step that reads a word waits for the step that wrote it last;
//   - a step that writes a word waits for the step that wrote it last, and for those that have read it since;
//   - a message without words stands for a signal, as in a barrier: it waits for all messages of earlier rounds, and those
//     of later rounds wait for it.
//
// Two messages of the same pair may be in flight in any order: their numbers tell them apart.
func (p *Plan) Waits() [][]int {
	d := depend{waits: make([][]int, len(p.Steps))}
	for b := range d.words {
		d.words[b] = p.cuts(Buffer(b))
	}
	for first, end := range p.Rounds() {
		d.signals(p.Steps, first, end)
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

// depend is what is known after some steps.
type depend struct {
	waits  [][]int
	words  [3][]piece // of the three buffers
	signal []int      // the signals that every later message waits for
	since  []int      // the messages since then
}

// A piece is words of a buffer that every step uses together: from word at to where the next one begins.
type piece struct {
	at      int
	written int // the step that wrote them last, or -1
	readers []int
}

// cuts divides a buffer where a range of any step begins or ends.
func (p *Plan) cuts(b Buffer) []piece {
	var at []int
	for _, s := range p.Steps {
		for _, r := range [...]Range{s.From, s.With, s.Into} {
			if r.Buffer == b && r.Len > 0 {
				at = append(at, r.At, r.At+r.Len)
			}
		}
	}
	slices.Sort(at)
	at = slices.Compact(at)
	pieces := make([]piece, len(at))
	for i := range at {
		pieces[i] = piece{at: at[i], written: -1}
	}
	return pieces
}

// of returns the pieces that make up r.
func (d *depend) of(r Range) []piece {
	if r.Len == 0 {
		return nil
	}
	pieces := d.words[r.Buffer]
	find := func(at int) int {
		i, _ := slices.BinarySearchFunc(pieces, at, func(w piece, at int) int { return w.at - at })
		return i
	}
	return pieces[find(r.At):find(r.At+r.Len)]
}

func (d *depend) read(i int, r Range) {
	pieces := d.of(r)
	for k := range pieces {
		d.wait(i, pieces[k].written)
		pieces[k].readers = append(pieces[k].readers, i)
	}
}

func (d *depend) write(i int, r Range) {
	pieces := d.of(r)
	for k := range pieces {
		w := &pieces[k]
		d.wait(i, w.written)
		for _, reader := range w.readers {
			d.wait(i, reader)
		}
		w.written, w.readers = i, w.readers[:0]
	}
}

// signals lets the messages of one round wait for the signals before them, and a signal for all messages before it.
func (d *depend) signals(steps []Step, first, end int) {
	var empty []int
	for i := first; i < end && steps[i].Message(); i++ {
		d.waits[i] = append(d.waits[i], d.signal...)
		if steps[i].Words() == 0 {
			d.waits[i] = append(d.waits[i], d.since...)
			empty = append(empty, i)
		}
	}
	if len(empty) > 0 {
		d.signal, d.since = empty, nil
	}
	for i := first; i < end && steps[i].Message(); i++ {
		if steps[i].Words() > 0 {
			d.since = append(d.since, i)
		}
	}
}

// wait lets step i wait for an earlier one, if there is one.
func (d *depend) wait(i, earlier int) {
	if earlier >= 0 && earlier != i {
		d.waits[i] = append(d.waits[i], earlier)
	}
}
