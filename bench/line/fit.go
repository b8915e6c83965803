package line

import (
	"math"
	"slices"
	"strconv"
)

const (
	// MaxSizes limits the number of sizes that are tried as the start of a line. It is twice the number of
	// sizes that bench measures.
	MaxSizes         = 48
	minPoints        = 3    // minimum number of points of a line, because a line fits any two points exactly
	minRelativeError = 1e-3 // relative accuracy of a median, which is the smallest error that BIC uses

	// The numbers of parameters that BIC, the Bayesian information criterion, counts for a line and for a break
	// between two lines. A break that is chosen as the best of many points counts as two parameters. A break at
	// a protocol limit of the library is known beforehand and does not count.
	lineParameters  = 2
	breakParameters = 2
)

// ProtocolLimits returns the sizes at which the library changes its protocol, according to its parameters.
func ProtocolLimits(library map[string]string) []int {
	var limits []int
	for _, name := range []string{"btl_vader_eager_limit", "btl_sm_eager_limit", "btl_tcp_eager_limit"} {
		if limit, err := strconv.Atoi(library[name]); err == nil && limit > 0 {
			limits = append(limits, limit)
		}
	}
	return limits
}

// A partition divides the points into lines.
type partition struct {
	lines []Line
	bic   float64
}

// Fit returns the lines with the lowest BIC, at most the given number of lines. Points are in order of size.
// The argument `limits` lists the sizes at which the library changes its protocol.
func Fit(points []Point, limits []int, most int) []Line {
	n := len(points)
	if n == 0 {
		return nil
	}
	s := search{points: points, limits: limits, most: most, fitted: map[[2]int]fittedLine{}}
	s.extend(0, nil, 0, 0)
	return s.best.lines
}

// A search looks for the partition of the points with the lowest BIC.
type search struct {
	points []Point
	limits []int
	most   int // maximum number of lines
	// fitted lines, keyed by the index of the first point and the index one past the last point
	fitted map[[2]int]fittedLine
	best   partition
}

type fittedLine struct {
	line    Line
	squares float64
}

// extend tries every partition of the points with indices `first` and above. The arguments `lines`, `squares`
// and `parameters` describe the points before `first`: their lines, the sum of the squared errors, and the
// number of parameters.
func (s *search) extend(first int, lines []Line, squares float64, parameters int) {
	n := len(s.points)
	rest := s.fitRange(first, n)
	s.keepBest(append(lines[:len(lines):len(lines)], rest.line), squares+rest.squares,
		parameters+lineParameters)
	if len(lines) == s.most-1 {
		return
	}
	every := 1 + (n-1)/MaxSizes
	for end := first + minPoints; end <= n-minPoints; end += every {
		last, next := s.points[end-1].Bytes, s.points[end].Bytes
		if last == next {
			continue
		}
		one, cost := s.fitRange(first, end), lineParameters
		if !s.isLimit(last, next) {
			cost += breakParameters
		}
		s.extend(end, append(lines[:len(lines):len(lines)], one.line), squares+one.squares, parameters+cost)
	}
}

// keepBest stores a partition if it is better than the best so far.
func (s *search) keepBest(lines []Line, squares float64, parameters int) {
	n := float64(len(s.points))
	bic := n*math.Log(squares/n+minRelativeError*minRelativeError) + float64(parameters)*math.Log(n)
	if s.best.lines == nil || bic < s.best.bic {
		s.best = partition{lines, bic}
	}
}

func (s *search) fitRange(first, end int) fittedLine {
	at := [2]int{first, end}
	if _, seen := s.fitted[at]; !seen {
		line, squares := fitLine(s.points[first:end])
		s.fitted[at] = fittedLine{line, squares}
	}
	return s.fitted[at]
}

// isLimit reports whether the library changes its protocol between two sizes, which may be the limit itself.
// A message of exactly the limit may use either protocol, depending on the library's message headers.
func (s *search) isLimit(last, next float64) bool {
	return slices.ContainsFunc(s.limits,
		func(limit int) bool { return last <= float64(limit) && float64(limit) <= next })
}
