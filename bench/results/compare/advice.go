package compare

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// Advice is who should change what, as far as verdicts say.
type Advice struct {
	Who  string // a library, or both
	Kind AdviceKind
	Algo string // a native algorithm, or one of ours
	Than string // another library, or its algorithm

	Native, Ours float64 // time over Who / time over Than, of the default and of ours
}

// An AdviceKind is what a verdict leads to.
type AdviceKind int

const (
	Select          AdviceKind = iota // a native algorithm forced by name is faster than the default
	Lack                              // one of ours is faster than all that the library has
	Default                           // one of ours is faster than the default, and no more is known
	Transport                         // native is slower than over the other library, and so is ours
	TransportInPart                   // likewise, but native by more
	Algorithm                         // native is slower than over the other library, and ours is not
	Undetermined                      // native is slower than over the other library, why is open
)

// String is the advice in words.
func (a Advice) String() string {
	slower := fmt.Sprintf("%s takes %.2f times as long as %s", a.Who, a.Native, a.Than)
	switch a.Kind {
	case Select:
		return fmt.Sprintf("%s: use %s, which is faster than the default", a.Who, a.Algo)
	case Lack:
		return fmt.Sprintf("%s: add %s, which is faster than its best algorithm (%s)", a.Who, a.Algo, a.Than)
	case Default:
		return fmt.Sprintf("%s: the default algorithm is at fault, %s is faster", a.Who, a.Algo)
	case Transport:
		return fmt.Sprintf("%s: not the algorithm but the messages, since ours takes %.2f times as long over it too", slower, a.Ours)
	case TransportInPart:
		return fmt.Sprintf("%s: the messages in part, since ours takes %.2f times as long over it, and the default algorithm", slower, a.Ours)
	case Algorithm:
		return slower + ": not the messages but the default algorithm, since ours takes no longer over it"
	}
	return slower + ": whether the messages or the algorithm is at fault is open"
}

// advise fills in the advice of every row.
func (l *Libraries) addAdvice(a, b *results.Result) {
	lacksA, lacksB := missingAlgorithms(a), missingAlgorithms(b)
	relative := map[results.Key]string{} // verdicts on ours / native over B against those over A
	for _, change := range Compare(a, b, false).Changes {
		relative[change.Key] = change.Verdict
	}
	for i := range l.Rows {
		row := &l.Rows[i]
		at := row.Case
		row.Over[0].Lacks, row.Over[1].Lacks = lacksA[at], lacksB[at]
		row.Advice = mergeAdvice(row.Over[0].listAdvice(l.A), row.Over[1].listAdvice(l.B))
		row.Advice = append(row.Advice, row.adviseSlower(*l, relative)...)
	}
}

// listAdvice is what the run with one library says of it.
func (l Library) listAdvice(name string) (list []Advice) {
	if l.Forced != "" {
		list = append(list, Advice{Who: name, Kind: Select, Algo: nativeName(l.Forced)})
	}
	switch {
	case l.Lacks != "":
		list = append(list, Advice{Who: name, Kind: Lack, Algo: l.Lacks, Than: nativeName(l.BestNative)})
	case l.Faster != "" && l.Forced == "":
		list = append(list, Advice{Who: name, Kind: Default, Algo: l.Faster})
	}
	return list
}

// nativeName is the library's own name of a native algorithm.
func nativeName(algo string) string {
	if algo == results.Native {
		return "the default"
	}
	return strings.TrimPrefix(algo, results.Native+":")
}

// mergeAdvice puts the advice to two libraries together, where both should do the same.
func mergeAdvice(a, b []Advice) (list []Advice) {
	for _, x := range a {
		j := slices.IndexFunc(b, func(y Advice) bool { return y.Kind == x.Kind && y.Algo == x.Algo })
		if j >= 0 {
			x.Who = "both"
			if b[j].Than != x.Than {
				x.Than += ", " + b[j].Than
			}
			b = slices.Delete(b, j, j+1)
		}
		list = append(list, x)
	}
	return append(list, b...)
}

// adviseSlower is what the times of the two runs say: why the slower library is slower. Relative are the
// verdicts on the ratios to native over B, against those over A: where native is slower over B, but
// ours / native is lower there, ours does not explain all of it.
func (r LibraryRow) adviseSlower(l Libraries, relative map[results.Key]string) []Advice {
	advice, beyond := Advice{Who: l.B, Than: l.A, Kind: Undetermined, Native: r.Native.Ratio}, results.Faster
	switch r.Native.Verdict {
	case results.Slower:
	case results.Faster:
		advice.Who, advice.Than, advice.Native, beyond = l.A, l.B, 1/r.Native.Ratio, results.Slower
	default:
		return nil
	}
	m := r.Messages
	if m == nil || m.Verdict == results.Inconclusive {
		return []Advice{advice}
	}
	advice.Ours = m.Ratio
	if beyond == results.Slower {
		advice.Ours = 1 / m.Ratio
	}
	switch {
	case m.Verdict != r.Native.Verdict:
		advice.Kind = Algorithm
	case relative[m.Key] == beyond:
		advice.Kind = TransportInPart
	default:
		advice.Kind = Transport
	}
	return []Advice{advice}
}

// EqualsExceptNumbers reports whether two differ in their numbers alone.
func (a Advice) EqualsExceptNumbers(b Advice) bool {
	a.Native, a.Ours = b.Native, b.Ours
	return a == b
}

// MeanAdvice is one advice to several rows: its numbers are geometric means.
func MeanAdvice(list []Advice) Advice {
	var natives, ours []float64
	for _, a := range list {
		natives, ours = append(natives, a.Native), append(ours, a.Ours)
	}
	sum := list[0]
	sum.Native, sum.Ours = stats.GeometricMean(natives), stats.GeometricMean(ours)
	return sum
}
