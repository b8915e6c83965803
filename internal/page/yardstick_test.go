package page

import (
	"testing"

	"topocoll/bench/results"
)

// The legend and the methods name the dashed line.
func TestDashedLine(t *testing.T) {
	r := quickPreset(2, 1)
	page := write(t, r)
	assertHas(t, page, "</svg>one-port estimate</li>")
	assertHas(t, page, "The dashed line of a chart is a one-port estimate")
	assertHasNot(t, page, "</svg>bound</li>")

	r.Env.Network, r.Env.Ranks = "ring:2@1gbit", []results.Rank{{Host: "h0"}, {Host: "h1"}}
	for i := range r.Cells {
		c := &r.Cells[i]
		c.Bound, c.Estimate = c.Estimate, 0
	}
	page = write(t, r)
	assertHas(t, page, "</svg>bound</li>")
	assertHas(t, page, "The dashed line of a chart is the lower bound")
	assertHasNot(t, page, "one-port estimate")
}
