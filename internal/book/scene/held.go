package scene

import (
	"cmp"
	"slices"

	"topocoll/internal/explain"
	"topocoll/sim"
)

// Held describes the data of a node, starting at Time.
type Held struct {
	Time   float64 `json:"time"`
	Node   int     `json:"node"`
	Data   string  `json:"data"`
	Blocks []int   `json:"blocks"`
	// fraction of each block that the node has; omitted if all blocks are complete
	Shares []float64 `json:"shares,omitempty"`
}

// maxHeldBlocks is the limit on messages times nodes, and thus on the number of recorded blocks. With more
// blocks, the page is slow.
const maxHeldBlocks = 400_000

// dataOverTime returns the data of every node over time. The words of f are symbols that show the origin of
// the data. The result is nil if `arrows` is nil, or if there could be more than maxHeldBlocks blocks.
func dataOverTime(f *explain.Figure, trace []sim.Transfer, arrows []explain.Arrow) []Held {
	if arrows == nil || len(trace)*f.P > maxHeldBlocks {
		return nil
	}
	h := f.Holdings()
	held := []Held{}
	for node := range f.P {
		held = append(held, nodeDataAt(h, 0, node))
	}
	known := make([]string, len(trace))
	for _, e := range events(trace) {
		if a := arrows[e.message]; e.kind == messageStarts {
			known[e.message] = h.Knows(a.From)
			if h.Leaves(a) {
				held = append(held, nodeDataAt(h, e.time, a.From))
			}
		} else {
			h.Arrives(a, known[e.message])
			held = append(held, nodeDataAt(h, e.time, a.To))
		}
	}
	return held
}

func nodeDataAt(h *explain.Holdings, time float64, node int) Held {
	data, blocks := h.NodeData(node)
	held := Held{Time: time, Node: node, Data: data, Blocks: blockLabels(blocks, len(blocks))}
	whole := true
	for _, b := range blocks {
		share := min(1, float64(int(b.Share*100+0.5))/100)
		held.Shares = append(held.Shares, share)
		whole = whole && share == 1
	}
	if whole {
		held.Shares = nil
	}
	return held
}

// blockLabels returns the labels of the first `most` blocks. The page computes a block's colour from its
// label.
func blockLabels(blocks []explain.Block, most int) []int {
	labels := []int{}
	for _, b := range blocks[:min(most, len(blocks))] {
		labels = append(labels, b.Label)
	}
	return labels
}

// arrowsOf returns the figure's arrow for every transfer. It returns nil if the messages of the figure differ
// from the transfers.
func arrowsOf(f *explain.Figure, trace []sim.Transfer) []explain.Arrow {
	between := make([][]explain.Arrow, f.P*f.P) // at index sender*P + receiver
	arrows, all := []explain.Arrow{}, 0
	for _, step := range f.Steps {
		for _, a := range step {
			pair := &between[a.From*f.P+a.To]
			*pair = append(*pair, a)
			all++
		}
	}
	if all != len(trace) {
		return nil
	}
	for _, t := range trace {
		pair := &between[t.From*f.P+t.To]
		if len(*pair) == 0 {
			return nil
		}
		arrows, *pair = append(arrows, (*pair)[0]), (*pair)[1:]
	}
	return arrows
}

// The kinds of events. If two events have the same time, an end comes before a start.
const (
	messageEnds = iota
	messageStarts
)

// An event is the start or the end of a message.
type event struct {
	time    float64 // rounded
	kind    int     // messageEnds or messageStarts
	message int
}

// events returns the starts and ends of all messages, sorted by time.
func events(trace []sim.Transfer) (all []event) {
	for i, t := range trace {
		all = append(all, event{rounded(t.Start), messageStarts, i},
			event{rounded(t.End), messageEnds, i})
	}
	slices.SortStableFunc(all, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.kind, b.kind))
	})
	return all
}
