package comm_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/comm"
	"topocoll/local"
)

// Every node runs once, on the process to which SplitBlocks assigns it.
func TestHostShares(t *testing.T) {
	for _, k := range []int{1, 2, 7, 16} {
		for _, p := range []int{1, 3, 5, 20} {
			where := make([]int, k)
			require.NoError(t, local.Run(p, func(port comm.AsyncPort[int]) error {
				return comm.Host(port, k, func(node comm.Port[int]) error {
					assert.Equal(t, k, node.Size())
					where[node.Rank()] += 1 + port.Rank()
					return nil
				})
			}))
			shares := comm.SplitBlocks(p, k)
			for rank := range p {
				for v := shares.Start(rank); v < shares.Start(rank+1); v++ {
					assert.Equal(t, 1+rank, where[v], "node %d of %d on %d processes", v, k, p)
				}
			}
		}
	}
}

// Messages of different lengths between two nodes arrive in order, whether the nodes are on one process or on
// two.
func TestHostOrder(t *testing.T) {
	const k, rounds = 6, 5
	for p := 1; p <= 4; p++ {
		assert.NoError(t, local.Run(p, func(port comm.AsyncPort[string]) error {
			return comm.Host(port, k, func(node comm.Port[string]) error {
				for i := range rounds {
					in := make([][]string, k)
					var sends, recvs []comm.Message[string]
					// The peers include the node itself, and each peer gets two messages in one round.
					for peer := range k {
						out := make([]string, i)
						for j := range out {
							out[j] = fmt.Sprint(i, node.Rank(), peer)
						}
						in[peer] = make([]string, i+1)
						sends = append(sends, comm.Message[string]{Peer: peer, Data: out},
							comm.Message[string]{Peer: peer, Data: []string{"end"}})
						recvs = append(recvs, comm.Message[string]{Peer: peer, Data: in[peer][:i]},
							comm.Message[string]{Peer: peer, Data: in[peer][i:]})
					}
					if err := node.Round(sends, recvs); err != nil {
						return err
					}
					for peer := range k {
						assert.Equal(t, "end", in[peer][i])
						for _, word := range in[peer][:i] {
							assert.Equal(t, fmt.Sprint(i, peer, node.Rank()), word)
						}
					}
				}
				return nil
			})
		}), "p = %d", p)
	}
}

// While a node waits for a message from another process, its process runs the other node.
func TestHostGoesOn(t *testing.T) {
	assert.NoError(t, local.Run(2, func(port comm.AsyncPort[int]) error {
		// One process has nodes 0 and 1, and the other has nodes 2 and 3.
		return comm.Host(port, 4, func(node comm.Port[int]) error {
			x := []int{node.Rank()}
			switch node.Rank() {
			case 0:
				return node.Recv(2, x) // arrives only after a message between 1 and 3
			case 1:
				return node.Send(3, x)
			case 2:
				if err := node.Recv(3, x); err != nil {
					return err
				}
				return node.Send(0, x)
			default:
				if err := node.Recv(1, x); err != nil {
					return err
				}
				return node.Send(2, x)
			}
		})
	}))
}

func TestHostErrors(t *testing.T) {
	broken := errors.New("broken")
	x := make([]int, 3)
	tests := []struct {
		name string
		k, p int
		body func(node comm.Port[int]) error
		want []string
	}{
		{"no nodes", 0, 1, nil, []string{"0 logical nodes, want 1 or more"}},
		{"a body fails, the others wait", 4, 1, func(node comm.Port[int]) error {
			if node.Rank() == 2 {
				return broken
			}
			return node.Recv(2, x)
		}, []string{"logical node 2: broken"}},
		{"a body fails, another process waits", 4, 2, func(node comm.Port[int]) error {
			if node.Rank() == 0 {
				return broken
			}
			return node.Recv(0, x)
		}, []string{"logical node 0: broken", "deadlock"}},
		{"all wait", 3, 1, func(node comm.Port[int]) error {
			return node.Recv((node.Rank()+1)%3, x)
		}, []string{"deadlock: node 0 receives 3 words from node 1; node 1 receives 3 words from node 2; " +
			"node 2 receives 3 words from node 0"}},
		{"all send first", 2, 1, func(node comm.Port[int]) error {
			if err := node.Send(1-node.Rank(), x); err != nil {
				return err
			}
			return node.Recv(1-node.Rank(), x)
		}, []string{"deadlock: node 0 sends 3 words to node 1; node 1 sends 3 words to node 0"}},
		{"all wait across processes", 4, 2, func(node comm.Port[int]) error {
			return node.Recv((node.Rank()+1)%4, x)
		}, []string{"deadlock"}},
		{"lengths differ", 2, 1, func(node comm.Port[int]) error {
			if node.Rank() == 0 {
				return node.Send(1, x)
			}
			return node.Recv(0, x[:2])
		}, []string{"node 0 sends 3 words to node 1", "node 1 receives 2 words from node 0"}},
		{"no such node", 2, 1, func(node comm.Port[int]) error {
			return node.SendRecv(2, x, 1-node.Rank(), x)
		}, []string{"SendRecv: no node 2, want 0..1"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := local.Run(test.p, func(port comm.AsyncPort[int]) error {
				return comm.Host(port, test.k, test.body)
			})
			for _, want := range test.want {
				assert.ErrorContains(t, err, want)
			}
		})
	}
}

// After an error on one node, every later call on the other nodes returns this error.
func TestHostErrorReachesAll(t *testing.T) {
	broken := errors.New("broken")
	reached := 0
	err := local.Run(1, func(port comm.AsyncPort[int]) error {
		return comm.Host(port, 5, func(node comm.Port[int]) error {
			if node.Rank() == 0 {
				return broken
			}
			for range 2 {
				if errors.Is(node.Recv(0, nil), broken) {
					reached++
				}
			}
			return nil
		})
	})
	assert.ErrorIs(t, err, broken)
	assert.Equal(t, 8, reached)
}

// fewTags is a port with the smallest number of tags that MPI allows.
type fewTags struct{ comm.AsyncPort[int] }

func (fewTags) MaxTag() int { return 32767 }

func TestHostRefusesTooManyNodes(t *testing.T) {
	for k, want := range map[int]string{181: "",
		182: "182 logical nodes need the tags 0..33123, but the machine has only 0..32767"} {
		err := local.Run(2, func(port comm.AsyncPort[int]) error {
			return comm.Host(fewTags{port}, k, func(comm.Port[int]) error { return nil })
		})
		if want == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, want)
		}
	}
}
