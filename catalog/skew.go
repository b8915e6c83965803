package catalog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"topocoll/comm"
)

// A Skew is how the words of a call are divided into blocks, one for each node:
//
//	equal        all as long
//	linear       block i as long as i+1 of the first
//	big          one word each but the last one, which has the rest
//	zero         the first one empty, the others equal
//	random:SEED  cut at random places, by default with the seed 1
//
// In an Alltoall the blocks that node i sends begin with that of number i: every node sends and receives as many words as every other.
type Skew string

const seeded = "random"

// Skews lists all distributions.
func Skews() []Skew { return []Skew{"equal", "linear", "big", "zero", seeded} }

// ParseSkew reads a distribution.
func ParseSkew(text string) (Skew, error) {
	if slices.Contains(Skews(), Skew(text)) {
		return Skew(text), nil
	}
	if digits, found := strings.CutPrefix(text, seeded+":"); found {
		if _, err := strconv.ParseUint(digits, 10, 64); err == nil {
			return Skew(text), nil
		}
	}
	return "", fmt.Errorf("%.40q, want equal, linear, big, zero, random or random:SEED", text)
}

// Divide returns the lengths of p blocks that have n words together.
func (s Skew) Divide(p, n int) []int {
	ends := make([]int, p) // where each block ends
	for i := range ends {
		switch s {
		case "linear":
			ends[i] = n * (i + 1) * (i + 2) / (p * (p + 1))
		case "big":
			ends[i] = min(i+1, n)
		case "zero":
			ends[i] = n * i / max(1, p-1)
		default:
			ends[i] = n * (i + 1) / p
		}
	}
	if name, digits, _ := strings.Cut(string(s), ":"); name == seeded {
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

// Counts returns the counts of a call of k on p nodes with as many words as p blocks of m, or nil without a
// distribution.
func (s Skew) Counts(k Collective, p, m int) *Counts {
	if s == "" {
		return nil
	}
	blocks := []comm.Blocks{comm.CountBlocks(s.Divide(p, p*m))}
	if k == Alltoall {
		for me := 1; me < p; me++ {
			blocks = append(blocks, comm.CountBlocks(turned(s.Divide(p, p*m), me)))
		}
	}
	return CountsOf(blocks...)
}

// turned returns a list rotated to begin at one of its places.
func turned(list []int, first int) []int { return slices.Concat(list[first:], list[:first]) }
