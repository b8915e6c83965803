//go:build cgo

package bench

import (
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/coll"
)

// leaveUnlikely leaves out the rows of other libraries that cannot be expected to win, if the run is to have only the others. Rank 0
// decides. In a race it is decided at each size: see admit.
func (m *measurer) leaveUnlikely(r *results.Result, l Listener) error {
	if !m.cfg.Likely || m.cfg.Race != nil {
		return nil
	}
	var left []string
	if err := m.onRank0("the choice of algorithms", func() (err error) {
		left, err = unlikely(m.cfg, m.world.Size, m.machine(), m.step)
		return err
	}); err != nil {
		return err
	}
	out, err := m.agreed(m.cfg.Rows, left)
	if err != nil {
		return err
	}
	m.cfg.Rows = slices.DeleteFunc(slices.Clone(m.cfg.Rows), func(row catalog.Info) bool { return slices.Contains(out, row.ID) })
	if len(out) > 0 {
		skip(r, l, "on %d ranks, at the smallest, a middle and the largest size no faster than all others by the model (--algo names them): %s", m.world.Size, strings.Join(out, ", "))
	}
	return nil
}

// admit sets which rows of other libraries enter the race of a cell. Rank 0 decides.
func (m *measurer) admit(op catalog.Collective, bytes int) error {
	if !m.cfg.byCell() {
		return nil
	}
	var fast []string
	if err := m.onRank0("the choice of algorithms for "+m.pair(op, bytes), func() (err error) {
		m.step()
		fast, err = entrants(coll.Call{Op: op, P: m.world.Size, Bytes: bytes, Shift: 1}, m.model)
		return err
	}); err != nil {
		return err
	}
	var err error
	m.entered, err = m.agreed(m.cfg.ours(op, m.world.Size), fast)
	return err
}

// agreed returns the ids of those of some rows that rank 0 has named.
func (m *measurer) agreed(rows []catalog.Info, named []string) (ids []string, err error) {
	for _, row := range rows {
		is, err := m.rank0(slices.Contains(named, row.ID))
		if err != nil {
			return nil, err
		}
		if is {
			ids = append(ids, row.ID)
		}
	}
	return ids, nil
}

// ours returns the rows that are measured in the present cell.
func (m *measurer) ours(op catalog.Collective) []catalog.Info {
	return slices.DeleteFunc(m.cfg.ours(op, m.world.Size), func(row catalog.Info) bool {
		return m.cfg.byCell() && row.OfLibraries() && !slices.Contains(m.entered, row.ID)
	})
}
