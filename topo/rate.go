package topo

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A ratedNetwork is a Network that may hold a rate for each link.
type ratedNetwork interface {
	linkRate(link int32) string // as tc writes it
	unitRate() int              // bits/s of a link of capacity 1; 0 if the network holds no rates
}

// BitsPerSecond parses a rate in the notation of tc, such as 200mbit, 1gbit or 1.5mbit. It returns an error
// for rates below 8 kbit/s or above 100 Tbit/s.
func BitsPerSecond(rate string) (float64, error) {
	for unit, factor := range map[string]float64{"kbit": 1e3, "mbit": 1e6, "gbit": 1e9} {
		if digits, found := strings.CutSuffix(rate, unit); found {
			if value, err := strconv.ParseFloat(digits, 64); err == nil && value*factor >= 8e3 &&
				value*factor <= 100e12 {
				return value * factor, nil
			}
		}
	}
	return 0, fmt.Errorf("topo: %w", rateError(rate))
}

func rateError(rate string) error {
	return fmt.Errorf("rate %.60q, want 8kbit to 100000gbit, such as 200mbit", rate)
}

// bitsOf parses a rate and returns it in bits/s, rounded to a whole number.
func bitsOf(rate string) (int, error) {
	bits, err := BitsPerSecond(rate)
	if err != nil {
		return 0, rateError(rate)
	}
	return int(math.Round(bits)), nil
}
