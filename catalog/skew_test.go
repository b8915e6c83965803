package catalog_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
)

// How 20 words are divided into 4 blocks, 7 into 3, 2 into 4, and any into 1.
func TestDivide(t *testing.T) {
	for skew, want := range map[catalog.Skew][3][]int{
		"equal":  {{5, 5, 5, 5}, {2, 2, 3}, {0, 1, 0, 1}},
		"linear": {{2, 4, 6, 8}, {1, 2, 4}, {0, 0, 1, 1}},
		"big":    {{1, 1, 1, 17}, {1, 1, 5}, {1, 1, 0, 0}},
		"zero":   {{0, 6, 7, 7}, {0, 3, 4}, {0, 0, 1, 1}},
	} {
		assert.Equal(t, want, [3][]int{skew.Divide(4, 20), skew.Divide(3, 7), skew.Divide(4, 2)}, skew)
		assert.Equal(t, []int{9}, skew.Divide(1, 9), skew)
	}
}

// Random blocks have all words, are the same for the same seed, and differ for another.
func TestDivideAtRandom(t *testing.T) {
	seen := map[[6]int]bool{}
	for _, skew := range []catalog.Skew{"random", "random:2", "random:18446744073709551615"} {
		counts := skew.Divide(6, 600)
		sum := 0
		for _, n := range counts {
			assert.GreaterOrEqual(t, n, 0)
			sum += n
		}
		assert.Equal(t, 600, sum)
		assert.Equal(t, counts, skew.Divide(6, 600))
		seen[[6]int(counts)] = true
	}
	assert.Len(t, seen, 3)
	assert.Equal(t, catalog.Skew("random:1").Divide(6, 600), catalog.Skew("random").Divide(6, 600))
}

func TestParseSkew(t *testing.T) {
	for _, skew := range append(catalog.Skews(), "random:0", "random:7") {
		parsed, err := catalog.ParseSkew(string(skew))
		assert.NoError(t, err)
		assert.Equal(t, skew, parsed)
	}
	for _, text := range []string{"", "Big", "random:", "random:-1", "random:x", "big:2"} {
		_, err := catalog.ParseSkew(text)
		assert.ErrorContains(t, err, ", want equal, linear, big, zero, random or random:SEED", text)
	}
}

// The words of every node in every operation are those of its blocks; all nodes together have as many as with equal blocks.
func TestCounts(t *testing.T) {
	const p, m = 5, 12
	for _, k := range catalog.Collectives() {
		for _, skew := range catalog.Skews() {
			if k.MPIVector() == "" {
				continue
			}
			counts, in, out, equalIn, equalOut := skew.Counts(k, p, m), 0, 0, 0, 0
			for me := range p {
				in, out = in+counts.In(k, p, m, me, 1), out+counts.Out(k, p, m, me, 1)
				equalIn, equalOut = equalIn+k.In(p, m, me, 1), equalOut+k.Out(p, m, me, 1)
				for other := range p {
					if k == catalog.Alltoall {
						assert.Equal(t, counts.Sent(p, m, me).Len(other), counts.Received(p, m, other).Len(me), skew)
					}
				}
			}
			assert.Equal(t, []int{equalIn, equalOut}, []int{in, out}, "%s %s", k, skew)
		}
	}
	linear := catalog.Skew("linear").Divide(p, p*m)
	assert.Equal(t, linear[3], catalog.Skew("linear").Counts(catalog.Allgather, p, m).In(catalog.Allgather, p, m, 3, 0))
	assert.Equal(t, slices.Concat(linear[2:], linear[:2])[4], catalog.Skew("linear").Counts(catalog.Alltoall, p, m).Sent(p, m, 2).Len(4))
	var none *catalog.Counts
	assert.Equal(t, []int{m, p * m}, []int{none.In(catalog.Gather, p, m, 3, 1), none.Out(catalog.Gather, p, m, 1, 1)})
	coarse := catalog.Skew("linear").Counts(catalog.Scatter, p, m).Coarse(3) // 4, 8, 12, 16 and 20 words
	assert.Equal(t, []int{1, 2, 4, 5, 6}, []int{coarse.Sent(p, m, 0).Len(0), coarse.Sent(p, m, 0).Len(1), coarse.Sent(p, m, 0).Len(2), coarse.Sent(p, m, 0).Len(3), coarse.Sent(p, m, 0).Len(4)})
}
