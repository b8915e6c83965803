package plan

// Cut returns the length of segments in words with which the job's Schedule on m finishes soonest: of the powers of two
// below the longest message, and 0 for no cut. Of equal ones it returns the longest. Lengths with which the job would have
// more than most steps are not tried. A machine with a limit, such as the eager limit of a transport, takes the minimum of
// both; Schedule tells what that costs. Cost: a schedule for each length, together about that of two jobs of most steps.
func (j Job) Cut(m Machine, most int) (words int, err error) {
	whole, err := j.Schedule(m)
	if err != nil {
		return 0, err
	}
	least := whole.Finish
	longest := 0
	for rank := range j {
		for _, s := range j[rank].Steps {
			if s.Message() {
				longest = max(longest, s.Words())
			}
		}
	}
	n := 1
	for 2*n < longest {
		n *= 2
	}
	for ; 0 < n && n < longest && j.Pieces(n) <= most; n /= 2 {
		cut, err := j.Improve(Passes{Segment: n}).Schedule(m)
		if err != nil {
			return 0, err
		}
		if cut.sooner(least) {
			words, least = n, cut.Finish
		}
	}
	return words, nil
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
