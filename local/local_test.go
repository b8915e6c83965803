package local_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/internal/proctest"
	"topocoll/local"
	"topocoll/plan"
)

type port = comm.AsyncPort[string]

var (
	errBroken = errors.New("broken")
	one       = []string{"a"}
)

// Each case has a body and the error that Run should return if all p nodes run the body.
var runs = []struct {
	name string
	p    int
	body func(n port) error
	says string // "" if there is no error
}{
	{"no nodes", 0, func(port) error { return errBroken }, ""},
	{"nothing to do", 4, func(port) error { return nil }, ""},
	{"all send to themselves", 4,
		func(n port) error { return n.SendRecv(n.Rank(), one, n.Rank(), make([]string, 1)) }, ""},
	{"no words", 2, func(n port) error { return n.SendRecv(1-n.Rank(), nil, 1-n.Rank(), nil) }, ""},

	{"one fails", 4, onlyNode(2, func(port) error { return errBroken }), "broken"},
	{"all fail alike", 4, func(port) error { return errBroken }, "broken"},
	{"two fail", 4, func(n port) error {
		return [...]error{nil, errors.New("first"), nil, errors.New("second")}[n.Rank()]
	}, "first\nsecond"},
	{"one fails, another one waits for it", 2, func(n port) error {
		if n.Rank() == 0 {
			return errBroken
		}
		return n.Recv(0, make([]string, 1))
	}, "broken\nlocal: deadlock: rank 1 receives 1 word from rank 0, which has returned"},
	{"one fails, another one tests for its message", 2, func(n port) error {
		if n.Rank() == 0 {
			return errBroken
		}
		if _, err := n.StartRecv(0, 0, make([]string, 1)); err != nil {
			return err
		}
		var err error
		for err == nil {
			_, err = n.(plan.Async[string]).TestSome(nil)
		}
		return err
	}, "broken\nlocal: deadlock: rank 1 receives 1 word from rank 0, which has returned"},

	{"all send first", 2, func(n port) error { return n.Send(1-n.Rank(), one) },
		"local: deadlock: rank 0 sends 1 word to rank 1; rank 1 sends 1 word to rank 0"},
	{"nobody sends", 3, func(n port) error { return n.Recv((n.Rank()+1)%3, make([]string, 2)) },
		"local: deadlock: rank 0 receives 2 words from rank 1; rank 1 receives 2 words from rank 2; " +
			"rank 2 receives 2 words from rank 0"},
	{"nobody receives", 2, onlyNode(0, func(n port) error { return n.Send(1, one) }),
		"local: deadlock: rank 0 sends 1 word to rank 1, which has returned"},
	{"lengths differ", 2, func(n port) error {
		if n.Rank() == 0 {
			return n.Send(1, one)
		}
		return n.Recv(0, make([]string, 2))
	}, "local: rank 0 sends 1 word to rank 1, but rank 1 receives 2 words from rank 0"},
	{"no such process", 2, onlyNode(0, func(n port) error { return n.Send(2, one) }),
		"local: Send: no process 2, want 0..1"},
	{"a refused call sends nothing", 2, func(n port) error {
		if n.Rank() == 1 {
			return n.Send(0, []string{"b"})
		}
		got := make([]string, 1)
		if err := n.SendRecv(1, one, 2, got); err == nil {
			return errors.New("no error")
		}
		if err := n.Recv(1, got); err != nil || got[0] != "b" {
			return fmt.Errorf("got %q, %v", got, err)
		}
		return nil
	}, ""},
	{"a bad tag", 1, func(n port) error {
		_, err := n.StartSend(0, -1, one)
		return err
	}, "local: StartSend: tag -1, want 0..4611686018427387903"},
	{"a negative number of nodes", -1, func(port) error { return nil }, "local: Run: -1 nodes, want 0 or more"},
	{"one starts a call and returns", 2, onlyNode(0, func(n port) error {
		node := &plan.Plan{In: 1, Steps: []plan.Step{{Kind: plan.Send, Round: 1, Peer: 1,
			From: plan.Range{Buffer: plan.In, Len: 1}}}}
		request, err := plan.Init(n.(plan.Async[string]), node, comm.Op[string]{}, one, nil)
		if err != nil {
			return err
		}
		return request.Start()
	}), "local: Run: 1 non-blocking call of rank 0 is active; call Wait first"},
	{"nothing to wait for", 1, func(n port) error {
		_, err := n.WaitSome(nil)
		return err
	}, "local: WaitSome: no message is in flight"},
}

// onlyNode returns a body that calls body on one node. On other nodes it returns at once.
func onlyNode(rank int, body func(n port) error) func(n port) error {
	return func(n port) error {
		if n.Rank() != rank {
			return nil
		}
		return body(n)
	}
}

func TestRun(t *testing.T) {
	for _, run := range runs {
		t.Run(run.name, func(t *testing.T) {
			if err := local.Run(run.p, run.body); run.says == "" {
				assert.NoError(t, err)
			} else {
				assert.EqualError(t, err, run.says)
			}
		})
	}
}

// errors.Is finds the error of a body in the error of Run.
func TestRunWraps(t *testing.T) {
	assert.ErrorIs(t, local.Run(2, onlyNode(1, func(port) error { return errBroken })), errBroken)
}

// A node is a goroutine, so a panic in it ends the program.
func TestPanicEndsTheProgram(t *testing.T) {
	const inside = "TOPOCOLL_PANIC"
	if os.Getenv(inside) != "" {
		local.Run(2, onlyNode(1, func(port) error { panic("in node 1") }))
		return
	}
	program, err := os.Executable()
	require.NoError(t, err)
	command := proctest.Command(t, program, "-test.run=^TestPanicEndsTheProgram$")
	command.Env = append(command.Environ(), inside+"=1")
	out, err := command.CombinedOutput()
	assert.ErrorContains(t, err, "exit status 2")
	assert.Contains(t, string(out), "panic: in node 1")
}
