//go:build cgo

package bench

import (
	"errors"
	"fmt"
	"os"
	"time"

	"topocoll/bench/contender"
	"topocoll/bench/group"
	"topocoll/catalog"
	"topocoll/internal/native"
	"topocoll/internal/packing"
	"topocoll/topo/pack"
)

// progressInterval is the minimum time between two progress reports while trees are packed.
const progressInterval = 5 * time.Second

// treePacker packs trees and routes in the network that the contenders share, for the algorithms that need
// them.
type treePacker struct {
	ranks   *group.Ranks
	guard   *group.Guard
	network *pack.Network // nil: all ranks are on one host
	mapping []int
}

func (b *bench) treePacker() treePacker {
	return treePacker{b.ranks, b.guard, b.contenders.Network(b.cfg.Mapping), b.cfg.Mapping}
}

// pack packs the trees and routes of all algorithms that need them. Rank 0 does the work, and sends every
// rank its part of the trees and routes.
func (t treePacker) pack(rows []catalog.Info, l Listener) error {
	w, n := t.ranks.World, t.network
	if n == nil || len(rows) == 0 {
		return nil
	}
	began, last := time.Now(), time.Time{}
	if err := t.guard.OnRank0("packing the trees", func() error {
		return packing.All(rows, n, func(doing string) {
			t.guard.Step()
			if time.Since(last) > progressInterval {
				last = time.Now()
				l.Prepare("rank 0 packs trees: " + doing)
			}
		})
	}); err != nil {
		return err
	}
	bytes, err := packing.Share(w, n, func(rank int) int { return contender.LabelOf(t.mapping, rank) })
	if err == nil && w.Rank == 0 {
		l.Prepare(fmt.Sprintf("packed the trees in %v, and sent %d bytes to each of %d ranks",
			time.Since(began).Round(time.Millisecond), bytes, w.Size-1))
	}
	return err
}

// ErrPacked is the error for a file of packed trees that a run cannot use.
var ErrPacked = errors.New("unusable")

// read reads the named file of packed trees on rank 0. It does nothing if the name is empty.
func (t treePacker) read(name string) error {
	if t.network == nil || name == "" {
		return nil
	}
	bad := ""
	if err := t.guard.OnRank0("reading the packed trees", func() error {
		t.guard.Step()
		file, err := os.Open(name)
		if err == nil {
			defer file.Close()
			err = t.network.Read(file)
		}
		if err != nil {
			bad = err.Error()
		}
		return nil
	}); err != nil {
		return err
	}
	bad, err := native.Agree(t.ranks.Bytes, bad)
	if err == nil && bad != "" {
		err = fmt.Errorf("--packed %s is %w: %s", name, ErrPacked, bad)
	}
	return err
}

// rowsOnTrees returns the algorithms that use trees and routes on p ranks.
func (c Config) rowsOnTrees(p int) (rows []catalog.Info) {
	for _, row := range c.Rows {
		if packing.Needed(row) && row.Takes(p) && !c.packingTooSlow(row, p) {
			rows = append(rows, row)
		}
	}
	return rows
}
