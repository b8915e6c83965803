package option

import (
	"fmt"
	"strconv"
	"strings"

	"topocoll/bench/results"
	"topocoll/internal/exit"
	"topocoll/topo"
)

// A Count is a number of ranks or words on the command line. K, M and G are powers of 1024.
type Count int

// Bytes is a number of bytes on the command line, with the units of results.ParseSize.
type Bytes int

const maxCount = 1 << 30

func (n *Count) UnmarshalText(text []byte) error {
	err := (*Bytes)(n).UnmarshalText(text)
	if err == nil && strings.ContainsAny(string(text), "bB") {
		return fmt.Errorf("%q, want a number without a unit of bytes, such as 8, 64K or 1M", text)
	}
	return err
}

func (n *Bytes) UnmarshalText(text []byte) error {
	value, err := results.ParseSize(string(text))
	if err != nil || value > maxCount {
		return fmt.Errorf("%q, want a whole number from 0 to 1G, such as 8, 64K or 1M%s", text,
			results.Suggestion(string(text)))
	}
	*n = Bytes(value)
	return nil
}

// String returns the shortest string that UnmarshalText accepts.
func (n Count) String() string { return results.FormatSize(int(n)) }

// ParseSize parses a size in bytes. It returns 0 for "".
func ParseSize(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	size, err := results.ParseSize(text)
	return size, exit.Usage(err)
}

// Percentage is a fraction, written as 2% or 0.02.
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

// MarshalText returns the fraction in the form that UnmarshalText accepts.
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

// CheckDims returns an error if a mesh with these extents does not have p nodes.
func CheckDims(g topo.Mesh, p int) error {
	if g == nil {
		return nil
	}
	return exit.Usage(g.Check("--dims", p))
}
