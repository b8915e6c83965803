package page

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
)

// drawnSteps returns the step diagram of the broadcast algorithm that was the fastest on a network.
func drawnSteps(t *testing.T, algo, network string, p int) (svg string, left []string) {
	r := &results.Result{Env: results.Env{Labelling: results.Labelling{Network: network}}}
	for _, c := range []results.Cell{{Subject: results.Subject{Algo: native},
		NativeComparison: results.NativeComparison{Ratio: 1}}, {Subject: results.Subject{Algo: algo},
		NativeComparison: results.NativeComparison{Ratio: 0.5}}} {
		c.Op, c.P, c.Bytes, c.Median = "bcast", p, 8, 1000*c.Ratio
		r.Cells = append(r.Cells, c)
	}
	s := stepSectionOf(r)
	for _, f := range s.Figures {
		_, text, _ := strings.Cut(strings.TrimSuffix(string(f.Picture), `"`), "base64,")
		picture, err := base64.StdEncoding.DecodeString(text)
		require.NoError(t, err)
		svg += string(picture)
	}
	return svg, s.Left
}

// An algorithm for any network is drawn on the network of the run, with all ports. Other algorithms are drawn
// on the networks of their formulas.
func TestStepsOnTheNetworkOfTheRun(t *testing.T) {
	for _, test := range [][3]string{
		{"network/bcast", "torus:4x4@50mbit", "On torus:4x4, cut-through routing, all ports"},
		{"network/bcast", "links:h0-h1", "On crossbar:16"}, // not a network of 16 hosts
		{"network/bcast", "torus:4x4,slots=2", "On crossbar:16"},
		{"network/bcast", "", "On crossbar:16"},
		{"hcube/bcast", "torus:4x4", "On hypercube:16, store-and-forward routing;"},
	} {
		svg, _ := drawnSteps(t, test[0], test[1], 16)
		assert.Contains(t, svg, test[2], test[0]+" "+test[1])
	}
	svg, _ := drawnSteps(t, "network/bcast", "torus:4x4", 16)
	assert.Equal(t, 7, strings.Count(svg, ">step ")-strings.Count(svg, "<title>step "),
		"with one port there are 20")
}

func TestStepsThatAreNotDrawn(t *testing.T) {
	_, left := drawnSteps(t, "network/bcast", "torus:8x4@1gbit", 32)
	assert.Equal(t, []string{"topocoll explain network/bcast -n 32 --network 'torus:8x4' --svg FILE"}, left)
	_, left = drawnSteps(t, "hcube/bcast", "torus:8x4@1gbit", 32)
	assert.Equal(t, []string{"topocoll explain hcube/bcast -n 32 --svg FILE"}, left)
}
