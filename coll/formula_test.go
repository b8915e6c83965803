package coll

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
)

// The formulas for two-level algorithms give about the same times as the schedules of their plans. Every
// leader has its own link between the hosts, so messages do not slow each other down.
func TestTimeOnHosts(t *testing.T) {
	l, err := newLayout(Machine{Hosts: 4, Slots: 4}, 16)
	require.NoError(t, err)
	for _, row := range catalog.ByteRows() {
		if row.Between == "" {
			continue
		}
		for _, bytes := range []int{8, 1 << 10, 64 << 10} {
			if row.Op == catalog.Barrier {
				bytes = 0
			}
			r := recordedCandidate{layout: l, row: row, call: Call{Op: row.Op, P: 16, Bytes: bytes}}
			_, err := l.timeBySchedule(&r)
			require.NoError(t, err)
			scheduled := r.Time
			found, err := l.timeByFormula(&r)
			require.NoError(t, err)
			require.True(t, found, row.ID)
			assert.InEpsilon(t, scheduled, r.Time, 0.02, "%s of %d bytes", row.ID, bytes)
		}
	}
}

// With more than 64 ranks on several hosts, coll selects the algorithms that send the least over the network
// for short messages.
func TestManyRanksOnHosts(t *testing.T) {
	for _, op := range []catalog.Collective{catalog.Bcast, catalog.Allreduce, catalog.Allgather,
		catalog.Barrier} {
		list, err := Rank(Call{Op: op, P: 128, Bytes: 64}, Machine{Hosts: 8})
		require.NoError(t, err)
		assert.Equal(t, "network/"+string(op)+"-hosts", list[0].ID)
		assert.True(t, list[0].Formula)
		if op != catalog.Allgather {
			unequal, err := Rank(Call{Op: op, P: 100, Bytes: 64}, Machine{Hosts: 8})
			require.NoError(t, err)
			assert.Equal(t, "network/"+string(op)+"-hosts", unequal[0].ID, "hosts of 13 and 9 ranks")
		}
		one, err := Rank(Call{Op: op, P: 128, Bytes: 64}, Machine{Hosts: 1})
		require.NoError(t, err)
		assert.NotContains(t, one[0].ID, "-hosts", "on one host there is one level")
	}
}
