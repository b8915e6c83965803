package run

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/exit"
)

// Flags that exclude each other, or need others, are bad input.
func TestRunRefusesFlags(t *testing.T) {
	program, once := []string{"true"}, comparisonFlags{Launches: 1}
	compare := comparisonFlags{Compare: true, Launches: 1}
	for _, c := range []Command{
		{comparisonFlags: compare, Plans: "plans"},
		{comparisonFlags: comparisonFlags{Launches: 2}, Program: program},
		{comparisonFlags: comparisonFlags{Compare: true}, Program: program},
		{comparisonFlags: compare, algorithmFlags: algorithmFlags{Off: []string{"all"}}, Program: program},
		{comparisonFlags: compare, Check: 1, Program: program},
		{comparisonFlags: compare, observationFlags: observationFlags{Verbose: true}, Program: program},
		{comparisonFlags: compare, observationFlags: observationFlags{Profile: "file"}, Program: program},
		{comparisonFlags: once, observationFlags: observationFlags{Profile: "file"}, Plans: "plans"},
		{comparisonFlags: once, observationFlags: observationFlags{Watch: time.Second / 2}, Program: program},
		{comparisonFlags: once, observationFlags: observationFlags{Abort: true}, Program: program},
	} {
		c.N = 2
		assert.Equal(t, exit.BadInput, codeOf(c.Run()))
	}
}
