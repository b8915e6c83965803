package plan

import "slices"

// Waits returns, for every step, the earlier steps that must be complete before it begins. It omits most
// dependencies that other dependencies imply. A node that executes each step as soon as Waits allows gets the
// same result as in program order:
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

// depend holds the dependencies of the steps processed so far.
type depend struct {
	waits  [][]int
	words  [3][]piece // the pieces of each of the three buffers
	signal []int      // the latest signals (empty messages), for which every later message waits
	since  []int      // messages since the latest signals
}

// A piece is a part of a buffer that every step uses either completely or not at all. It ends where the next
// piece begins.
type piece struct {
	at      int
	written int // the last step that wrote the piece, or -1
	readers []int
}

// cuts divides a buffer into pieces: it cuts wherever a range of a step begins or ends.
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

// piecesOf returns the pieces that make up r.
func (d *depend) piecesOf(r Range) []piece {
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
	pieces := d.piecesOf(r)
	for k := range pieces {
		d.wait(i, pieces[k].written)
		pieces[k].readers = append(pieces[k].readers, i)
	}
}

func (d *depend) write(i int, r Range) {
	pieces := d.piecesOf(r)
	for k := range pieces {
		w := &pieces[k]
		d.wait(i, w.written)
		for _, reader := range w.readers {
			d.wait(i, reader)
		}
		w.written, w.readers = i, w.readers[:0]
	}
}

// signals adds the dependencies between the messages of a round and those of earlier rounds. Every message
// waits for the latest signals. A signal also waits for all messages since then.
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

// wait makes step i depend on an earlier step, unless the argument `earlier` is -1 or i.
func (d *depend) wait(i, earlier int) {
	if earlier >= 0 && earlier != i {
		d.waits[i] = append(d.waits[i], earlier)
	}
}
