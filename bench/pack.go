//go:build cgo

package bench

import (
	"fmt"
	"time"

	"topocoll/catalog"
	"topocoll/internal/packing"
)

// said is the time between two reports of a preparation.
const said = 5 * time.Second

// pack packs the trees and routes of all algorithms that need them, on rank 0, and gives every rank its part of them.
func (m *measurer) pack(l Listener) error {
	n, rows := m.packed(m.cfg.Placement), m.onTrees()
	if n == nil || len(rows) == 0 {
		return nil
	}
	began := time.Now()
	last := began
	if err := m.onRank0("the packing of trees", func() error {
		for i, row := range rows {
			err := packing.For(row, n, func(root, roots int) {
				m.step()
				if i+root == 0 || time.Since(last) > said {
					last = time.Now()
					l.Prepare(fmt.Sprintf("rank 0 packs trees: %s (%d of %d), root %d of %d", row.ID, i+1, len(rows), root+1, roots))
				}
			})
			if err != nil {
				return fmt.Errorf("%s: %w", row.ID, err)
			}
		}
		return nil
	}); err != nil {
		return err
	}
	bytes, err := packing.Share(m.world, n, func(rank int) int { return labelOf(m.cfg.Placement, rank) })
	if err == nil && m.world.Rank == 0 {
		l.Prepare(fmt.Sprintf("trees are packed: %v, %d bytes to each of %d ranks", time.Since(began).Round(time.Millisecond), bytes, m.world.Size-1))
	}
	return err
}

// onTrees returns the algorithms of the run that use trees and routes.
func (m *measurer) onTrees() (rows []catalog.Info) {
	for _, row := range m.cfg.Rows {
		if row.Topology() == "network" && row.Takes(m.world.Size) && !m.cfg.tooLarge(row, m.world.Size) {
			rows = append(rows, row)
		}
	}
	return rows
}
