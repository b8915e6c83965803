package option

import (
	"fmt"
	"strconv"
	"strings"

	"topocoll/bench/results"
	"topocoll/internal/exit"
	"topocoll/topo"
)

// A Count is a number of ranks, words or bytes on the command line, with the units of results.ParseSize.
type Count int

// maxCount is the maximum of a Count.
const maxCount = 1 << 30

func (n *Count) UnmarshalText(text []byte) error {
	value, err := results.ParseSize(string(text))
	if err != nil || value > maxCount {
		return fmt.Errorf("%q, want a whole number from 0 to 1G, such as 8, 64K or 1M%s", text,
			results.Suggestion(string(text)))
	}
	*n = Count(value)
	return nil
}

// String returns the shortest text that UnmarshalText reads.
func (n Count) String() string { return results.FormatSize(int(n)) }

// ParseSize reads a size in bytes; "" is 0.
func ParseSize(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	size, err := results.ParseSize(text)
	return size, exit.Usage(err)
}

// Percentage is a fraction, given as 2% or 0.02.
type Percentage float64

func (p *Percentage) UnmarshalText(text []byte) error {
	digits, found := strings.CutSuffix(string(text), "%")
	value, err := strconv.ParseFloat(digits, 64)
	if found {
		value /= 100
	}
	if err != nil || !(value > 0 && value <= 100) {
		return exit.Usagef("%q, want a percentage such as 2%%", text)
	}
	*p = Percentage(value)
	return nil
}

// MarshalText writes the text that UnmarshalText reads.
func (p Percentage) MarshalText() ([]byte, error) {
	return []byte(strconv.FormatFloat(100*float64(p), 'g', 12, 64) + "%"), nil
}

// ParseDims returns the extents of --dims, or nil if they are not given.
func ParseDims(dims string) (topo.Mesh, error) {
	if dims == "" {
		return nil, nil
	}
	g, err := topo.ParseMesh(dims)
	return g, exit.Usage(err)
}

// CheckDims returns an error if p processes do not fill the extents.
func CheckDims(g topo.Mesh, p int) error {
	if g == nil {
		return nil
	}
	return exit.Usage(g.Check("--dims", p))
}
