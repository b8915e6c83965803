package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/proctest"
)

// scripts/fuzz rejects an invalid time, and a pattern that matches no target.
func TestFuzzRefuses(t *testing.T) {
	for _, c := range [][2]string{{"x", `fuzz: "x", want a number of seconds`},
		{"0", `fuzz: "0", want a number of seconds`},
		{"1 nosuch", `fuzz: no target matches "nosuch"`}} {
		out, err := proctest.Command(t, "sh", "-c", "scripts/fuzz "+c[0]).CombinedOutput()
		assert.EqualError(t, err, "exit status 2", c[0])
		assert.Contains(t, string(out), c[1])
	}
}
