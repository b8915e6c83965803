package plan

import "slices"

// Cut returns the length of segments in words with which the job's Schedule on m finishes soonest: of the powers of two
// below the longest message, and 0 for no cut. Of equal ones it returns the longest. Lengths with which the job would have
// more than most steps are not tried. A machine with a limit, such as the eager limit of a transport, takes the minimum of
// both; Schedule tells what that costs. Cost: a schedule for each length, together about that of two jobs of most steps.
func (j Job) Cut(m Machine, most int) (words int, err error) {
	var powers []int
	for n := 1; n < j.LongestMessage(); n *= 2 {
		powers = append(powers, n)
	}
	words, _, err = j.CutTo(m, most, powers)
	return words, err
}

// CutTo is Cut with lengths to choose from, which are in ascending order. gain is the time of the job as it is over its
// time after the cut, 1 without a cut.
func (j Job) CutTo(m Machine, most int, lengths []int) (words int, gain float64, err error) {
	whole, err := j.Schedule(m)
	if err != nil {
		return 0, 0, err
	}
	least, longest := whole.Finish, j.LongestMessage()
	for _, n := range slices.Backward(lengths) {
		if n >= longest {
			continue
		}
		if n < 1 || j.Pieces(n) > most {
			break
		}
		cut, err := j.Improve(Passes{Segment: n}).Schedule(m)
		if err != nil {
			return 0, 0, err
		}
		if cut.sooner(least) {
			words, least = n, cut.Finish
		}
	}
	if words == 0 {
		return 0, 1, nil
	}
	return words, whole.Finish / least, nil
}

// LongestMessage returns the length in words of the longest message.
func (j Job) LongestMessage() (words int) {
	for rank := range j {
		for _, s := range j[rank].Steps {
			if s.Message() {
				words = max(words, s.Words())
			}
		}
	}
	return words
}

// Pieces returns how many steps the job would have if each step of more than n > 0 words were cut into as few as possible.
// Segment may need a few more for its copies and combinations.
func (j Job) Pieces(n int) (steps int) {
	for rank := range j {
		for _, s := range j[rank].Steps {
			steps += max(1, (s.Words()+n-1)/n)
		}
	}
	return steps
}
