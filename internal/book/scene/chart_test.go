//go:build !js

package scene

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/cli/model"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/simulate"
	"topocoll/internal/virtual"
)

// The chart finds the crossing of two formulas: (ts + tw·m) log p = 2(ts log p + tw(m/p)(p-1)) at m = 2400
// for p = 8, ts = 10, tw = 0.01.
func TestCrossing(t *testing.T) {
	v, err := ReadView(map[string]string{})
	require.NoError(t, err)
	c, err := NewChart(v, "m", []string{"hcube/bcast", "hcube/bcast-scatter"},
		"hcube/bcast 128 31.5\nnative 128 40")
	require.NoError(t, err)
	require.Len(t, c.Wins, 2)
	assert.Equal(t, Win{From: 1, Rows: []string{"hcube/bcast"}}, c.Wins[0])
	assert.Equal(t, []string{"hcube/bcast-scatter"}, c.Wins[1].Rows)
	assert.InDelta(t, 2400, c.Wins[1].From, 16)
	assert.Contains(t, c.SVG, "hcube/bcast-scatter")
	assert.Contains(t, c.SVG, "<title>hcube/bcast, measured</title>")
	assert.Contains(t, c.SVG, "<title>native, measured</title>")
	assert.Equal(t, 1, rings(c), "one crossing")
	_, err = NewChart(v, "m", nil, "native often")
	assert.ErrorContains(t, err, `measured "native often", want ALGORITHM NUMBER µs`)
}

// In a chart against p, an algorithm appears only where it runs. The chart has the reason for its absence
// elsewhere.
func TestChartAgainstP(t *testing.T) {
	v, err := ReadView(map[string]string{"root": "5"})
	require.NoError(t, err)
	c, err := NewChart(v, "p", []string{"ring/bcast", "hcube/bcast-esbt"}, "")
	require.NoError(t, err)
	assert.Equal(t, Win{At: []int{2}, Rows: []string{"ring/bcast", "hcube/bcast-esbt"}}, c.Wins[0])
	assert.Equal(t, []int{3, 4}, c.Wins[1].At[:2])
	// the other algorithm is the fastest on 8, 16, 32 and 64 nodes only
	assert.Equal(t, 7, rings(c), "%v", c.Wins)
	assert.Contains(t, c.Absent, "hcube/bcast-esbt needs p = 2^d, got p = 3")
	_, err = NewChart(v, "q", nil, "")
	assert.ErrorContains(t, err, "want m or p")
}

// A chart and topocoll simulate report the same fastest algorithms, because both use the same ports.
func TestChartAgreesWithSimulate(t *testing.T) {
	for _, ports := range []string{"", "all"} {
		for _, operation := range NewMenu().Operations {
			if operation.Name == string(catalog.Barrier) {
				continue // it has no m
			}
			var rows []string
			for _, row := range operation.Rows {
				rows = append(rows, row.ID)
			}
			v, err := ReadView(map[string]string{"p": "6", "ports": ports})
			require.NoError(t, err)
			c, err := NewChart(v, "m", rows, "")
			require.NoError(t, err)
			assert.Contains(t, c.Title, map[string]string{"": "one port", "all": "all ports"}[ports])
			for _, m := range []int{1, 1024, 65536, 1048576} {
				var won []string
				for _, win := range c.Wins {
					if win.From <= m {
						won = win.Rows
					}
				}
				assert.Equal(t, fastestOfSimulate(t, operation.Name, ports, v.P, m), won, "%s, ports %q, m = %d",
					operation.Name, ports, m)
			}
		}
	}
}

// Algorithms that are equally fast are listed together. On at most 6 nodes, both broadcasts take ceil(log p)
// steps.
func TestChartListsTies(t *testing.T) {
	v, err := ReadView(map[string]string{"p": "4"})
	require.NoError(t, err)
	rows := []string{"hcube/bcast", "ring/bcast"}
	c, err := NewChart(v, "p", rows, "")
	require.NoError(t, err)
	assert.Equal(t, Win{At: []int{2, 3, 4, 6}, Rows: rows}, c.Wins[0])
	assert.Equal(t, []string{"hcube/bcast"}, c.Wins[1].Rows)
	assert.Zero(t, rings(c), "hcube/bcast is the fastest everywhere")
	c, err = NewChart(v, "m", rows, "")
	require.NoError(t, err)
	assert.Equal(t, []Win{{From: 1, Rows: rows}}, c.Wins)
}

// fastestOfSimulate returns the fastest algorithms that topocoll simulate reports.
func fastestOfSimulate(t *testing.T, operation, ports string, p, m int) (ids []string) {
	tw := 0.01
	command := simulate.Command{Op: []string{operation}, JSON: true,
		CallFlags:    model.CallFlags{N: option.Count(p), M: option.Count(m), Shift: 1},
		MachineFlags: model.MachineFlags{Links: model.Links{Ts: 10, Tw: &tw}, Th: 0.1, Ports: ports}}
	var out bytes.Buffer
	require.NoError(t, command.Run(&out, option.Given{}))
	var outcomes []virtual.Outcome
	require.NoError(t, json.Unmarshal(out.Bytes(), &outcomes))
	first, _ := virtual.Fastest(outcomes)
	for _, o := range first {
		ids = append(ids, o.Algo)
	}
	return ids
}

// rings returns the number of marked crossings.
func rings(c *Chart) int { return strings.Count(c.SVG, "a4.5,4.5 0 1 0 9,0") }

// A range ends where the fastest algorithms change, even if the new ones also were the fastest in an earlier
// range.
func TestWinsReturn(t *testing.T) {
	times := map[string][]float64{"a": {1, 2, 1, 1}, "b": {2, 1, 2, 2}}
	wins := sweep{variable: "m"}.wins([]string{"a", "b"}, []int{1, 2, 3, 4}, times)
	assert.Equal(t, []Win{{From: 1, Rows: []string{"a"}}, {From: 2, Rows: []string{"b"}},
		{From: 3, Rows: []string{"a"}}}, wins)
}
