//go:build cgo

package sampler

import (
	"topocoll/bench/contender"
)

// ConfirmSegments checks the segment size of each contender whose field Undivided is set. It calls the
// contender and Undivided a few times. If Undivided is faster, it replaces the contender. The result
// `changed` reports whether any contender was replaced, and is the same on every rank. The predicted segment
// size can be wrong for short calls, because the prediction ignores that ranks may share a core, and that an
// idle link may pass some bytes without delay.
//
// ConfirmSegments does nothing if the calls would take more than 1/8 of the time limit of the case. Call it
// after Check, which measures the time of the calls, and Set.Count, which finds the contenders without
// segments.
func (s *Sampler[T]) ConfirmSegments() (changed bool, err error) {
	const least, most = 3, 9           // repetitions
	var predicted []int                // indexes of the contenders with predicted segment sizes
	var forms []contender.Contender[T] // each of these contenders, followed by its field Undivided
	for i, c := range s.set.Contenders {
		if c.Segment > 0 && c.Undivided != nil {
			predicted = append(predicted, i)
			forms = append(forms, c, *c.Undivided)
		}
	}
	limit := s.limits.Time / 8
	perCall := s.repetitionTime / int64(len(s.set.Contenders))
	if len(forms) == 0 || least*perCall*int64(len(forms)) > limit.Nanoseconds() {
		return false, nil
	}
	s.instruments.Gate.Sync = s.initialSync()
	both := s.Variant(s.set.With(forms))
	if err := both.RunFor(least, most, limit); err != nil {
		return false, err
	}
	for k, i := range predicted {
		if both.median(2*k+1) < both.median(2*k) {
			s.set.SendWhole(i)
			changed = true
		}
	}
	return changed, nil
}
