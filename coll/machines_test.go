package coll_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/comm"
	"topocoll/sim"
	"topocoll/topo"
)

// Rank returns the same order each time, so every rank makes the same choice. This also holds for trees
// packed into a network.
func TestRankIsTheSameEachTime(t *testing.T) {
	for _, m := range []coll.Machine{{Network: topo.NewTorus(topo.Mesh{2, 3})},
		{Network: topo.NewRing(3), Slots: 2}, {On: []int{0, 1, 0, 1, 1, 2}}} {
		for _, op := range catalog.Collectives() {
			for _, bytes := range []int{8, 100000} {
				call := coll.Call{Op: op, P: 6, Bytes: bytes, Shift: 1}
				first, err := coll.Rank(call, m)
				require.NoError(t, err)
				again, err := coll.Rank(call, m)
				require.NoError(t, err)
				assert.Equal(t, first, again)
			}
		}
	}
}

// On one host, a message slightly above the eager limit is divided into eager segments. A shorter message and
// a much longer one are sent whole.
func TestPiecesAreSentAtOnce(t *testing.T) {
	for bytes, want := range map[int]int{2048: 0, 8192: 4032, 1 << 17: 0} {
		list, err :=
			coll.Rank(coll.Call{Op: catalog.Shift, P: 2, Bytes: bytes, Shift: 1},
				coll.Machine{Eager: coll.EagerOpenMPI})
		require.NoError(t, err)
		assert.Equal(t, want, list[0].Segment, bytes)
	}
	m := coll.Machine{Within: coll.Times{Ts: 0.78, Tw: 0.000345}, Eager: 3320,
		Long: coll.Times{Ts: 7.2, Tw: 0.00029}}
	list, err := coll.Rank(coll.Call{Op: catalog.Bcast, P: 2, Bytes: 1 << 14}, m)
	require.NoError(t, err)
	assert.Equal(t, 3320, list[0].Segment, "and not 4096, though it is recorded with other words")
	list, err = coll.Rank(coll.Call{Op: catalog.Shift, P: 2, Bytes: 8192, Shift: 1},
		coll.Machine{Within: coll.Times{Ts: 1}})
	require.NoError(t, err)
	assert.Zero(t, list[0].Segment, "no limit is known")
	_, err = coll.Rank(coll.Call{Op: catalog.Shift, P: 2, Bytes: 8},
		coll.Machine{Within: coll.Times{Ts: 1}, Eager: -1})
	assert.ErrorContains(t, err, "-1 bytes")
}

// If a message of the smallest size in a size class is sent whole, a message of the largest size is sent
// whole.
func TestWholeInAllTheClass(t *testing.T) {
	w, err := coll.New[byte](halfOfTwo{}, coll.On(coll.Machine{On: []int{0, 0}}))
	require.NoError(t, err)
	for _, op := range []catalog.Collective{catalog.Bcast, catalog.Scan, catalog.Exscan} {
		for _, bytes := range []int{1024, 1600, 2047} {
			ch, err := w.ChoiceFor(coll.Call{Op: op, Bytes: bytes})
			require.NoError(t, err)
			if ch.Segment > 0 {
				assert.GreaterOrEqual(t, ch.Segment, bytes, "%s of %d bytes by %s", op, bytes, ch.ID)
			}
		}
	}
}

// If an algorithm is not pipelined, its messages may be longer than a block, so the segment length must not
// shrink to that of a block.
func TestSegmentsOfManyBlocks(t *testing.T) {
	w, err := coll.New[byte](oneOf64{}, coll.On(coll.Machine{Between: coll.Times{Ts: 500, Tw: 0.0008},
		MaxMessage: 20000}))
	require.NoError(t, err)
	longest := 0
	for _, op := range []catalog.Collective{catalog.Alltoall, catalog.Allgather, catalog.Gather} {
		ch, err := w.ChoiceFor(coll.Call{Op: op, Bytes: 1600})
		require.NoError(t, err)
		assert.Contains(t, []int{0, 20000}, ch.Segment, "%s by %s", op, ch.ID)
		longest = max(longest, ch.Segment)
	}
	assert.Equal(t, 20000, longest, "some algorithm sends many blocks at once")
}

// oneOf64 is the port of one of 64 processes, each on its own host. It does not communicate.
type oneOf64 struct{ limited }

func (oneOf64) Size() int    { return 64 }
func (oneOf64) Hosts() []int { return topo.Integers(64) }

// If the port reports its eager limit, longer messages are divided.
func TestThePortKnows(t *testing.T) {
	segment := func(port comm.Port[byte], with ...coll.Option) int {
		w, err := coll.New(port, with...)
		require.NoError(t, err)
		ch, err := w.ChoiceFor(coll.Call{Op: catalog.Shift, Bytes: 8192, Shift: 1})
		require.NoError(t, err)
		return ch.Segment
	}
	assert.Zero(t, segment(halfOfTwo{}))
	assert.Equal(t, 4032, segment(knowing{}))
	assert.Zero(t, segment(knowing{}, coll.On(coll.Machine{Within: coll.Times{Ts: 1}})),
		"the caller knows better")
}

// If the port reports its hosts, the model uses these hosts, even for a subset of the ranks. If the Machine
// sets hosts, they take precedence.
func TestThePortKnowsHosts(t *testing.T) {
	onHosts := func(c *comm.Comm[byte], with ...coll.Option) int {
		w, err := coll.Of(c, with...)
		require.NoError(t, err)
		return w.Hosts().Size()
	}
	all := comm.New[byte](spread{})
	assert.Equal(t, 2, onHosts(all))
	assert.Equal(t, 2, onHosts(all, coll.On(coll.Machine{Eager: 5})))
	assert.Equal(t, 3, onHosts(all, coll.On(coll.Machine{Slots: 3})))
	assert.Equal(t, 5, onHosts(all, coll.On(coll.Machine{Hosts: 1})))
	assert.Equal(t, 1, onHosts(all.Line(0, 2, 2)))
	assert.Equal(t, 2, onHosts(all.Line(3, -3, 2)))
}

// spread is the port of the first of five processes on three hosts. It does not communicate.
type spread struct{ comm.Port[byte] }

func (spread) Rank() int    { return 0 }
func (spread) Size() int    { return 5 }
func (spread) Hosts() []int { return []int{0, 1, 2, 0, 1} }

// If the port reports a maximum message length between hosts, longer messages are divided.
func TestThePortKnowsTheMaximum(t *testing.T) {
	segment := func(with ...coll.Option) int {
		w, err := coll.New[byte](limited{}, with...)
		require.NoError(t, err)
		ch, err := w.ChoiceFor(coll.Call{Op: catalog.Shift, Bytes: 1 << 20, Shift: 1})
		require.NoError(t, err)
		return ch.Segment
	}
	assert.Equal(t, 32<<10, segment())
	assert.Equal(t, 64<<10, segment(coll.On(coll.Machine{MaxMessage: 64 << 10})), "the caller knows better")
	assert.Zero(t, segment(coll.On(coll.Machine{Hosts: 1})))
}

type limited struct{ spread }

func (limited) MaxMessage() int { return 32 << 10 }

type knowing struct{ halfOfTwo }

func (knowing) Eager() int { return coll.EagerOpenMPI }

// halfOfTwo is the port of one of two processes. It does not communicate.
type halfOfTwo struct{ comm.Port[byte] }

func (halfOfTwo) Rank() int { return 0 }
func (halfOfTwo) Size() int { return 2 }

// With whole messages, the packed trees of a ring are slower than three other algorithms. With segments they
// use all links.
func TestPackedTreesAreCut(t *testing.T) {
	list, err :=
		coll.Rank(coll.Call{Op: catalog.Reduce, P: 8, Bytes: 200000},
			coll.Machine{Network: topo.NewRing(8), Between: coll.Link(100e6)})
	require.NoError(t, err)
	assert.Equal(t, "network/reduce", list[0].ID)
	assert.Positive(t, list[0].Segment)
	assert.Less(t, list[0].Time, 16000.0, "through one of the root's two links all bytes take this long")
}

// If messages between hosts take longer, the predictions depend on whether ranks are placed round-robin or
// fill one host after the other.
func TestHostsMatter(t *testing.T) {
	time := func(m coll.Machine) float64 {
		list, err := coll.Rank(coll.Call{Op: catalog.Allgather, P: 8, Bytes: 1 << 16}, m)
		require.NoError(t, err)
		for _, c := range list {
			if c.ID == "ring/allgather" {
				return c.Time
			}
		}
		return 0
	}
	one, filled, around := time(coll.Machine{}), time(coll.Machine{Slots: 4}),
		time(coll.Machine{On: []int{0, 1, 0, 1, 0, 1, 0, 1}})
	assert.Less(t, one, filled)
	assert.Less(t, filled, around, "every neighbour is on the other host")
}

// On shared cores, a call takes at least the processor time of its messages. A rank sends its next message
// before the previous message has arrived.
func TestProcessorTimeOfMessages(t *testing.T) {
	time := func(id string, op catalog.Collective, m coll.Machine) float64 {
		m.Within = coll.Times{Ts: 31}
		list, err := coll.Rank(coll.Call{Op: op, P: 8, Bytes: 8}, m)
		require.NoError(t, err)
		for _, c := range list {
			if c.ID == id {
				return c.Time
			}
		}
		return 0
	}
	for _, test := range []struct {
		m                coll.Machine
		linear, circular float64
	}{
		{coll.Machine{}, 7 * 31, 7 * 31},
		{coll.Machine{O: 8}, 6*8 + 31, 7 * 31},
		{coll.Machine{O: 8, Cores: 8}, 6*8 + 31, 7 * 31}, // every rank has a core
		{coll.Machine{O: 8, Cores: 2}, 6*8 + 31, 2 * 8 * 56 / 2},
		{coll.Machine{O: 100, Cores: 2}, 2 * 100 * 7 / 2, 2 * 100 * 56 / 2},
	} {
		assert.InDelta(t, test.linear, time("ring/bcast-linear", catalog.Bcast, test.m), 1e-9, test.m)
		assert.InDelta(t, test.circular, time("ring/allgather", catalog.Allgather, test.m), 1e-9, test.m)
	}
	_, err := coll.Rank(coll.Call{Op: catalog.Bcast, P: 8}, coll.Machine{Cores: -1})
	assert.ErrorContains(t, err, "-1 cores")
}

// No message between hosts is longer than MaxMessage. Within a host, there is no limit.
func TestMaxMessage(t *testing.T) {
	segment := func(id string, m coll.Machine) int {
		row, found := catalog.Find[byte](id)
		require.True(t, found)
		list, err := coll.Rank(coll.Call{Op: row.Op, P: 8, Bytes: 200000}, m)
		require.NoError(t, err)
		for _, c := range list {
			if c.ID == id {
				return c.Segment
			}
		}
		return -1
	}
	hosts := coll.Machine{Network: topo.NewStar(8), MaxMessage: 32 << 10}
	for _, id := range []string{"hcube/bcast", "hcube/allreduce", "hcube/reducescatter",
		"ring/scatter-linear"} {
		assert.True(t, 0 < segment(id, hosts) && segment(id, hosts) <= 32<<10, id)
		assert.NotEqual(t, 1000, segment(id, coll.Machine{Hosts: 1, MaxMessage: 1000}), id)
	}
	assert.Zero(t, segment("ring/allreduce", hosts), "an eighth of the vector is shorter")
	_, err := coll.Rank(coll.Call{Op: catalog.Bcast, P: 8}, coll.Machine{MaxMessage: -1})
	assert.ErrorContains(t, err, "at most -1 bytes")
}

// Package coll runs on the simulator. The algorithm that the model selects takes the predicted time there.
func TestOnTheSimulator(t *testing.T) {
	for _, p := range []int{4, 7} {
		const m = 1000
		list, err :=
			coll.Rank(coll.Call{Op: catalog.Allreduce, P: p, Bytes: 1024},
				coll.Machine{Within: coll.Times{Ts: 10, Tw: 0.01}})
		require.NoError(t, err)
		result, err :=
			sim.Run(context.Background(), p, sim.Config{Ts: 10, Tw: 0.01}, func(port comm.Port[uint8]) error {
				w, err := coll.New(port, coll.On(coll.Machine{Within: coll.Times{Ts: 10, Tw: 0.01}}))
				if err != nil {
					return err
				}
				x, sum := make([]uint8, 1024), make([]uint8, 1024)
				x[m] = uint8(1 + w.Label())
				err = coll.Allreduce(w, comm.Sum[uint8](), x, sum)
				assert.EqualValues(t, p*(p+1)/2, sum[m])
				return err
			})
		require.NoError(t, err)
		assert.InDelta(t, list[0].Time, result.Time, 1e-6, fmt.Sprint(p))
	}
}

// On many ranks, the model considers an algorithm of package network only if its trees are packed quickly or
// if it needs none.
func TestNetworkRowsOnManyRanks(t *testing.T) {
	considered := func(id string, n topo.Network) bool {
		row, _ := catalog.FindByteRow(id)
		list, err := coll.Rank(coll.Call{Op: row.Op, P: n.Nodes(), Bytes: 64}, coll.Machine{Network: n})
		require.NoError(t, err)
		return slices.ContainsFunc(list, func(c coll.Candidate) bool { return c.ID == id })
	}
	small, large, open := topo.NewTorus(topo.Mesh{3, 6}), topo.NewTorus(topo.Mesh{4, 9}),
		topo.NewOpenMesh(topo.Mesh{3, 6})
	for _, row := range []struct {
		id                 string
		small, large, open bool
	}{
		{"network/bcast", true, true, false},
		{"network/allgather", true, false, false},
		{"network/scatter", false, false, false},
		{"network/bcast-short", true, true, true},
	} {
		assert.Equal(t, row.small, considered(row.id, small), "%s on %v", row.id, small)
		assert.Equal(t, row.large, considered(row.id, large), "%s on %v", row.id, large)
		assert.Equal(t, row.open, considered(row.id, open), "%s on %v", row.id, open)
	}
}
