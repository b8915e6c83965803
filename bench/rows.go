//go:build cgo

package bench

import (
	"slices"
	"strings"

	"topocoll/bench/calibration"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/topo"
)

// meshInEffect returns the extents that the mesh algorithms use, and their origin; both are empty if the run
// has no such algorithm.
func (b *bench) meshInEffect() (extents, from string) {
	switch {
	case b.cfg.Mesh != nil:
		return b.cfg.Mesh.String(), b.cfg.MeshFrom
	case !hasMesh(b.cfg.Rows):
		return "", ""
	}
	return topo.NearSquare(b.ranks.World.Size, 2).String(), results.MeshFromSquare
}

// reportUnfitRows reports which algorithms cannot run on these ranks.
func (b *bench) reportUnfitRows(r *report) {
	for _, row := range b.cfg.Rows {
		if !row.TakesMesh(b.cfg.Mesh) {
			r.skip("%s on %v: needs two dimensions, --dims RxC", row.ID, b.cfg.Mesh)
		}
		if b.cfg.tooLarge(row, b.ranks.World.Size) {
			r.skip("%s on %d ranks: takes too long to pack", row.ID, b.ranks.World.Size)
		}
	}
}

// networkModel returns what the model knows before any message.
func (b *bench) networkModel() coll.Machine {
	return calibration.Network(b.cfg.Network, b.ranks.Hosts, b.cfg.Placement)
}

// removeUnlikelyRows removes the algorithms of other libraries that cannot be expected to win, if the run
// asks for that. Rank 0 decides. In a race it is decided at each size: see rowsOf.
func (b *bench) removeUnlikelyRows(r *report) error {
	if !b.cfg.Likely || b.cfg.Race != nil {
		return nil
	}
	p := b.ranks.World.Size
	var unlikely []string
	if err := b.guard.OnRank0("the choice of algorithms", func() (err error) {
		unlikely, err = unlikelyRows(b.cfg, p, b.networkModel(), b.guard.Step)
		return err
	}); err != nil {
		return err
	}
	out, err := b.ranks.Agreed(ids(b.cfg.Rows), unlikely)
	if err != nil {
		return err
	}
	b.cfg.Rows = slices.DeleteFunc(slices.Clone(b.cfg.Rows), func(row catalog.Info) bool {
		return slices.Contains(out, row.ID)
	})
	if len(out) > 0 {
		r.skip("on %d ranks, at the smallest, a middle and the largest size no faster than all others by the model (--algo names them): %s",
			p, strings.Join(out, ", "))
	}
	return nil
}

// rowsOf returns the algorithms of ours that are measured in a case. In a race rank 0 decides which
// algorithms of other libraries enter.
func (b *bench) rowsOf(c results.Case) ([]catalog.Info, error) {
	rows := b.cfg.ours(c.Op, c.P)
	if !b.cfg.byCase() {
		return rows, nil
	}
	var fast []string
	if err := b.guard.OnRank0("the choice of algorithms for "+c.String(), func() (err error) {
		b.guard.Step()
		fast, err = entrants(coll.Call{Op: c.Op, P: c.P, Bytes: c.Bytes, Shift: 1}, b.contenders.Calibration.Model)
		return err
	}); err != nil {
		return nil, err
	}
	entered, err := b.ranks.Agreed(ids(rows), fast)
	return slices.DeleteFunc(rows, func(row catalog.Info) bool {
		return row.OfLibraries() && !slices.Contains(entered, row.ID)
	}), err
}

func ids(rows []catalog.Info) (list []string) {
	for _, row := range rows {
		list = append(list, row.ID)
	}
	return list
}
