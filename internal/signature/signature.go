// Package signature compares the collective calls of ranks. Every rank describes its call with a list of
// strings.
package signature

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"topocoll/comm"
)

// The indices of the attributes of a Signature, in the order in which an error names them.
const (
	callName = iota
	elementType
	operatorName
	rootRank
	blockLength
	shiftDistance
	blockCounts
	newSize
	newRanks
	refusalText // the error that the rank has found in its arguments; empty if there is none
	attributes
)

var attributeNames = [refusalText]string{"operation", "element type", "operator", "root", "length",
	"distance", "counts", "number of processes", "list of ranks"}

// A Signature describes a collective call by one rank.
type Signature [attributes]string

// All encoded signatures have the same size, so that ranks can exchange them even if they make different
// calls.
const (
	attributeBytes = 48  // size of an encoded attribute with its 0 byte; longer strings are shortened
	Bytes          = 640 // size of an encoded signature; the last attribute may use all bytes that remain
)

// Of returns the signature of a call. `refusal` is the error that this rank has found in its arguments, or
// nil.
func Of(call comm.Call, refusal error) Signature {
	s := Signature{call.Name, call.Type, call.Op, strconv.Itoa(call.Root), strconv.Itoa(call.Length),
		strconv.Itoa(call.Distance), call.Counts,
		strconv.Itoa(call.Size), call.Ranks}
	if refusal != nil {
		s[refusalText] = strings.TrimPrefix(strings.ReplaceAll(refusal.Error(), "\n", "; "), call.Name+": ")
	}
	return s
}

// Encode writes the attributes to the slice `to`, each terminated by a 0 byte. It clears the remaining bytes.
func (s *Signature) Encode(to []byte) {
	clear(to)
	at := 0
	for i, text := range s {
		room := attributeBytes
		if i == refusalText {
			room = len(to) - at
		}
		text = shorten(strings.ReplaceAll(text, "\x00", " "), room-1)
		at += copy(to[at:], text) + 1
	}
}

// shorten returns a text of at most `limit` bytes. A shortened text ends with a hash of the whole text, so
// that different texts stay different.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	hash := fnv.New64a()
	hash.Write([]byte(text))
	end := fmt.Sprintf("... (hash %016x)", hash.Sum64())
	return strings.ToValidUTF8(text[:limit-len(end)], "") + end
}

// Decode returns the signature that Encode has written to the slice `from`.
func Decode(from []byte) (s Signature) {
	for i := range s {
		text, rest, _ := bytes.Cut(from, []byte{0})
		s[i], from = string(text), rest
	}
	return s
}

// A Mismatch is the error for a collective call that differs between ranks. Its message is the same on all
// ranks.
type Mismatch struct {
	text   string
	Lowest bool // whether this rank is the lowest rank that returns the error
	Begun  bool // whether messages of the call may be in flight
}

func (m *Mismatch) Error() string { return m.text }

// Is reports whether target is comm.ErrArgument and the call has neither sent a message nor changed a slice.
func (m *Mismatch) Is(target error) bool { return target == comm.ErrArgument && !m.Begun }

// Compare compares the calls of some ranks. pkg is the name of the package that calls Compare. The signature
// all[i] is from rank ranks[i], or from rank i if `ranks` is nil. all[me] is this rank's signature. Compare
// returns nil if the calls agree, or if every rank has found an error in its own arguments.
func Compare(pkg string, all []Signature, ranks []int, me int) *Mismatch {
	text := difference(pkg, all, ranks)
	if text == "" {
		return nil
	}
	lowest := me == 0
	if ranks != nil {
		lowest = ranks[me] == slices.Min(ranks)
	}
	return &Mismatch{text: text, Lowest: lowest}
}

// difference describes, on one line, how the calls of the ranks differ. It returns "" if they agree. It also
// returns "" if all calls are of the same operation and every rank has found an error in its own arguments.
func difference(pkg string, all []Signature, ranks []int) string {
	if groups := groupByValue(all, ranks, callName); len(groups) > 1 {
		return pkg + ": operation differs: " + formatGroups(pkg, groups)
	}
	prefix := all[0][callName] + ": "
	if groups := groupByValue(all, ranks, refusalText); len(groups) > 1 || groups[0].value != "" {
		refusals := slices.DeleteFunc(groups, func(g group) bool { return g.value == "" })
		if len(refusals) == len(groups) && !slices.ContainsFunc(all,
			func(s Signature) bool { return s[refusalText] == "" }) {
			return ""
		}
		for i := range refusals {
			refusals[i].value += ","
		}
		return prefix + formatGroups(pkg, refusals)
	}
	var differing []string
	for i, name := range attributeNames {
		if groups := groupByValue(all, ranks, i); len(groups) > 1 {
			differing = append(differing, name+" differs: "+formatGroups(pkg, groups))
		}
	}
	if differing == nil {
		return ""
	}
	return prefix + strings.Join(differing, ", and ")
}

// A group contains the ranks that have the same value of an attribute.
type group struct {
	value string
	ranks []int
}

// groupByValue groups the ranks by their values of an attribute, in the order of the first signatures.
func groupByValue(all []Signature, ranks []int, attribute int) (groups []group) {
	at := map[string]int{}
	for rank, s := range all {
		if ranks != nil {
			rank = ranks[rank]
		}
		value := s[attribute]
		i, found := at[value]
		if !found {
			i = len(groups)
			at[value] = i
			groups = append(groups, group{value: value})
		}
		groups[i].ranks = append(groups[i].ranks, rank)
	}
	return groups
}

// formatGroups formats groups as a string, such as "0 on ranks 0,1; 2 on rank 2".
func formatGroups(pkg string, groups []group) string {
	const most = 8 // maximum number of groups in the string
	var parts []string
	for i, g := range groups {
		if i == most {
			parts = append(parts, fmt.Sprintf("%d more values", len(groups)-most))
			break
		}
		value := strings.TrimPrefix(g.value, pkg+": ")
		if value == "" {
			value = "none"
		}
		parts = append(parts, value+" on "+rankText(g.ranks))
	}
	return strings.Join(parts, "; ")
}

// rankText formats a list of ranks as a string, such as "rank 2", "ranks 0,1" or "ranks 0-5,7".
func rankText(ranks []int) string {
	sorted := slices.Sorted(slices.Values(ranks))
	if len(sorted) == 1 {
		return fmt.Sprintf("rank %d", sorted[0])
	}
	var parts []string
	for i := 0; i < len(sorted); {
		last := i
		for last+1 < len(sorted) && sorted[last+1] == sorted[last]+1 {
			last++
		}
		if last-i < 2 {
			last = i
			parts = append(parts, strconv.Itoa(sorted[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", sorted[i], sorted[last]))
		}
		i = last + 1
	}
	return "ranks " + strings.Join(parts, ",")
}
