package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
	"topocoll/internal/virtual"
)

// A radix is part of the name of an algorithm, or a flag for all algorithms with a radix. It is rejected if
// it is below 2, or if the algorithm has no radix.
func TestRadix(t *testing.T) {
	ids := func(args string) (list []string) {
		var runs []virtual.Outcome
		require.NoError(t, json.Unmarshal([]byte(shown(t, "simulate --json -n 16 "+args)), &runs))
		for _, run := range runs {
			list = append(list, run.Algo)
		}
		return list
	}
	const names = "tree/bcast-knomial=2 tree/bcast-knomial tree/bcast-bine"
	assert.ElementsMatch(t, []string{"tree/bcast-knomial=2", "tree/bcast-knomial", "tree/bcast-bine"},
		ids(names))
	assert.ElementsMatch(t, []string{"tree/bcast-knomial=2", "tree/bcast-knomial=16", "tree/bcast-bine"},
		ids(names+" --radix 16"))
	assert.Contains(t, shown(t, "plan tree/bcast-knomial --radix 16 -n 16"), "tree/bcast-knomial=16")
	assert.Contains(t, shown(t, "simulate --json -n 16 network/*-hosts=hcube-rabenseifner=8"),
		`"network/allreduce-hosts=hcube-rabenseifner=8"`)
	assert.Contains(t, shown(t, "simulate --json -n 16 network/bcast-hosts=ring --radix 8"),
		`"network/bcast-hosts=ring=8"`)
	assert.Equal(t, 15, strings.Count(shown(t, "explain tree/bcast-knomial=16 -n 16"), "->"))
	for args, says := range map[string]string{
		"plan hcube/bcast --radix 3": "--radix 3 has no effect on hcube/bcast; use an algorithm that " +
			"has a radix",
		"plan hcube/bcast=3":        "hcube/bcast=3: hcube/bcast has no radix; use an algorithm that has one",
		"plan tree/bcast-knomial=1": `tree/bcast-knomial=1: radix "1", want a whole number of at least 2`,
		"plan tree/bcast-knomial=x": `tree/bcast-knomial=x: radix "x", want a whole number of at least 2`,
		"plan hcube/bcast=ring":     `hcube/bcast has no parameters; remove "=ring"`,
		"plan network/bcast-hosts=8=ring": `radix "8", want a whole number of at least 2 at the end of ` +
			`the name`,
		"plan network/bcast-hosts=ring=hcube": `"hcube", want only one algorithm between hosts`,
		"plan network/bcast-hosts=hcube/bcast": `no algorithm "hcube/bcast" between hosts; use a name such ` +
			`as hcube, which means hcube/bcast`,
		"plan network/bcast-hosts=hcube-esbt": "hcube/bcast-esbt cannot run between hosts; use an " +
			"algorithm that accepts every number of ranks",
		"plan network/bcast-hosts=ring-pipelined": "ring/bcast-pipelined cannot run between hosts",
		"simulate network/*-hosts=foo -n 4":       `network/*-hosts=foo: no matching algorithm accepts "=foo"`,
		"plan tree/bcast-knomial --radix 0":       `"0", want a whole number of at least 2`,
		"list --algo tree/bcast-nominal=3":        `no algorithm "tree/bcast-nominal=3"`,
	} {
		code, _, stderr := command(strings.Fields(args)...)
		assert.Equal(t, exit.BadInput, code, args)
		assert.Contains(t, stderr, says)
	}
}
