package cli

import (
	"strconv"
	"strings"
)

// share is a fraction, given as 2% or 0.02.
type share float64

func (p *share) UnmarshalText(text []byte) error {
	digits, found := strings.CutSuffix(string(text), "%")
	value, err := strconv.ParseFloat(digits, 64)
	if found {
		value /= 100
	}
	if err != nil || !(value > 0 && value <= 100) {
		return usagef("%q, want a percentage: 2%%", text)
	}
	*p = share(value)
	return nil
}

// MarshalText writes a share in the form that UnmarshalText reads.
func (p share) MarshalText() ([]byte, error) {
	return []byte(strconv.FormatFloat(100*float64(p), 'g', 12, 64) + "%"), nil
}
