package cli

import (
	"fmt"
	"strconv"
	"strings"
)

// A count is a number of processes or words on the command line: 0 or more, K, M and G for 1024, 1024² and 1024³.
type count int

const countMax = 1 << 30

func (n *count) UnmarshalText(text []byte) error {
	s, unit := string(text), 1
	switch {
	case strings.HasSuffix(strings.ToUpper(s), "K"):
		unit = 1 << 10
	case strings.HasSuffix(strings.ToUpper(s), "M"):
		unit = 1 << 20
	case strings.HasSuffix(strings.ToUpper(s), "G"):
		unit = 1 << 30
	}
	if unit > 1 {
		s = s[:len(s)-1]
	}
	value, err := strconv.Atoi(s)
	if err != nil || value < 0 || value > countMax/unit {
		return fmt.Errorf("%q, want a whole number from 0 to 1G, such as 8, 64K or 1M", text)
	}
	*n = count(value * unit)
	return nil
}

// String is the shortest form that UnmarshalText reads.
func (n count) String() string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%dM", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%dK", n>>10)
	}
	return strconv.Itoa(int(n))
}
