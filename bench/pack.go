//go:build cgo

package bench

import (
	"errors"
	"fmt"
	"os"
	"time"

	"topocoll/catalog"
	"topocoll/internal/native"
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
	began, last := time.Now(), time.Time{}
	if err := m.onRank0("the packing of trees", func() error {
		return packing.All(rows, n, func(doing string) {
			m.step()
			if time.Since(last) > said {
				last = time.Now()
				l.Prepare("rank 0 packs trees: " + doing)
			}
		})
	}); err != nil {
		return err
	}
	bytes, err := packing.Share(m.world, n, func(rank int) int { return labelOf(m.cfg.Placement, rank) })
	if err == nil && m.world.Rank == 0 {
		l.Prepare(fmt.Sprintf("trees are packed: %v, %d bytes to each of %d ranks", time.Since(began).Round(time.Millisecond), bytes, m.world.Size-1))
	}
	return err
}

// ErrPacked marks a file of trees that a run cannot use.
var ErrPacked = errors.New("of no use here")

// read reads on rank 0 what has been packed before, if there is a file of that.
func (m *measurer) read() error {
	n := m.packed(m.cfg.Placement)
	if n == nil || m.cfg.Packed == "" {
		return nil
	}
	bad := ""
	if err := m.onRank0("the reading of trees", func() error {
		m.step()
		file, err := os.Open(m.cfg.Packed)
		if err == nil {
			defer file.Close()
			err = n.Read(file)
		}
		if err != nil {
			bad = err.Error()
		}
		return nil
	}); err != nil {
		return err
	}
	bad, err := native.Agree(m.port, bad)
	if err == nil && bad != "" {
		err = fmt.Errorf("--packed %s is %w: %s", m.cfg.Packed, ErrPacked, bad)
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
