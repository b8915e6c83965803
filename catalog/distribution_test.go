package catalog_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/catalog"
)

// Divide returns the expected blocks for 20 words in 4 blocks, 7 in 3, 2 in 4, and 9 in 1.
func TestDivide(t *testing.T) {
	for distribution, want := range map[catalog.Distribution][3][]int{
		"equal":  {{5, 5, 5, 5}, {2, 2, 3}, {0, 1, 0, 1}},
		"linear": {{2, 4, 6, 8}, {1, 2, 4}, {0, 0, 1, 1}},
		"big":    {{1, 1, 1, 17}, {1, 1, 5}, {1, 1, 0, 0}},
		"zero":   {{0, 6, 7, 7}, {0, 3, 4}, {0, 0, 1, 1}},
	} {
		assert.Equal(t, want,
			[3][]int{distribution.Divide(4, 20), distribution.Divide(3, 7), distribution.Divide(4, 2)},
			distribution)
		assert.Equal(t, []int{9}, distribution.Divide(1, 9), distribution)
		many, sum := distribution.Divide(1<<16, 1<<40), 0
		for _, block := range many {
			sum += block
		}
		assert.GreaterOrEqual(t, slices.Min(many), 0, distribution)
		assert.Equal(t, 1<<40, sum, distribution)
	}
}

// Random blocks together have all words. Equal seeds give equal blocks, and different seeds give different
// blocks.
func TestDivideAtRandom(t *testing.T) {
	seen := map[[6]int]bool{}
	for _, distribution := range []catalog.Distribution{"random", "random:2", "random:18446744073709551615"} {
		counts := distribution.Divide(6, 600)
		sum := 0
		for _, n := range counts {
			assert.GreaterOrEqual(t, n, 0)
			sum += n
		}
		assert.Equal(t, 600, sum)
		assert.Equal(t, counts, distribution.Divide(6, 600))
		seen[[6]int(counts)] = true
	}
	assert.Len(t, seen, 3)
	assert.Equal(t, catalog.Distribution("random:1").Divide(6, 600),
		catalog.Distribution("random").Divide(6, 600))
}

func TestParseSkew(t *testing.T) {
	for _, distribution := range append(catalog.Distributions(), "random:0", "random:7") {
		parsed, err := catalog.ParseDistribution(string(distribution))
		assert.NoError(t, err)
		assert.Equal(t, distribution, parsed)
	}
	for _, text := range []string{"", "Big", "random:", "random:-1", "random:x", "big:2"} {
		_, err := catalog.ParseDistribution(text)
		assert.ErrorContains(t, err, ", want equal, linear, big, zero, random or random:SEED", text)
	}
}

// The input and the output of every node have the words of their blocks. All nodes together have as many
// words as with equal blocks.
func TestCounts(t *testing.T) {
	const p, m = 5, 12
	for _, k := range catalog.Collectives() {
		for _, distribution := range catalog.Distributions() {
			if k.MPIVector() == "" {
				continue
			}
			counts, in, out, equalIn, equalOut := distribution.Counts(k, p, m), 0, 0, 0, 0
			for me := range p {
				in, out = in+counts.In(k, p, m, me, 1), out+counts.Out(k, p, m, me, 1)
				equalIn, equalOut = equalIn+k.In(p, m, me, 1), equalOut+k.Out(p, m, me, 1)
				for other := range p {
					if k == catalog.Alltoall {
						assert.Equal(t, counts.Sent(p, m, me).Len(other),
							counts.Received(p, m, other).Len(me), distribution)
					}
				}
			}
			assert.Equal(t, []int{equalIn, equalOut}, []int{in, out}, "%s %s", k, distribution)
		}
	}
	linear := catalog.Distribution("linear").Divide(p, p*m)
	assert.Equal(t, linear[3],
		catalog.Distribution("linear").Counts(catalog.Allgather, p, m).In(catalog.Allgather, p, m, 3, 0))
	assert.Equal(t, slices.Concat(linear[2:], linear[:2])[4],
		catalog.Distribution("linear").Counts(catalog.Alltoall, p, m).Sent(p, m, 2).Len(4))
	var none *catalog.Counts
	assert.Equal(t, []int{m, p * m},
		[]int{none.In(catalog.Gather, p, m, 3, 1), none.Out(catalog.Gather, p, m, 1, 1)})
	// The blocks have 4, 8, 12, 16 and 20 words.
	coarse := catalog.Distribution("linear").Counts(catalog.Scatter, p, m).Coarse(3)
	assert.Equal(t, []int{1, 2, 4, 5, 6},
		[]int{coarse.Sent(p, m, 0).Len(0), coarse.Sent(p, m, 0).Len(1), coarse.Sent(p, m, 0).Len(2),
			coarse.Sent(p, m, 0).Len(3), coarse.Sent(p, m, 0).Len(4)})
}
