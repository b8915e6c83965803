package option

import (
	"fmt"

	"topocoll/bench/results"
)

// A Count is a number of processes or words on the command line: 0 or more, K, M and G for 1024, 1024² and 1024³.
type Count int

const MaxCount = 1 << 30

func (n *Count) UnmarshalText(text []byte) error {
	value, err := results.ParseSize(string(text))
	if err != nil || value > MaxCount {
		return fmt.Errorf("%q, want a whole number from 0 to 1G, such as 8, 64K or 1M%s", text, results.Meant(string(text)))
	}
	*n = Count(value)
	return nil
}

// String is the shortest form that UnmarshalText reads.
func (n Count) String() string { return results.FormatSize(int(n)) }
