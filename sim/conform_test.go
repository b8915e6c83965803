package sim_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/internal/conform"
	"topocoll/sim"
	"topocoll/topo"
)

// Every algorithm gives the correct result in virtual time, with all port models and networks. In the later
// configurations a word takes longer on a link, so messages match in a different order.
func TestConform(t *testing.T) {
	configs := func(p int) map[string]sim.Config {
		return map[string]sim.Config{
			"free":        {},
			"half duplex": {Ts: 10, Tw: 1, Ports: sim.HalfDuplex, Network: topo.NewHypercube(p)},
			"all ports": {Ts: 10, Tw: 1, Th: 5, Ports: sim.AllPort, Routing: sim.CT,
				Network: topo.NewTree(p)},
			"contention": {Ts: 10, Tw: 3, Th: 1, Routing: sim.CT, Contention: true,
				Network: topo.NewTorus(topo.NearSquare(p, 2))},
			"SF": {Ts: 1, Tw: 3, Contention: true, Network: topo.NewRing(p)},
		}
	}
	sizes := []int{1, 2, 3, 8, 12} // conform.TestLocal tests more sizes
	if testing.Short() {
		sizes = sizes[:4]
	}
rows:
	for _, row := range catalog.Rows[string]() {
		for _, p := range sizes {
			if !row.Takes(p) {
				continue
			}
			var exams []conform.Exam[string]
			for _, k := range conform.Cases(row.Info, p) {
				exams = append(exams, conform.Set(row.Op, conform.Strings(), k))
			}
			for name, config := range configs(p) {
				ok := t.Run(fmt.Sprintf("%s/p=%d/%s", row.ID, p, name), func(t *testing.T) {
					_, err := sim.Run(context.Background(), p, config, func(port comm.Port[string]) error {
						c := comm.New(port)
						for _, exam := range exams {
							if err := conform.Check(row, c, exam); err != nil {
								return err
							}
						}
						return nil
					})
					assert.NoError(t, err)
				})
				if !ok {
					continue rows // a wrong algorithm fails nearly everywhere
				}
			}
		}
	}
}
