package scene

import (
	"slices"

	"topocoll/sim"
)

// A Node describes the calls of one node on its port, in order.
type Node struct {
	Ends     []float64 `json:"ends"`     // end time of each call
	Sites    []int     `json:"sites"`    // for each call, an index in Scene.Sites
	Combines []float64 `json:"combines"` // times at which the node combines data; combining takes no time
}

// nodesOf computes the end time of every call of every node. A call ends with the last of its messages. The
// messages between two nodes belong to the calls of these nodes in order.
func nodesOf(calls [][]portCall, trace []sim.Transfer) []Node {
	p := len(calls)
	between := make([][]float64, p*p) // end times, at index sender*p + receiver
	for _, t := range trace {
		pair := &between[t.From*p+t.To]
		*pair = append(*pair, t.End)
	}
	next := [2][]int{make([]int, p*p), make([]int, p*p)} // index of the next send and receive of each pair
	all := make([]Node, p)
	for me, nodeCalls := range calls {
		all[me].Combines = []float64{}
		rounds, end := []float64{}, 0.0
		awaitMessage := func(from, to, side int) {
			if pair := from*p + to; from != to {
				end = max(end, between[pair][next[side][pair]])
				next[side][pair]++
			}
		}
		for _, c := range nodeCalls {
			end = 0
			for _, to := range c.sends {
				awaitMessage(me, to, 0)
			}
			for _, from := range c.receives {
				awaitMessage(from, me, 1)
			}
			if c.hasMessages() {
				rounds = append(rounds, end)
			}
		}
		all[me].recordCalls(nodeCalls, rounds)
		for i, c := range nodeCalls {
			if c.combines {
				all[me].addCombine(all[me].Ends[i])
			}
		}
	}
	return all
}

// recordCalls records the calls of a node with their end times. `rounds` holds the end times of the calls
// with messages, each of which is a round of the node's plan. No call ends before the previous one.
func (n *Node) recordCalls(calls []portCall, rounds []float64) {
	n.Ends, n.Sites = []float64{}, []int{}
	end := 0.0
	for _, c := range calls {
		if c.hasMessages() {
			end, rounds = max(end, rounds[0]), rounds[1:]
		}
		n.Ends, n.Sites = append(n.Ends, rounded(end)), append(n.Sites, c.site)
	}
}

func (n *Node) addCombine(time float64) {
	at := rounded(time)
	if i, known := slices.BinarySearch(n.Combines, at); !known {
		n.Combines = slices.Insert(n.Combines, i, at)
	}
}
