package page

import (
	"testing"

	"topocoll/bench/results"
)

// The dashed line has the name of what it is, in the legend and among the methods.
func TestDashedLine(t *testing.T) {
	r := quickPreset(2, 1)
	page := write(t, r)
	has(t, page, "</svg>one-port estimate</li>")
	has(t, page, "The dashed line of a chart is a one-port estimate")
	hasNot(t, page, "</svg>bound</li>")

	r.Env.Network, r.Env.Ranks = "ring:2@1gbit", []results.Rank{{Host: "h0"}, {Host: "h1"}}
	for i := range r.Cells {
		c := &r.Cells[i]
		c.Bound, c.Estimate = c.Estimate, 0
	}
	page = write(t, r)
	has(t, page, "</svg>bound</li>")
	has(t, page, "The dashed line of a chart is the lower bound")
	hasNot(t, page, "one-port estimate")
}
