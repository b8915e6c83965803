//go:build cgo

package bench

import (
	"slices"
	"strings"

	"topocoll/bench/calibration"
	"topocoll/bench/group"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/topo"
)

// meshInEffect returns the mesh extents on p ranks, such as 2x4, and their origin, such as
// results.MeshFromDims. Both are "" if no mesh is set and no algorithm runs on a mesh.
func (c Config) meshInEffect(p int) (extents, from string) {
	switch {
	case c.Mesh != nil:
		return c.Mesh.String(), c.MeshFrom
	case !hasMesh(c.Rows):
		return "", ""
	}
	return topo.NearSquare(p, 2).String(), results.MeshFromSquare
}

func (b *bench) reportUnfitRows(r *report) {
	limit := newLeaderLimit(b.ranks)
	for _, row := range b.cfg.Rows {
		if !row.TakesMesh(b.cfg.Mesh) {
			r.skip("%s on %v: the algorithm needs two dimensions (--dims RxC)", row.ID, b.cfg.Mesh)
		}
		if b.cfg.packingTooSlow(row, b.ranks.World.Size) {
			r.skip("%s on %d ranks: packing its trees or routes would take too long", row.ID, b.ranks.World.Size)
		}
		if sizes := b.cfg.sizesOf(row.Op); len(sizes) > 0 && limit.isExceeded(row, slices.Max(sizes)) {
			r.skip("%s with blocks of more than %s: one rank would hold the blocks of all ranks on its host",
				row.ID, results.FormatSize(int(limit)))
		}
	}
}

// networkModel returns the model of the machine before any message has been timed.
func (b *bench) networkModel() coll.Machine {
	m := calibration.Network(b.cfg.Network, b.ranks.Hosts, b.cfg.Mapping)
	machines := map[string]bool{}
	for _, host := range b.env.Hosts {
		machines[host.Boot] = true
	}
	m.Cores = b.env.Cores * len(machines)
	return m
}

// removeUnlikelyRows removes those algorithms of other libraries that are not expected to win, if
// Config.Likely is set. Rank 0 decides. In a race, rowsForCase decides for each case instead.
func (b *bench) removeUnlikelyRows(r *report) error {
	if !b.cfg.Likely || b.cfg.Race != nil {
		return nil
	}
	p := b.ranks.World.Size
	var unlikely []string
	if err := b.guard.OnRank0("choosing the algorithms", func() (err error) {
		unlikely, err = unlikelyRows(b.cfg, p, b.networkModel(), b.guard.Step)
		return err
	}); err != nil {
		return err
	}
	out, err := b.ranks.SelectOnRank0(ids(b.cfg.Rows), unlikely)
	if err != nil {
		return err
	}
	b.cfg.Rows = slices.DeleteFunc(slices.Clone(b.cfg.Rows), func(row catalog.Info) bool {
		return slices.Contains(out, row.ID)
	})
	if len(out) > 0 {
		r.skip("on %d ranks, algorithms that the model does not predict to be the fastest at the smallest, a "+
			"middle or the largest size (--algo NAME measures such an algorithm anyway): %s",
			p, strings.Join(out, ", "))
	}
	return nil
}

// A leaderLimit is the size in bytes of the longest block for a two-level all-to-all. The leader of a host
// holds the blocks of all ranks on the host, which may take up to 8 MiB.
type leaderLimit int

func newLeaderLimit(r *group.Ranks) leaderLimit {
	return leaderLimit(8 << 20 / (r.Slots() * r.World.Size))
}

func (l leaderLimit) isExceeded(row catalog.Info, bytes int) bool {
	return row.Between != "" && row.Op == catalog.Alltoall && bytes > int(l)
}

// rowsForCase returns our algorithms for a case. In a race, rank 0 selects among the algorithms of other
// libraries.
func (b *bench) rowsForCase(c results.Case) ([]catalog.Info, error) {
	limit := newLeaderLimit(b.ranks)
	rows := slices.DeleteFunc(b.cfg.ourAlgorithms(c.Op, c.P), func(row catalog.Info) bool {
		return limit.isExceeded(row, c.Bytes)
	})
	if !b.cfg.selectsPerCase() {
		return rows, nil
	}
	var fast []string
	if err := b.guard.OnRank0("choosing the algorithms for "+c.String(), func() (err error) {
		b.guard.Step()
		fast, err = selectForRace(coll.Call{Op: c.Op, P: c.P, Bytes: c.Bytes, Shift: 1},
			b.contenders.Calibration.Model)
		return err
	}); err != nil {
		return nil, err
	}
	entered, err := b.ranks.SelectOnRank0(ids(rows), fast)
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
