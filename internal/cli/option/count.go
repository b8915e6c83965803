package option

import (
	"fmt"

	"topocoll/bench/results"
)

// A Count is a number of ranks, words or bytes on the command line, with the units of results.ParseSize.
type Count int

// MaxCount is the maximum of a Count.
const MaxCount = 1 << 30

func (n *Count) UnmarshalText(text []byte) error {
	value, err := results.ParseSize(string(text))
	if err != nil || value > MaxCount {
		return fmt.Errorf("%q, want a whole number from 0 to 1G, such as 8, 64K or 1M%s", text,
			results.Suggestion(string(text)))
	}
	*n = Count(value)
	return nil
}

// String returns the shortest text that UnmarshalText reads.
func (n Count) String() string { return results.FormatSize(int(n)) }
