package sampler

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// An Arrival says how late the ranks enter the calls. A sample is then the time from the last arrival to the
// end on the slowest rank: the remaining cost of the call when all ranks have arrived. The zero value means
// that all ranks enter at the same time.
type Arrival struct {
	Pattern string        // one of ArrivalPatterns
	Time    time.Duration // the longest delay of any rank
}

// ArrivalPatterns are the patterns of late ranks. With "first" or "last", only rank 0 or the last rank is
// late. With "ramp", rank i is late by i/(p-1) of the time. With "random", every rank is late by a random
// part of the time, which is drawn anew in each repetition.
var ArrivalPatterns = []string{"first", "last", "ramp", "random"}

// MaxArrival is the longest time of an Arrival. The watchdog tolerates a rank that is this late.
const MaxArrival = 100 * time.Millisecond

// ParseArrival reads a pattern and a time, such as "last:100us". An empty text gives the zero value.
func ParseArrival(text string) (a Arrival, err error) {
	if text == "" {
		return a, nil
	}
	pattern, late, _ := strings.Cut(text, ":")
	a.Pattern = pattern
	if a.Time, err = time.ParseDuration(late); err != nil || a.Time <= 0 || a.Time > MaxArrival ||
		!slices.Contains(ArrivalPatterns, pattern) {
		return a, fmt.Errorf("%q, want %s with a time of at most %v, such as last:100us", text,
			strings.Join(ArrivalPatterns, ", "), MaxArrival)
	}
	return a, nil
}

// String is the inverse of ParseArrival.
func (a Arrival) String() string {
	if a.Pattern == "" {
		return ""
	}
	return a.Pattern + ":" + strings.Replace(a.Time.String(), "µ", "u", 1)
}

// delays sets late[i] to the delay of rank i in a repetition, in ns. The argument random must be in the same
// state on every rank.
func (a Arrival) delays(late []int64, random *rand.Rand) {
	p, most := len(late), a.Time.Nanoseconds()
	for rank := range late {
		switch {
		case a.Pattern == "first" && rank == 0, a.Pattern == "last" && rank == p-1:
			late[rank] = most
		case a.Pattern == "ramp":
			late[rank] = most * int64(rank) / int64(max(1, p-1))
		case a.Pattern == "random":
			late[rank] = random.Int64N(most + 1)
		default:
			late[rank] = 0
		}
	}
}
