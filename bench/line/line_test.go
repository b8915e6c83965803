package line

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// If a parameter of the unconstrained line is negative, that parameter is 0.
func TestNoNegativeParameter(t *testing.T) {
	line, _ := fitLine([]Point{{1, 10}, {2, 9}, {3, 8}})
	assert.Equal(t, 0.0, line.Tw)
	assert.Greater(t, line.Ts, 8.0)
	line, _ = fitLine([]Point{{10, 1}, {20, 3}, {30, 5}})
	assert.Equal(t, 0.0, line.Ts)
	assert.Greater(t, line.Tw, 0.1)
}

// With many messages, only a few dozen sizes are tried as the start of a line. Trying all sizes would take
// time proportional to the fourth power of their number.
func TestManyMessages(t *testing.T) {
	var points []Point
	for bytes := 1; bytes <= 2000; bytes++ {
		ns := 500 + 30*float64(bytes)
		switch {
		case bytes >= 656:
			ns = 9000 + 9*float64(bytes)
		case bytes >= 41:
			ns = 2000 + 15*float64(bytes)
		}
		points = append(points, Point{float64(bytes), ns})
	}
	s := search{points: points, most: 3, fitted: map[[2]int]fittedLine{}}
	s.extend(0, nil, 0, 0)
	assert.Less(t, len(s.fitted), (MaxSizes+2)*(MaxSizes+2))
	assert.Len(t, s.best.lines, 3)
}
