package compare

import (
	"fmt"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/stats"
)

// Advice is a change that verdicts suggest to the users or the developers of a library.
type Advice struct {
	Who  string // the library that the advice is about, or "both"
	Kind AdviceKind
	Algo string // the algorithm to use or to add: a native algorithm, or one of our algorithms
	Than string // the other library, or one of its algorithms

	// the time of the default call with library Who divided by its time with library Than, and the same ratio
	// for our algorithm
	Native, Ours float64
}

// An AdviceKind is a kind of advice.
type AdviceKind int

const (
	Select AdviceKind = iota // a forced native algorithm is faster than the default
	Lack                     // our algorithm is faster than all algorithms of the library
	// our algorithm is faster than the default; neither Select nor Lack applies
	Default
	Transport       // the native call and our algorithm are slower with this library than with the other
	TransportInPart // like Transport, but the native call is slower by a larger factor than our algorithm
	Algorithm       // the native call is slower with this library than with the other; our algorithm is not
	Undetermined    // the native call is slower with this library than with the other; the cause is unknown
)

// String returns the advice as a sentence.
func (a Advice) String() string {
	slower := fmt.Sprintf("%s takes %.2f times as long as %s", a.Who, a.Native, a.Than)
	switch a.Kind {
	case Select:
		return fmt.Sprintf("%s: use %s, which is faster than the default", a.Who, a.Algo)
	case Lack:
		return fmt.Sprintf("%s: add topocoll's %s, which is faster than the library's best algorithm (%s)",
			a.Who, a.Algo, a.Than)
	case Default:
		return fmt.Sprintf("%s: the default algorithm is at fault, because %s is faster", a.Who, a.Algo)
	case Transport:
		return fmt.Sprintf(
			"%s, because of its message transport, not its algorithm: our algorithm, too, takes %.2f times as "+
				"long over this transport",
			slower,
			a.Ours)
	case TransportInPart:
		return fmt.Sprintf(
			"%s, in part because of its message transport (our algorithm takes %.2f times as long over this "+
				"transport), and in part because of the default algorithm", slower, a.Ours)
	case Algorithm:
		return slower + ", because of the default algorithm, not its message transport: our algorithm takes no " +
			"longer over this transport"
	}
	return slower + "; the measurements do not show whether its message transport or its algorithm is the cause"
}

func (l *Libraries) addAdvice(a, b *results.Result) {
	lacksA, lacksB := missingAlgorithms(a), missingAlgorithms(b)
	relative := map[results.Key]string{} // verdicts on the change of each ratio to native from `a` to `b`
	for _, change := range Compare(a, b, false).Changes {
		relative[change.Key] = change.Verdict
	}
	for i := range l.Rows {
		row := &l.Rows[i]
		at := row.Case
		row.Libraries[0].Lacks, row.Libraries[1].Lacks = lacksA[at], lacksB[at]
		row.Advice = mergeAdvice(row.Libraries[0].listAdvice(l.A), row.Libraries[1].listAdvice(l.B))
		row.Advice = append(row.Advice, row.adviseSlower(*l, relative)...)
	}
}

// listAdvice returns the advice about a library that follows from its own run alone.
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

// nativeName returns the library's name for a native algorithm, or "the default" for the default call.
func nativeName(algo string) string {
	if algo == results.Native {
		return "the default"
	}
	return strings.TrimPrefix(algo, results.Native+":")
}

// mergeAdvice joins the advice about two libraries, and merges advice that is equal for both.
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

// adviseSlower says why the slower library is slower. It returns nil if the verdict on the native call is
// neither "slower" nor "faster". The argument `relative` holds the verdicts on how our algorithms' ratios to
// the native call change from library A to library B. If the native call is slower with B, and our
// algorithm's ratio is lower with B, then slower messages explain only a part of the difference.
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

// MeanAdvice merges pieces of advice that differ only in numbers. The result has geometric means of the
// numbers.
func MeanAdvice(list []Advice) Advice {
	var natives, ours []float64
	for _, a := range list {
		natives, ours = append(natives, a.Native), append(ours, a.Ours)
	}
	sum := list[0]
	sum.Native, sum.Ours = stats.GeometricMean(natives), stats.GeometricMean(ours)
	return sum
}
