package sim_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/sim"
	"topocoll/topo"
)

type asyncBody = func(port comm.AsyncPort[int]) error

// start makes a body of node 0.. that starts messages of one word, {peer, tag}, and waits for all.
func start(sends, recvs [][][2]int) asyncBody {
	return func(port comm.AsyncPort[int]) error {
		me := port.Rank()
		for _, msg := range sends[me] {
			if _, err := port.StartSend(msg[0], msg[1], []int{msg[1]}); err != nil {
				return err
			}
		}
		in := make([][1]int, len(recvs[me]))
		for i, msg := range recvs[me] {
			if _, err := port.StartRecv(msg[0], msg[1], in[i][:]); err != nil {
				return err
			}
		}
		for done := 0; done < len(sends[me])+len(recvs[me]); {
			ids, err := port.WaitSome(nil)
			if err != nil {
				return err
			}
			done += len(ids)
		}
		for i, msg := range recvs[me] {
			if in[i][0] != msg[1] {
				return errors.New("another message")
			}
		}
		return nil
	}
}

// A message of one word takes 11 µs, and 12 over two links.
func TestRunAsync(t *testing.T) {
	twoAndOne := start([][][2]int{{{1, 5}, {1, 6}, {2, 5}}, {}, {}}, [][][2]int{{}, {{0, 6}, {0, 5}}, {{0, 5}}})
	exchange := start([][][2]int{{{1, 5}}, {{0, 5}}, {}}, [][][2]int{{{1, 5}}, {{0, 5}}, {}})
	sameTag := start([][][2]int{{{1, 5}, {1, 5}}, {}, {}}, [][][2]int{{}, {{0, 5}, {0, 5}}, {}})
	alone := start([][][2]int{{{0, 5}}, {}, {}}, [][][2]int{{{0, 5}}, {}, {}})
	for _, test := range []struct {
		name           string
		body           asyncBody
		one, half, all float64
	}{
		{"two messages to a node and one to another one", twoAndOne, 34, 34, 22},
		{"an exchange", exchange, 11, 22, 11},
		{"two messages with one tag", sameTag, 22, 22, 22},
		{"to itself", alone, 0, 0, 0},
	} {
		for ports, want := range map[sim.Ports]float64{sim.OnePort: test.one, sim.HalfDuplex: test.half, sim.AllPort: test.all} {
			time, err := sim.RunAsync(3, sim.Config{Ts: 10, Tw: 1, Network: topo.NewOpenMesh(topo.Mesh{3}), Ports: ports}, test.body)
			assert.NoError(t, err)
			assert.Equal(t, want, time, "%s, %v ports", test.name, ports)
		}
	}
}

// Of two messages that could leave at the same time the one goes first that was started first, whichever receiver was first.
func TestRunAsyncKeepsTheOrderOfTheSender(t *testing.T) {
	_, err := sim.RunAsync(3, sim.Config{Ts: 10}, func(port comm.AsyncPort[int]) error {
		if port.Rank() > 0 {
			return port.Recv(0, make([]int, 1))
		}
		var all []int
		for _, to := range []int{2, 1} {
			id, err := port.StartSend(to, -1, make([]int, 1))
			assert.NoError(t, err)
			all = append(all, id)
		}
		for _, id := range all {
			done, err := port.WaitSome(nil)
			assert.NoError(t, err)
			assert.Equal(t, []int{id}, done)
		}
		return nil
	})
	assert.NoError(t, err)
}

// A procedure takes the time that it takes under Run.
func TestRunAsyncOfProcedures(t *testing.T) {
	const p, m = 8, 6
	config := sim.Config{Ts: ts, Tw: tw, Network: topo.NewHypercube(p)}
	sum := comm.Op[int]{Apply: func(dst, a, b []int) {
		for j := range dst {
			dst[j] = a[j] + b[j]
		}
	}}
	time, err := sim.RunAsync(p, config, func(port comm.AsyncPort[int]) error {
		x := make([]int, m)
		x[m-1] = port.Rank()
		err := hcube.Allreduce(comm.New[int](port), sum, x, x)
		assert.Equal(t, 28, x[m-1])
		return err
	})
	assert.NoError(t, err)
	assert.Equal(t, float64(3*(ts+tw*m)), time)
}

func TestRunAsyncRefuses(t *testing.T) {
	none := [][2]int{}
	for says, body := range map[string]asyncBody{
		"sim: RunAsync: deadlock of 1 nodes at t=11": start([][][2]int{{{1, 0}}, none}, [][][2]int{none, {{0, 0}, {0, 1}}}),
		"sim: node 0: no node 2, want 0..1":          start([][][2]int{{{2, 0}}, none}, [][][2]int{none, none}),
		"sim: node 0: WaitSome: nothing was started": func(port comm.AsyncPort[int]) error { _, err := port.WaitSome(nil); return err },
		"sim: node 1: at t=0 0 sends 2 words to 1, which receives 1": func(port comm.AsyncPort[int]) error {
			if port.Rank() == 0 {
				return port.Send(1, make([]int, 2))
			}
			return port.Recv(0, make([]int, 1))
		},
		"sim: node 0: a step of messages while 1 others are under way, want 0": func(port comm.AsyncPort[int]) error {
			_, _ = port.StartSend(1-port.Rank(), 0, nil)
			return port.Recv(1-port.Rank(), nil)
		},
	} {
		_, err := sim.RunAsync(2, sim.Config{Ts: 10, Tw: 1}, body)
		assert.EqualError(t, err, says)
	}
	_, err := sim.RunAsync(2, sim.Config{Contention: true}, start(nil, nil))
	assert.EqualError(t, err, "sim: RunAsync: contention, want none")
}
