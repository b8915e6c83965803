//go:build cgo

package bench

import (
	"encoding/json"
	"fmt"

	"topocoll/internal/watchdog"
	"topocoll/mpi"
)

// guard sets a watchdog on every rank. What they seal their packets with goes over MPI: who can read that can do as
// the job does.
func (m *machine) guard(l Listener) error {
	name, err := m.world.ProcessorName()
	if err != nil {
		return err
	}
	if m.dog, err = watchdog.New(m.world.Rank, name, m.cfg.Stall); err != nil {
		return err
	}
	var key watchdog.Key
	if m.world.Rank == 0 {
		key = watchdog.NewKey()
	}
	if err := mpi.Bcast(m.port, 0, key[:]); err != nil {
		return err
	}
	mine, err := json.Marshal(m.dog.Self())
	if err != nil {
		return err
	}
	texts, err := m.gather(string(mine))
	if err != nil {
		return err
	}
	peers := make([]watchdog.Peer, len(texts))
	for rank, text := range texts {
		if err := json.Unmarshal([]byte(text), &peers[rank]); err != nil {
			return fmt.Errorf("bench: rank %d says it can be asked at %q: %w", rank, text, err)
		}
	}
	m.dog.Meet(key, peers)
	m.dog.Watch(l.Stalled)
	return nil
}
