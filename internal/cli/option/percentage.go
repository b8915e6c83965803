package option

import (
	"strconv"
	"strings"

	"topocoll/internal/exit"
)

// Percentage is a fraction, given as 2% or 0.02.
type Percentage float64

func (p *Percentage) UnmarshalText(text []byte) error {
	digits, found := strings.CutSuffix(string(text), "%")
	value, err := strconv.ParseFloat(digits, 64)
	if found {
		value /= 100
	}
	if err != nil || !(value > 0 && value <= 100) {
		return exit.Usagef("%q, want a percentage: 2%%", text)
	}
	*p = Percentage(value)
	return nil
}

// MarshalText writes the text that UnmarshalText reads.
func (p Percentage) MarshalText() ([]byte, error) {
	return []byte(strconv.FormatFloat(100*float64(p), 'g', 12, 64) + "%"), nil
}
