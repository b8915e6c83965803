// Package arrival describes how late the ranks of a job enter a collective call.
package arrival

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// A Pattern defines how late each rank enters the timed calls. The zero value means that all ranks enter at
// the same time. With any other Pattern, a call is timed from the arrival of the last rank to the end of the
// call on the slowest rank. This time is the cost that remains when all ranks have arrived.
type Pattern struct {
	Shape string        // one of Shapes
	Time  time.Duration // the longest delay of any rank
}

// Shapes lists the valid shapes of a Pattern. With "first", only rank 0 is late; with "last", only the last
// rank. With "ramp", rank i of p is late by i/(p-1) of the pattern's Time. With "random", the delay of each
// rank is a random number between 0 and Time, drawn anew in each repetition.
var Shapes = []string{"first", "last", "ramp", "random"}

// Longest is the maximum Time of a pattern. The watchdog of bench tolerates a rank that is this late.
const Longest = 100 * time.Millisecond

// UnmarshalText parses a shape and a time, such as "last:100us". An empty string gives the zero value.
func (p *Pattern) UnmarshalText(text []byte) (err error) {
	*p = Pattern{}
	if len(text) == 0 {
		return nil
	}
	shape, late, _ := strings.Cut(string(text), ":")
	p.Shape = shape
	if p.Time, err = time.ParseDuration(late); err != nil || p.Time <= 0 || p.Time > Longest ||
		!slices.Contains(Shapes, shape) {
		return fmt.Errorf("%q, want one of %s with a time of at most %v, such as last:100us", text,
			strings.Join(Shapes, ", "), Longest)
	}
	return nil
}

// String is the inverse of UnmarshalText.
func (p Pattern) String() string {
	if p.Shape == "" {
		return ""
	}
	return p.Shape + ":" + strings.Replace(p.Time.String(), "µ", "u", 1)
}

// MarshalText returns the form that UnmarshalText parses.
func (p Pattern) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// Delays sets late[i] to the delay of rank i in a repetition, in ns. The generator `random` must be in the
// same state on every rank. Only the shape "random" uses it.
func (p Pattern) Delays(late []int64, random *rand.Rand) {
	ranks, most := len(late), p.Time.Nanoseconds()
	for rank := range late {
		switch {
		case p.Shape == "first" && rank == 0, p.Shape == "last" && rank == ranks-1:
			late[rank] = most
		case p.Shape == "ramp":
			late[rank] = most * int64(rank) / int64(max(1, ranks-1))
		case p.Shape == "random":
			late[rank] = random.Int64N(most + 1)
		default:
			late[rank] = 0
		}
	}
}
