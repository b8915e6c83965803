//go:build cgo

package bench

import (
	"errors"
	"fmt"
	"runtime/debug"

	"topocoll/bench/results"
	"topocoll/internal/host"
	"topocoll/internal/native"
)

// ErrMemory marks a run that needs more memory than there is.
var ErrMemory = errors.New("not enough memory")

// budget decides how much memory the run takes, notes it in env and keeps Go to its part of it. It refuses a run that needs more
// than a machine has free. Every rank gets the same limits.
func (m *measurer) budget(env *results.Env) error {
	free, n := host.FreeMemory(), m.here
	if free > 0 {
		free += int64(n) * host.OwnMemory() // what the ranks have taken already is for them
	}
	if m.cfg.byDefault && free > 0 {
		m.cfg.MemoryLimit = m.cfg.share(m.world.Size, n, free)
	}
	all, err := m.greatest(int64(-m.cfg.MemoryLimit), int64(n))
	if err != nil {
		return err
	}
	m.cfg.MemoryLimit = int(-all[0])
	m.arena.room = m.cfg.room(m.world.Size, int(all[1]))
	most := m.cfg.need(m.world.Size, int(all[1]), m.arena.reuse)
	env.MemoryRank, env.MemoryMachine = most.Rank, most.Machine
	lacks := ""
	if here := m.cfg.need(m.world.Size, n, m.arena.reuse); free > 0 && int64(here.Machine) > free {
		lacks = tooMuch(n, here, free)
	}
	lacks, err = native.Agree(m.port, lacks)
	if err == nil && lacks != "" {
		err = fmt.Errorf("%w: %s", ErrMemory, lacks)
	}
	keeps := 0
	if m.world.Rank == 0 {
		keeps = m.cfg.samples(m.world.Size)
	}
	debug.SetMemoryLimit(int64(itself + keeps))
	return err
}

// peaks records the most memory that any rank had of its own at the end of a cell.
func (m *measurer) peaks(env *results.Env) error {
	most, err := m.greatest(m.peak)
	env.MemoryPeak = int(most[0])
	return err
}

// forgetSamples drops what only the files need.
func forgetSamples(cells []results.Cell) {
	for i := range cells {
		c := &cells[i]
		c.Samples, c.Global, c.Roots, c.Position = nil, nil, nil, nil
	}
}
