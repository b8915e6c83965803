//go:build cgo

package bench

import (
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/catalog"
)

// leaveUnlikely leaves out the rows of other libraries that cannot be expected to win, if the run is to have only the others. Rank 0
// decides.
func (m *measurer) leaveUnlikely(r *results.Result, l Listener) error {
	if !m.cfg.Likely {
		return nil
	}
	var left []string
	if err := m.onRank0("the choice of algorithms", func() (err error) {
		left, err = unlikely(m.cfg, m.world.Size, m.machine(), m.step)
		return err
	}); err != nil {
		return err
	}
	var kept []catalog.Info
	var out []string
	for _, row := range m.cfg.Rows {
		switch leaves, err := m.rank0(slices.Contains(left, row.ID)); {
		case err != nil:
			return err
		case leaves:
			out = append(out, row.ID)
		default:
			kept = append(kept, row)
		}
	}
	m.cfg.Rows = kept
	if len(out) > 0 {
		skip(r, l, "on %d ranks, at the smallest, a middle and the largest size no faster than all others by the model (--algo names them): %s", m.world.Size, strings.Join(out, ", "))
	}
	return nil
}
