package catalog_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/sim"
	"topocoll/topo"
)

// The table of results/simulated.md lists the fastest algorithm in the simulator on 16 nodes with one port,
// with the default ts, tw and th. It also gives the number of algorithms within one percent of the fastest.
// If several algorithms have the same lowest time, the table names the first of them.
func TestWhenItWins(t *testing.T) {
	specs := []string{"star:16", "ring:16", "torus:4x4"}
	table := "| operation | m | " + strings.Join(specs, " | ") + " |\n|---|---|---|---|---|\n"
	for _, op := range catalog.Collectives() {
		if op == catalog.Shift || op == catalog.Barrier {
			continue
		}
		for _, m := range []int{1, 4096, 262144} {
			table += fmt.Sprintf("| %s | %d |", op, m)
			for _, spec := range specs {
				table += " " + fastest(t, op, m, spec) + " |"
			}
			table += "\n"
		}
	}
	text, err := os.ReadFile("../results/simulated.md")
	require.NoError(t, err)
	assert.True(t, strings.Contains(string(text), table),
		"results/simulated.md lacks this table:\n%s", table)
}

// fastest returns the algorithm with the lowest time and this time in µs.
func fastest(t *testing.T, op catalog.Collective, m int, name string) string {
	const p = 16
	spec, err := topo.ParseSpec(name)
	require.NoError(t, err)
	fabric := spec.With(p, nil)
	extents := fabric.FilledExtents()
	if extents == nil {
		extents = topo.NearSquare(p, 2)
	}
	config := sim.Config{Ts: 10, Tw: 0.01, Th: 0.1, Network: fabric.Between(), Routing: sim.CT,
		Contention: true}
	best, least, times := "", 0.0, []float64{}
	for _, row := range catalog.Rows[none]() {
		if row.Op != op || row.Topology() == "network" || !row.TakesMesh(extents) {
			continue
		}
		r, err := simulate(row, config, p, call{m: m}, extents)
		require.NoError(t, err, row.ID)
		if times = append(times, r.Time); best == "" || r.Time < least {
			best, least = row.ID, r.Time
		}
	}
	near := -1
	for _, time := range times {
		if time <= 1.01*least {
			near++
		}
	}
	also := ""
	if near > 0 {
		also = fmt.Sprintf(", %d more", near)
	}
	return fmt.Sprintf("`%s` %.0f%s", best, least, also)
}
