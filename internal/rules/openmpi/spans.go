package openmpi

import (
	"fmt"
	"math"
	"slices"
)

// A span is the range of numbers from `from` to `to`, both included, and the index of the rule or entry that
// applies to the range. The index is -1 if none applies.
type span struct {
	from, to uint64
	index    int
}

// divideRange returns spans that together cover the range from `first` to `last`. The function `indexFor`
// returns the index that applies to a number. The index may change only at the numbers in `starts`.
func divideRange(first, last uint64, starts []uint64, indexFor func(uint64) int) []span {
	all := []span{{first, last, indexFor(first)}}
	slices.Sort(starts)
	for _, from := range slices.Compact(starts) {
		if from <= first || from > last {
			continue
		}
		before := &all[len(all)-1]
		if at := indexFor(from); at != before.index {
			before.to = from - 1
			all = append(all, span{from, last, at})
		}
	}
	return all
}

// unlimitedRanks and unlimitedBytes stand for infinity as the upper end of a range.
const (
	unlimitedRanks = math.MaxInt32
	unlimitedBytes = math.MaxInt64
)

// entrySpans returns spans that cover all communicator sizes from `first` on. The index of a span is the
// index of the entry that applies.
func entrySpans(entries []commSizeEntry, first uint64, entryFor func(ranks uint64) int) []span {
	var starts []uint64
	for _, c := range entries {
		starts = append(starts, uint64(max(0, c.ranks)))
	}
	return divideRange(first, unlimitedRanks, starts, entryFor)
}

// ruleSpans returns spans that cover all sizes up to `last`. The index of a span is the index of the rule
// that applies.
func ruleSpans(rules []tunedRule, last uint64, ruleFor func(size uint64) int) []span {
	var starts []uint64
	for _, rule := range rules {
		starts = append(starts, rule.Size)
	}
	return divideRange(0, last, starts, ruleFor)
}

// entrySpans returns spans that cover all communicator sizes from 2 on.
func (r *classicRules) entrySpans(id int) []span {
	return entrySpans(r.tables[id], 2, func(ranks uint64) int { return r.entryFor(id, int(ranks)) })
}

// ruleSpans returns spans that cover all sizes that the library may look up for the operation.
func (r *classicRules) ruleSpans(id int, rules []tunedRule) []span {
	last := uint64(unlimitedBytes)
	if operations[id].sizeKind == alwaysZero {
		last = 0
	}
	return ruleSpans(rules, last, func(size uint64) int { return r.ruleFor(rules, size) })
}

func ranksText(s span) string {
	switch {
	case s.from <= 2 && s.to >= unlimitedRanks:
		return "any number of ranks"
	case s.to >= unlimitedRanks:
		return fmt.Sprintf("%d ranks and more", s.from)
	case s.from == s.to:
		return fmt.Sprintf("%d ranks", s.from)
	}
	return fmt.Sprintf("%d to %d ranks", s.from, s.to)
}

func bytesText(s span) string {
	switch {
	case s.from == 0 && s.to >= unlimitedBytes:
		return "any size"
	case s.to >= unlimitedBytes:
		return fmt.Sprintf("%d bytes and more", s.from)
	case s.from == s.to:
		return fmt.Sprintf("%d bytes", s.from)
	}
	return fmt.Sprintf("%d to %d bytes", s.from, s.to)
}

// blocksText formats a range of sizes of all blocks together as a range of sizes of one block.
func blocksText(s span, ranks uint64) string {
	if s.from == 0 && s.to >= unlimitedBytes {
		return ""
	}
	from := (s.from + ranks - 1) / ranks
	block := span{from, unlimitedBytes, 0}
	if s.to < unlimitedBytes {
		block.to = s.to / ranks
	}
	if block.from > block.to {
		return " (no block has such a size)"
	}
	return " (blocks of " + bytesText(block) + ")"
}

// lastIndex returns the last i from 0 to n-1 for which `is(i)` is true, or -1 if there is none.
func lastIndex(n int, is func(int) bool) int {
	for i := n - 1; i >= 0; i-- {
		if is(i) {
			return i
		}
	}
	return -1
}
