package run

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/exit"
)

// Flags that exclude each other, or need others, are bad input.
func TestRunRefusesFlags(t *testing.T) {
	for _, c := range []Command{
		{N: 2, Compare: true, Launches: 1, Plans: "plans"},
		{N: 2, Launches: 2, Program: []string{"true"}},
		{N: 2, Compare: true, Launches: 0, Program: []string{"true"}},
		{N: 2, Compare: true, Launches: 1, Off: []string{"all"}, Program: []string{"true"}},
		{N: 2, Compare: true, Launches: 1, Check: 1, Program: []string{"true"}},
		{N: 2, Compare: true, Launches: 1, Verbose: true, Program: []string{"true"}},
		{N: 2, Compare: true, Launches: 1, Profile: "file", Program: []string{"true"}},
		{N: 2, Launches: 1, Profile: "file", Plans: "plans"},
		{N: 2, Launches: 1, Watch: time.Second / 2, Program: []string{"true"}},
		{N: 2, Launches: 1, Abort: true, Program: []string{"true"}},
	} {
		assert.Equal(t, exit.BadInput, codeOf(c.Run()))
	}
}
