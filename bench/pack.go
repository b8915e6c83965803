//go:build cgo

package bench

import (
	"errors"
	"fmt"
	"os"
	"time"

	"topocoll/bench/contender"
	"topocoll/catalog"
	"topocoll/internal/native"
	"topocoll/internal/packing"
)

// reportEvery is the time between two reports of a preparation.
const reportEvery = 5 * time.Second

// pack packs, on rank 0, the trees and routes of all algorithms that need them, and sends every rank its
// part.
func (b *bench) pack(l Listener) error {
	w := b.ranks.World
	n, rows := b.contenders.Network(b.cfg.Mapping), b.rowsOnTrees()
	if n == nil || len(rows) == 0 {
		return nil
	}
	began, last := time.Now(), time.Time{}
	if err := b.guard.OnRank0("the packing of trees", func() error {
		return packing.All(rows, n, func(doing string) {
			b.guard.Step()
			if time.Since(last) > reportEvery {
				last = time.Now()
				l.Prepare("rank 0 packs trees: " + doing)
			}
		})
	}); err != nil {
		return err
	}
	bytes, err := packing.Share(w, n, func(rank int) int { return contender.LabelOf(b.cfg.Mapping, rank) })
	if err == nil && w.Rank == 0 {
		l.Prepare(fmt.Sprintf("trees are packed: %v, %d bytes to each of %d ranks",
			time.Since(began).Round(time.Millisecond), bytes, w.Size-1))
	}
	return err
}

// ErrPacked marks a file of trees that a run cannot use.
var ErrPacked = errors.New("unusable")

// readPacked reads the file with packed trees on rank 0, if the run has one.
func (b *bench) readPacked() error {
	n := b.contenders.Network(b.cfg.Mapping)
	if n == nil || b.cfg.Packed == "" {
		return nil
	}
	bad := ""
	if err := b.guard.OnRank0("the reading of trees", func() error {
		b.guard.Step()
		file, err := os.Open(b.cfg.Packed)
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
	bad, err := native.Agree(b.ranks.Bytes, bad)
	if err == nil && bad != "" {
		err = fmt.Errorf("--packed %s is %w: %s", b.cfg.Packed, ErrPacked, bad)
	}
	return err
}

// rowsOnTrees returns the algorithms of the run that use trees and routes.
func (b *bench) rowsOnTrees() (rows []catalog.Info) {
	p := b.ranks.World.Size
	for _, row := range b.cfg.Rows {
		if row.Topology() == "network" && row.Takes(p) && !b.cfg.tooLarge(row, p) {
			rows = append(rows, row)
		}
	}
	return rows
}
