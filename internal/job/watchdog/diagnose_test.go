package watchdog

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestVerdictByUnsentBytesAndByBeats(t *testing.T) {
	peers := []Peer{{0, "a", []string{"10.0.0.1"}, 1}, {1, "b", []string{"10.0.0.2"}, 1},
		{2, "c", []string{"10.0.0.3"}, 1}}
	answers := map[int]answer{0: {0, 9, false, sendQueue{10, "10.0.0.3"}},
		1: {1, 8, false, sendQueue{5000, "10.0.0.3"}}, 2: {2, 7, false, sendQueue{}}}
	assert.Equal(t, "all ranks answer, but 5000 bytes on b have not reached c",
		describeCause(peers[0], peers, answers))
	for rank := range answers {
		answers[rank] = answer{rank, answers[rank].Beats, false, sendQueue{}}
	}
	assert.Equal(t, "all ranks answer; the furthest behind is rank 2 on c",
		describeCause(peers[0], peers, answers))
}

// A host is reported as cut off if none of its ranks answers but ranks on other hosts do.
func TestVerdictOnHosts(t *testing.T) {
	peers := []Peer{{0, "a", nil, 1}, {1, "a", nil, 1}, {2, "b", nil, 1}, {3, "b", nil, 1}, {4, "c", nil, 1}}
	heard := func(ranks ...int) map[int]answer {
		answers := map[int]answer{}
		for _, rank := range ranks {
			answers[rank] = answer{Rank: rank}
		}
		return answers
	}
	assert.Equal(t, "rank 3 on b does not answer", describeCause(peers[0], peers, heard(0, 1, 2, 4)))
	assert.Equal(t, "rank 2 on b, rank 3 on b do not answer; other hosts answer, so b is down or cut off",
		describeCause(peers[0], peers, heard(0, 1, 4)))
	assert.Equal(t, "rank 2 on b, rank 3 on b, rank 4 on c do not answer",
		describeCause(peers[0], peers, heard(0, 1)), "a may be cut off as well")
	assert.Equal(t, "no other rank answers rank 0 on a", describeCause(peers[0], peers, heard(0)))
	assert.Equal(t, "rank 1 on b does not answer",
		describeCause(peers[0], []Peer{peers[0], {1, "b", nil, 1}}, heard(0)),
		"of two, either may be cut off")
}

// Bytes that are unsent at only one of two questions are in transit. Bytes to the same host that are unsent
// at both questions are stuck.
func TestStuckBytes(t *testing.T) {
	before := map[int]answer{0: {0, 1, false, sendQueue{46, "b"}}, 1: {1, 1, false, sendQueue{900, "a"}},
		2: {2, 1, false, sendQueue{70, "a"}}, 3: {3, 1, false, sendQueue{5, "a"}}}
	after := map[int]answer{0: {0, 2, false, sendQueue{}}, 1: {1, 2, false, sendQueue{800, "a"}},
		2: {2, 2, false, sendQueue{70, "c"}}}
	assert.Equal(t,
		map[int]answer{0: {0, 2, false, sendQueue{}}, 1: {1, 2, false, sendQueue{800, "a"}},
			2: {2, 2, false, sendQueue{}}, 3: {3, 1, false, sendQueue{}}}, mergeAnswers(before, after))
}

// A rank counts as working if it was working at either of two questions. It may have finished or started
// its work in between.
func TestAtWorkAtEitherQuestion(t *testing.T) {
	for _, at := range []struct{ before, after bool }{{true, false}, {false, true}, {true, true}} {
		merged := mergeAnswers(map[int]answer{1: {1, 1, at.before, sendQueue{}}},
			map[int]answer{1: {1, 2, at.after, sendQueue{}}})
		assert.Equal(t, map[int]answer{1: {1, 2, true, sendQueue{}}}, merged)
	}
}
