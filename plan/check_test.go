package plan_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	. "topocoll/plan"
)

func out(at, n int) Range { return Range{Buffer: Out, At: at, Len: n} }

func send(round, to, number int, from Range) Step {
	return Step{Kind: Send, Round: round, Peer: to, Number: number, From: from}
}

func recv(round, from, number int, into Range) Step {
	return Step{Kind: Recv, Round: round, Peer: from, Number: number, Into: into}
}

// job returns a job whose nodes have ten words of output each and no other buffer.
func job(nodes ...[]Step) Job {
	var j Job
	for _, steps := range nodes {
		j = append(j, Plan{Out: 10, Steps: steps})
	}
	return j
}

// faults lists jobs with at most one fault, and the error that Check returns for each job.
var faults = []struct {
	name string
	job  Job
	says string // text of the error; "": no error
}{
	{"nothing to do", job(nil, nil), ""},
	{"one message", job([]Step{send(1, 1, 0, out(0, 3))}, []Step{recv(1, 0, 0, out(4, 3))}), ""},
	{"an exchange", job(
		[]Step{send(1, 1, 0, out(0, 3)), recv(1, 1, 0, out(3, 3))},
		[]Step{send(1, 0, 0, out(0, 3)), recv(1, 0, 0, out(3, 3))}), ""},
	{"to itself, in one round", job([]Step{send(1, 0, 0, out(0, 3)), recv(1, 0, 0, out(3, 3))}), ""},

	{"no receive", job([]Step{send(1, 1, 0, out(0, 3))}, nil),
		"plan: node 0, step 0: send out[0:3] to 1 is message 0, but node 1 never receives it"},
	{"no send", job(nil, []Step{recv(1, 0, 0, out(0, 3))}),
		"plan: node 1, step 0: recv out[0:3] from 0 is message 0, but node 0 never sends it"},
	{"lengths differ", job([]Step{send(1, 1, 0, out(0, 3))}, []Step{recv(1, 0, 0, out(0, 4))}),
		"plan: node 0, step 0: send out[0:3] to 1 has 3 words, but in step 0, node 1 receives 4"},
	{"numbers out of order", job(
		[]Step{send(1, 1, 0, out(0, 3)), send(2, 1, 1, out(3, 3))},
		[]Step{recv(1, 0, 1, out(3, 3)), recv(2, 0, 0, out(0, 3))}),
		"plan: node 1, step 0: recv out[3:6] from 0 has message number 1, want 0"},
	{"no such peer", job([]Step{send(1, 2, 0, out(0, 3))}, nil),
		"plan: node 0, step 0: send out[0:3] to 2: its peer must be in 0..1"},
	{"beyond the buffer", job([]Step{send(1, 0, 0, out(8, 3))}),
		"plan: node 0, step 0: out[8:11] is not within the 10 words of out"},
	{"no such buffer", job([]Step{{Kind: Copy, From: Range{3, 0, 1}, Into: out(0, 1)}}),
		"plan: node 0, step 0: there is no buffer 3"},
	{"no such kind", job([]Step{{Kind: 4, From: out(0, 1)}}), "plan: node 0, step 0: unknown step kind 4"},
	{"a send that writes", job([]Step{{Kind: Send, Round: 1, From: out(0, 1), Into: out(1, 1)}}),
		"plan: node 0, step 0: send out[0:1] to 0: its source, second operand and destination have 1, 0 and 1 " +
			"words; the ranges that a step uses must have the same length, and the others must be empty"},
	{"a copy into less", job([]Step{{Kind: Copy, From: out(0, 3), Into: out(3, 2)}}),
		"plan: node 0, step 0: copy out[0:3] to out[3:5]: its source, second operand and destination have 3, 0 " +
			"and 2 words; the ranges that a step uses must have the same length, and the others must be empty"},
	{"a message in no round", job([]Step{send(0, 0, 0, out(0, 1))}),
		"plan: node 0, step 0: send out[0:1] to 0 has round 0, want at least 1 for a message and 0 for a local " +
			"step"},
	{"a copy in a round", job([]Step{{Kind: Copy, Round: 1, From: out(0, 3), Into: out(3, 3)}}),
		"plan: node 0, step 0: copy out[0:3] to out[3:6] has round 1, want at least 1 for a message and 0 for " +
			"a local step"},
	{"half an operand is the result",
		job([]Step{{Kind: Combine, From: out(0, 3), With: out(5, 3), Into: out(1, 3)}}),
		"plan: node 0, step 0: combine out[0:3] with out[5:8] into out[1:4]: the result partly overlaps an " +
			"operand"},
	{"two messages of a round write the same word",
		job([]Step{recv(1, 0, 0, out(0, 3)), recv(1, 0, 1, out(2, 3))}),
		"plan: node 0, step 1: recv out[2:5] from 0 uses words that step 0 of the same round (recv " +
			"out[0:3] from 0) also uses, and at least one of the two steps writes them"},
	{"a message writes what is sent", job([]Step{send(1, 0, 0, out(0, 9)), recv(1, 0, 0, out(1, 1))}),
		"plan: node 0, step 1: recv out[1:2] from 0 uses words that step 0 of the same round (send " +
			"out[0:9] to 0) also uses, and at least one of the two steps writes them"},
	{"a negative buffer", Job{{In: -1}}, "plan: node 0: a buffer has -1 words, want 0 or more"},

	{"both send first", job(
		[]Step{send(1, 1, 0, out(0, 3)), recv(2, 1, 0, out(3, 3))},
		[]Step{send(1, 0, 0, out(0, 3)), recv(2, 0, 0, out(3, 3))}),
		"plan: deadlock in program order: node 1, step 1: recv out[3:6] from 0 waits for step 0, send " +
			"out[0:3] to 0;" +
			" node 0, step 1: recv out[3:6] from 1 waits for step 0, send out[0:3] to 1"},
	{"both forward first", job(
		[]Step{recv(1, 1, 0, out(0, 3)), send(2, 1, 0, out(0, 3))},
		[]Step{recv(1, 0, 0, out(0, 3)), send(2, 0, 0, out(0, 3))}),
		"plan: deadlock in dependency order: node 1, step 1: send out[0:3] to 0 waits for step 0, recv " +
			"out[0:3] from 0;" +
			" node 0, step 1: send out[0:3] to 1 waits for step 0, recv out[0:3] from 1"},
	{"to itself, in two rounds", job([]Step{send(1, 0, 0, out(0, 3)), recv(2, 0, 0, out(3, 3))}),
		"plan: deadlock in program order: node 0, step 1: recv out[3:6] from 0 waits for step 0, send " +
			"out[0:3] to 0"},
}

func TestCheck(t *testing.T) {
	for _, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			if err := fault.job.Check(); fault.says == "" {
				assert.NoError(t, err)
			} else {
				assert.EqualError(t, err, fault.says)
			}
		})
	}
}

// Check returns a Malformed error only if a single plan is wrong by itself.
func TestMalformed(t *testing.T) {
	for _, fault := range faults {
		_, malformed := fault.job.Validate().(Malformed)
		together := fault.name == "no receive" || fault.name == "no send" || fault.name == "lengths differ" ||
			strings.HasPrefix(fault.name, "both") || fault.name == "to itself, in two rounds"
		assert.Equal(t, fault.says != "" && !together, malformed, fault.name)
	}
}
