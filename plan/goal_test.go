package plan_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	. "topocoll/plan"
)

// WriteGOAL writes every operation and every dependency on a separate line, because LogGOPSim's txt2bin
// requires this.
func TestWriteGOAL(t *testing.T) {
	var text strings.Builder
	assert.NoError(t, job(
		[]Step{{Kind: Copy, From: out(0, 3), Into: out(3, 3)}, send(1, 1, 0, out(3, 3)),
			send(2, 1, 1, Range{})},
		[]Step{recv(1, 0, 0, out(0, 3)), recv(2, 0, 1, Range{})}).WriteGOAL(&text))
	assert.Equal(t, `num_ranks 2

rank 0 {
l1: calc 0
l2: send 24b to 1 tag 0
l3: send 1b to 1 tag 1
l2 requires l1
l3 requires l2
}

rank 1 {
l1: recv 24b from 0 tag 0
l2: recv 1b from 0 tag 1
l2 requires l1
}
`, text.String())
}

// A written plan can be read again.
func TestJSON(t *testing.T) {
	all := job([]Step{
		send(1, 0, 2, in(0, 3)), recv(1, 0, 1, scratch(4, 3)), {Kind: Copy, From: in(1, 2), Into: out(0, 2)},
		{Kind: Combine, From: in(1, 2), With: scratch(3, 2), Into: out(0, 2)},
	}, nil)
	text, err := json.Marshal(all)
	assert.NoError(t, err)
	assert.Contains(t, string(text), `{"do":"send","round":1,"to":0,"number":2,"read":["in",0,3]}`)
	var again Job
	assert.NoError(t, json.Unmarshal(text, &again))
	assert.Equal(t, all, again)
}

func TestJSONRefuses(t *testing.T) {
	for text, says := range map[string]string{
		`{"do":"fly"}`: `a step has "do": "fly", want one of [send recv copy combine]`,
		`{}`:           `a step has "do": "", want one of [send recv copy combine]`,
		`{"do":"send","round":1,"number":0,"read":["in",0,3]}`: `a send step lacks the field "to"`,
		`{"do":"copy","read":["in",0,3]}`:                      `a copy step lacks the field "write"`,
		`{"do":"copy","read":["in",0],"write":["in",0,3]}`: `range ["in",0], want [buffer, first ` +
			`word, number of words]`,
		`{"do":"copy","read":["on",0,3],"write":["in",0,3]}`: `buffer "on", want one of [in out ` +
			`scratch]`,
		`{"do":"copy","read":["in",0.5,3],"write":["in",0,3]}`: `range ["in",0.5,3], want [buffer, ` +
			`first word, number of words]`,
		`[]`: `json: cannot unmarshal array into Go value of type plan.stepJSON`,
	} {
		assert.EqualError(t, json.Unmarshal([]byte(text), &Step{}), says, text)
	}
}
