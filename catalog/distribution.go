package catalog

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"topocoll/comm"
)

// A Distribution is a count distribution. It divides the words of a call into blocks, one for each node:
//
//	equal        all blocks are equally long
//	linear       block i is i+1 times as long as block 0
//	big          every block has one word, except the last, which has all other words
//	zero         block 0 is empty, and all other blocks are equally long
//	random:SEED  the words are divided at random positions; the default seed is 1
//
// In an Alltoall, node i sends the blocks of the distribution in cyclic order, beginning with block i. Every
// node therefore sends and receives the same number of words.
type Distribution string

const randomName = "random"

// Distributions lists all distributions, with the default seed for random.
func Distributions() []Distribution {
	return []Distribution{"equal", "linear", "big", "zero", randomName}
}

// ParseDistribution parses the name of a distribution in one of the forms that Distribution lists.
func ParseDistribution(text string) (Distribution, error) {
	if slices.Contains(Distributions(), Distribution(text)) {
		return Distribution(text), nil
	}
	if digits, found := strings.CutPrefix(text, randomName+":"); found {
		if _, err := strconv.ParseUint(digits, 10, 64); err == nil {
			return Distribution(text), nil
		}
	}
	return "", fmt.Errorf("%.40q, want equal, linear, big, zero, random or random:SEED", text)
}

// Divide returns the lengths of p blocks with n words in total, for p >= 1.
func (d Distribution) Divide(p, n int) []int {
	ends := make([]int, p) // end position of each block
	for i := range ends {
		switch d {
		case "linear":
			ends[i] = fraction(n, (i+1)*(i+2), p*(p+1))
		case "big":
			ends[i] = min(i+1, n)
		case "zero":
			ends[i] = fraction(n, i, max(1, p-1))
		default:
			ends[i] = fraction(n, i+1, p)
		}
	}
	if name, digits, _ := strings.Cut(string(d), ":"); name == randomName {
		seed, err := strconv.ParseUint(digits, 10, 64)
		if err != nil {
			seed = 1
		}
		draw := rand.New(rand.NewPCG(seed, uint64(p)))
		for i := range ends {
			ends[i] = draw.IntN(n + 1)
		}
		slices.Sort(ends)
	}
	ends[p-1] = n
	for i := p - 1; i > 0; i-- {
		ends[i] -= ends[i-1]
	}
	return ends
}

// fraction returns n·part/whole, rounded down, for 0 <= part <= whole. The product may be longer than an int.
func fraction(n, part, whole int) int {
	high, low := bits.Mul64(uint64(n), uint64(part))
	quotient, _ := bits.Div64(high, low, uint64(whole))
	return int(quotient)
}

// Counts returns the counts of a call of the operation k with p nodes, or nil if the distribution is "". The
// blocks have p·m words in total. In an Alltoall, this is the total for each node.
func (d Distribution) Counts(k Collective, p, m int) *Counts {
	if d == "" {
		return nil
	}
	blocks := []comm.Blocks{comm.CountBlocks(d.Divide(p, p*m))}
	if k == Alltoall {
		for me := 1; me < p; me++ {
			blocks = append(blocks, comm.CountBlocks(rotated(d.Divide(p, p*m), me)))
		}
	}
	return CountsOf(blocks...)
}

// rotated returns a copy of the list that begins at position `first` and wraps around.
func rotated(list []int, first int) []int { return slices.Concat(list[first:], list[:first]) }
