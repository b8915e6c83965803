package plan_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/hcube"
	. "topocoll/plan"
)

var (
	onePort = Machine{Ts: 1000, Tw: 1}
	allPort = Machine{Ts: 1000, Tw: 1, AllPort: true}
)

// recordProcedure returns the job of a procedure with m words of input and output at each of p nodes.
func recordProcedure(t *testing.T, p, m int, body Body) Job {
	job, err := RecordJob(p,
		func(rank int) Call { return Call{Rank: rank, P: p, In: m, Out: m, Commutative: true} }, body)
	assert.NoError(t, err)
	return job
}

func finish(t *testing.T, job Job, m Machine) float64 {
	s, err := job.Schedule(m)
	assert.NoError(t, err)
	assert.Equal(t, float64(s.Path.Messages)*m.Ts+float64(s.Path.Words)*m.Tw, s.Finish,
		"the path takes the time")
	return s.Finish
}

// forward is a broadcast from node 0 in which every node sends to the next node.
func forward(c *comm.Comm[byte], _ comm.Op[byte], _, out []byte) error {
	if c.Label() > 0 {
		c.Recv(c.Label()-1, out)
	}
	if c.Label() < c.Size()-1 {
		c.Send(c.Label()+1, out)
	}
	return c.Err()
}

// On half-duplex nodes, the schedule of a procedure takes the time of its formula.
func TestScheduleTakesTheTimeOfTheFormula(t *testing.T) {
	const p, m = 8, 500
	bcast := recordProcedure(t, p, m,
		func(c *comm.Comm[byte], _ comm.Op[byte], _, out []byte) error { return hcube.Bcast(c, 3, out) })
	assert.Equal(t, 3*1500.0, finish(t, bcast, onePort), "(ts + tw·m) log p")
	assert.Equal(t, 3*1500.0, finish(t, bcast, allPort), "node 0 waits for nobody, but the nodes after it do")
	chain := recordProcedure(t, p, m, forward)
	assert.Equal(t, 7*1500.0, finish(t, chain, onePort), "(ts + tw·m)(p-1)")
	sum := recordProcedure(t, p, m, func(c *comm.Comm[byte], op comm.Op[byte], in, out []byte) error {
		return hcube.Allreduce(c, op, in, out)
	})
	assert.Equal(t, 3*1500.0, finish(t, sum, onePort), "(ts + tw·m) log p")
}

// The ports determine the order of three messages of 1, 2 and 3 words.
func TestPorts(t *testing.T) {
	w := func(n int) Range { return out(n*(n-1)/2, n) }
	for _, test := range []struct {
		name     string
		job      Job
		one, all []string // start and end times of the steps of node 0
	}{
		{"to three nodes", job([]Step{send(1, 1, 0, w(1)), send(1, 2, 0, w(2)), send(1, 3, 0, w(3))},
			[]Step{recv(1, 0, 0, w(1))}, []Step{recv(1, 0, 0, w(2))}, []Step{recv(1, 0, 0, w(3))}),
			[]string{"0-11", "11-23", "23-36"}, []string{"0-11", "0-12", "0-13"}},
		{"from three nodes", job([]Step{recv(1, 1, 0, w(1)), recv(2, 2, 0, w(2)), recv(3, 3, 0, w(3))},
			[]Step{send(1, 0, 0, w(1))}, []Step{send(1, 0, 0, w(2))}, []Step{send(1, 0, 0, w(3))}),
			[]string{"0-11", "11-23", "23-36"}, []string{"0-11", "0-12", "0-13"}},
		{"to one node", job([]Step{send(1, 1, 0, w(1)), send(2, 1, 1, w(2)), send(3, 1, 2, w(3))},
			[]Step{recv(1, 0, 0, w(1)), recv(2, 0, 1, w(2)), recv(3, 0, 2, w(3))}),
			[]string{"0-11", "11-23", "23-36"}, []string{"0-11", "11-23", "23-36"}},
		{"an exchange, a copy and a sum", job(
			[]Step{send(1, 1, 0, w(1)), recv(1, 1, 0, w(2)), {Kind: Copy, From: out(1, 2), Into: out(5, 2)},
				{Kind: Combine, From: out(5, 2), With: out(1, 2), Into: out(1, 2)},
				{Kind: Combine, From: out(9, 1), With: out(8, 1), Into: out(7, 1)}},
			[]Step{send(1, 0, 0, w(2)), recv(1, 0, 0, w(1))}),
			[]string{"0-11", "0-12", "12-12", "12-18", "0-3"},
			[]string{"0-11", "0-12", "12-12", "12-18", "0-3"}},
	} {
		for i, m := range []Machine{{Ts: 10, Tw: 1, Tr: 3}, {Ts: 10, Tw: 1, Tr: 3, AllPort: true}} {
			s, err := test.job.Schedule(m)
			assert.NoError(t, err)
			var times []string
			for k := range s.Begin[0] {
				times = append(times, fmt.Sprintf("%v-%v", s.Begin[0][k], s.End[0][k]))
			}
			assert.Equal(t, [][]string{test.one, test.all}[i], times, test.name)
		}
	}
}

// A port is free for the next message before the previous message has arrived, if the machine says so.
func TestMessagesOccupyPortsForPartOfTheirTime(t *testing.T) {
	m := Machine{Ts: 1000, Tw: 1, Busy: func(_, _, words int) float64 { return 200 + float64(words) }}
	all := job(
		[]Step{send(1, 1, 0, out(0, 500)), send(1, 2, 0, out(0, 500)), send(1, 3, 0, out(0, 500))},
		[]Step{recv(1, 0, 0, out(0, 500))}, []Step{recv(1, 0, 0, out(0, 500))},
		[]Step{recv(1, 0, 0, out(0, 500))})
	s, err := all.Schedule(m)
	assert.NoError(t, err)
	assert.Equal(t, 2*700+1500.0, s.Finish, "node 0 begins a message every 700")
	two := job(
		[]Step{recv(1, 1, 0, out(0, 500)), recv(1, 2, 0, out(500, 500))},
		[]Step{send(1, 0, 0, out(0, 500))}, []Step{send(1, 0, 0, out(0, 500))})
	s, err = two.Schedule(m)
	assert.NoError(t, err)
	assert.Equal(t, 700+1500.0, s.Finish, "messages to the same node wait for each other")
	for _, time := range []float64{-1, 1501, math.NaN()} {
		m.Busy = func(_, _, _ int) float64 { return time }
		_, err := all.Schedule(m)
		assert.ErrorContains(t, err, "want 0 to 1500")
	}
}

// If two messages wait for the same port, the message that is first in program order begins. If the other
// node of this message is not ready, the second message begins.
func TestScheduleInProgramOrder(t *testing.T) {
	j := job(
		[]Step{send(1, 1, 0, out(0, 1)), send(2, 2, 0, out(1, 1))},
		[]Step{recv(1, 2, 0, out(1, 5)), recv(2, 0, 0, out(0, 1))},
		[]Step{send(1, 1, 0, out(0, 5)), recv(2, 0, 0, out(5, 1))})
	s, err := j.Schedule(Machine{Ts: 10, Tw: 1})
	assert.NoError(t, err)
	assert.Equal(t, [][]float64{{15, 0}, {0, 15}, {0, 0}}, s.Begin)
	assert.Equal(t, 26.0, s.Finish)
	assert.Equal(t, Path{2, 6}, s.Path)
}

func TestScheduleRefuses(t *testing.T) {
	for _, m := range []Machine{{Ts: -1}, {Tw: math.NaN()}, {Tr: math.Inf(1)}} {
		_, err := job(nil).Schedule(m)
		assert.ErrorContains(t, err, "want finite times of at least 0")
	}
	for _, time := range []float64{-1, math.NaN(), math.Inf(1)} {
		_, err := job([]Step{send(1, 1, 0, out(0, 7))},
			[]Step{recv(1, 0, 0, out(0, 7))}).Schedule(
			Machine{Message: func(_, _, _ int) float64 { return time }})
		assert.ErrorContains(t, err, "time for a message of 7 words is")
	}
	for _, fault := range faults {
		if fault.name == "both send first" || fault.name == "both forward first" {
			_, err := fault.job.Schedule(onePort)
			assert.ErrorContains(t, err, "deadlock in program order")
		}
	}
}
