package coll

import (
	"math"
	"slices"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/cost"
	"topocoll/plan"
	"topocoll/topo"
)

// recorded is a candidate whose time is being computed.
type recorded struct {
	*layout
	Candidate
	call Call
	row  catalog.Row[byte]

	words int // number of words in a block while plans are recorded
	grain float64
	job   plan.Job // plans of all ranks with undivided messages; nil for a pipelined algorithm
}

// scheduled computes the time of a candidate by scheduling its plans. It tries several segment sizes for a
// pipelined algorithm.
func (l *layout) scheduled(r *recorded) (found bool, err error) {
	words, grain := r.call.Op.Coarse(l.p, r.call.Bytes, 0, mostWords)
	r.words, r.grain = words, float64(grain)
	if words > 0 {
		r.grain = float64(r.call.Bytes) / float64(words)
	}
	if !r.row.Pipelined() {
		if r.job, err = r.record(0); err != nil || r.job == nil {
			return false, err
		}
		r.Time, err = l.time(r.job, r.grain)
		return true, err
	}
	return r.best(func(segment int) (float64, error) {
		job, err := r.record(segment)
		if err != nil || job == nil {
			return math.Inf(1), err
		}
		return l.time(job, r.grain)
	})
}

// best selects the segment size with the shortest time. If several sizes have the same time, it selects the
// longest.
func (r *recorded) best(time func(segment int) (float64, error)) (found bool, err error) {
	r.Time = math.Inf(1)
	for _, segment := range r.lengths(r.call.Bytes) {
		t, err := time(segment)
		if err != nil {
			return false, err
		}
		if t < r.Time*(1-1e-9) {
			r.Time, r.Segment = t, segment
		}
	}
	return !math.IsInf(r.Time, 1), nil
}

// lengths returns the segment sizes in bytes to try for a message, in descending order. The first size is the
// whole message, and each later size is a quarter of the previous one. The eager limit within a host is an
// additional size.
func (l *layout) lengths(bytes int) []int {
	list := []int{max(1, bytes)}
	for n := bytes / 4; n >= leastCut && n*mostPieces >= bytes; n /= 4 {
		list = append(list, n)
	}
	if n := l.Eager; n < bytes && n >= leastCut && n*mostPieces >= bytes && !slices.Contains(list, n) {
		list = append(list, n)
		slices.SortFunc(list, func(a, b int) int { return b - a })
	}
	return list
}

// record records the plans of all ranks with the given segment size in bytes, or without segments if it is 0.
// With segments, it returns nil if the plans have too many steps.
func (r *recorded) record(segment int) (plan.Job, error) {
	job, err := catalog.Record(r.row, r.p, r.words, catalog.Args[byte]{
		Shift: r.call.Shift, Op: comm.Op[byte]{Commutative: !r.call.Ordered}, Mesh: r.Mesh, Network: r.packed,
		Segment: r.coarse(segment, r.words),
	})
	if err != nil {
		return nil, err
	}
	steps := 0
	for _, node := range job {
		steps += len(node.Steps)
	}
	if steps > mostSteps && segment > 0 {
		return nil, nil
	}
	return job, nil
}

// coarse converts a segment size from bytes to words of the recording, in which messages are shorter. A
// recorded message then has as many segments as the message that it represents. If segment is 0, coarse
// returns 0.
func (r *recorded) coarse(segment, message int) int {
	if segment == 0 || message == 0 {
		return 0
	}
	pieces := max(1, int(math.Ceil(float64(message)*r.grain/float64(segment)-1e-6)))
	return (message + pieces - 1) / pieces
}

// cut finds the segment size with which the call is fastest, and uses it if the gain is large enough.
func (r *recorded) cut() error {
	// Divide messages only if the predicted gain is at least this factor. A plan with more steps takes longer
	// to execute, and the predicted times of messages are not exact.
	const promise = 1.1
	if r.job == nil {
		return nil
	}
	longest := r.job.LongestMessage()
	fused := r.job.Improve(plan.Passes{Fuse: true})
	whole := r.Time
	for _, bytes := range r.lengths(int(float64(longest) * r.grain))[1:] {
		n := r.coarse(bytes, longest)
		if n >= longest || fused.Pieces(n) > mostSteps {
			break
		}
		t, err := r.time(fused.Improve(plan.Passes{Segment: n}), r.grain)
		if err != nil {
			return err
		}
		if t < r.Time*(1-1e-9) && t*promise < whole {
			r.Time, r.Segment = t, bytes
		}
	}
	return nil
}

// byFormula computes the time of a candidate by the formula of the algorithm, for a network on which no two
// messages share a link. If there are several hosts, it uses the times of messages between hosts. If the
// algorithm folds spare ranks into a cube, byFormula adds the time of two messages.
func (l *layout) byFormula(r *recorded) (found bool, err error) {
	model := r.row.Model()
	if model.Cost == nil {
		return false, nil
	}
	times := l.Within
	switch {
	case l.several:
		times = l.Between
	case l.Eager > 0 && r.call.Bytes > l.Eager:
		times = l.Long
	}
	mesh := r.Mesh
	if mesh == nil {
		mesh = topo.NearSquare(l.p, 2)
	}
	bytes := r.call.Bytes
	a := cost.Params{P: l.p, M: bytes, Ts: times.Ts, Tw: times.Tw, Mesh: mesh, Q: topo.Mod(r.call.Shift, l.p)}
	folded := 0.0
	if r.row.Folds(l.p) {
		both := r.row.Op.In(l.p, bytes, l.p-1, 0) + r.row.Op.Out(l.p, bytes, l.p-1, 0)
		folded = 2*times.Ts + times.Tw*float64(both)
	}
	r.Formula = true
	if model.Parts == nil {
		r.Time = model.Cost(a) + folded
		return true, nil
	}
	return r.best(func(segment int) (float64, error) {
		a.K = model.Parts(l.p, bytes, segment)
		return model.Cost(a) + folded, nil
	})
}
