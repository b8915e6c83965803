//go:build cgo

package bench

import (
	"encoding/json"
	"fmt"

	"topocoll/internal/job/watchdog"
	"topocoll/mpi"
)

// guard starts a watchdog on every rank. The key that seals their packets is sent over MPI: whoever can read that can
// do anything that the job can.
func (m *measurer) guard(l Listener) error {
	var err error
	if m.watch, err = watchdog.New(m.world.Rank, m.hosts[m.world.Rank], m.cfg.Stall); err != nil {
		return err
	}
	var key watchdog.Key
	if m.world.Rank == 0 {
		key = watchdog.NewKey()
	}
	if err := mpi.Bcast(m.port, 0, key[:]); err != nil {
		return err
	}
	mine, err := json.Marshal(m.watch.Self())
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
			return fmt.Errorf("bench: rank %d gives its watchdog's address as %q: %w", rank, text, err)
		}
	}
	m.watch.Meet(key, peers)
	m.watch.Watch(l.Stalled)
	return nil
}
