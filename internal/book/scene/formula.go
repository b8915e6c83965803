package scene

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"topocoll/cost"
	"topocoll/sim"
	"topocoll/topo"
)

// A Formula is the textbook's formula for the time of a run, with its value.
type Formula struct {
	Form    string   `json:"form"`    // in the textbook's notation; "" if there is none
	Numbers string   `json:"numbers"` // the formula with numbers for its letters; "" if it adds nothing to Time
	Time    *float64 `json:"time"`    // value in µs; nil if the formula does not hold for these arguments
	Note    string   `json:"note"`    // comparison of the run with the formula
	Remark  string   `json:"remark"`  // a term that the textbook's tables omit; "" if there is none
}

// formula returns the textbook's formula for a run, with a note that compares the time of the run with it.
// The formula assumes undivided messages.
func (s setup) formula(r *run) Formula {
	f := s.compareUndivided(r)
	switch {
	case r.plans != nil:
		f.Note = fmt.Sprintf(
			"Messages have segments of at most %d words. Every node executes each step as soon as its "+
				"dependencies are complete. Messages do not wait for links.", s.Segment)
		if f.Time != nil {
			f.Note += " The formula is for whole messages"
			if s.otherNetwork {
				home, _ := s.model.Home.Network(s.P, s.mesh)
				f.Note += fmt.Sprintf(" on %v", home)
			}
			f.Note += "."
			if difference := r.time - *f.Time; math.Abs(difference) > 1e-9*r.time {
				f.Note += fmt.Sprintf(" The run takes %s µs %s than the formula predicts.",
					formatNumber(math.Abs(difference)), moreOrLess(difference))
			}
		}
	case s.Auto && s.dividesMessages():
		f.Note += " Whole messages are the fastest."
	}
	return f
}

// compareUndivided is like formula, but for a run without segments.
func (s setup) compareUndivided(r *run) (f Formula) {
	if s.model.Cost == nil {
		f.Note = "There is no closed formula for this algorithm."
		return f
	}
	a := s.model.Complete(cost.Params{P: s.P, M: s.M, Ts: s.Ts, Tw: s.Tw, Th: s.Th, Mesh: s.mesh}, s.Shift,
		s.Segment)
	if s.machine.Routing == sim.SF && !s.model.CT {
		a.Th = 0 // the textbook's formulas have no th under SF
	}
	a.Radix = max(2, s.row.Radix)
	f.Form = s.model.Form
	hops := a.Th > 0 && !s.model.CT
	if hops {
		f.Form = cost.WithTh(f.Form)
		f.Remark = "With cut-through routing, the formula has a term with th, which the book's tables omit."
	}
	f.Numbers = substitute(f.Form, a, "steps")
	if unmet := s.model.Unmet(s.row.Info, a); unmet != "" {
		f.Note = fmt.Sprintf("The formula does not hold for this p and m. It requires %s.", unmet)
		return f
	}
	exact := s.model.Cost(a)
	us := rounded(exact)
	f.Time = &us
	var log string
	f.Numbers, log = s.substituteNumbers(f.Form, a)
	if us == 0 {
		f.Numbers, log = "", ""
	}
	home, _ := s.model.Home.Network(s.P, s.mesh)
	switch difference := r.time - exact; {
	case s.otherNetwork && difference > 1e-9*r.time && r.waits():
		f.Note = fmt.Sprintf("The formula is for %v. On this network, messages wait for links, so the run takes "+
			"%s µs longer.", home, formatNumber(difference))
	case s.otherNetwork && math.Abs(difference) > 1e-9*r.time:
		f.Note = fmt.Sprintf(
			"The formula is for %v. On this network, the run takes %s µs %s than the formula predicts.", home,
			formatNumber(math.Abs(difference)), moreOrLess(difference))
	case s.otherNetwork:
		f.Note = fmt.Sprintf("The formula is for %v. It also holds on this network.", home)
	case math.Abs(difference) > 1e-9*r.time:
		f.Note = fmt.Sprintf("The run takes %s µs %s than the formula predicts, because %s.",
			formatNumber(math.Abs(difference)), moreOrLess(difference), s.differenceReason())
	default:
		f.Note = "The run takes exactly the time of the formula."
	}
	f.Note += log
	return f
}

// substituteNumbers replaces the letters of the formula with numbers. The result `log` is a note about a
// rounded logarithm.
func (s setup) substituteNumbers(form string, a cost.Params) (text, log string) {
	one := a
	one.Ts, one.Tw, one.Th = 1, 0, 0
	all := s.model.Cost(one) // number of start-ups: the cost for ts = 1 and tw = th = 0
	steps := formatNumber(all)
	const rounds = "(r-1) log_r p"
	switch {
	case strings.Contains(form, rounds) && !powerOf(a.Radix, a.P):
		log = fmt.Sprintf(" p is not a power of %d, so the last round is shorter, and there are %s start-ups in "+
			"total.",
			a.Radix, steps)
		if strings.Contains(form, "p/r") {
			return "", log
		}
		if strings.HasPrefix(form, "2("+rounds) { // the formula counts two equal phases
			steps = formatNumber(all / 2)
		}
		form = strings.Replace(form, rounds, "steps", 1)
	case strings.Contains(form, "log p") && !strings.Contains(form, "ceil(log p)") && !powerOf(2, a.P):
		log = " The logarithm is rounded up."
	}
	return substitute(form, a, steps), log
}

// waits reports whether a message waits for a busy link.
func (r *run) waits() bool {
	return slices.ContainsFunc(r.trace, func(t sim.Transfer) bool { return waitingTime(r.machine, t) > 0 })
}

func powerOf(radix, p int) bool {
	n := 1
	for n < p {
		n *= radix
	}
	return n == p
}

func moreOrLess(difference float64) string {
	if difference > 0 {
		return "more"
	}
	return "less"
}

// differenceReason explains why a run on the formula's own network takes a different time from the formula.
func (s setup) differenceReason() string {
	switch {
	case s.machine.Ports != sim.OnePort:
		return "the formula is for nodes with one port that sends and receives at the same time"
	case s.model.CT && s.machine.Routing == sim.SF:
		return "the formula is for cut-through routing"
	}
	return "messages wait for links"
}

// substitute replaces the letters of a formula with numbers, and the word "steps" with the argument `steps`.
func substitute(form string, a cost.Params, steps string) string {
	form, _, _ = strings.Cut(form, ", at most")
	form = expandExtentSums(form, a.Mesh)
	value := map[string]string{"ts": formatNumber(a.Ts), "tw": formatNumber(a.Tw), "th": formatNumber(a.Th),
		"p": fmt.Sprint(a.P), "m": fmt.Sprint(a.M),
		"K": fmt.Sprint(a.K), "q": fmt.Sprint(a.Q), "r": fmt.Sprint(a.Radix), "steps": steps}
	var out, word strings.Builder
	flush := func() {
		text := word.String()
		if number, known := value[text]; known {
			if text = number; endsInDigit(out.String()) {
				text = "·" + number
			}
		}
		out.WriteString(text)
		word.Reset()
	}
	for _, r := range form {
		if unicode.IsLetter(r) {
			word.WriteRune(r)
			continue
		}
		flush()
		if r == '(' && endsInDigit(out.String()) {
			out.WriteRune('·')
		}
		out.WriteRune(r)
	}
	flush()
	return multiplyDots(out.String())
}

// expandExtentSums expands a sum over the extents of a mesh. An extent of 1 contributes nothing.
func expandExtentSums(form string, mesh topo.Mesh) string {
	for _, term := range []string{"(extent-1)", "ceil(extent/2)", "floor(extent/2)",
		"floor(extent²/4)/extent"} {
		var terms []string
		for _, extent := range mesh {
			if extent == 1 {
				continue
			}
			terms = append(terms, strings.ReplaceAll(term, "extent", fmt.Sprint(extent)))
		}
		form = strings.Replace(form, "sum of "+term, "("+strings.Join(terms, " + ")+")", 1)
	}
	return form
}

func endsInDigit(text string) bool {
	return text != "" && text[len(text)-1] >= '0' && text[len(text)-1] <= '9'
}

// multiplyDots replaces the space between two factors with a multiplication dot: "2 3" becomes "2·3".
func multiplyDots(text string) string {
	letters := []rune(text)
	for i := 1; i+1 < len(letters); i++ {
		before, after := letters[i-1], letters[i+1]
		word := string(letters[:i])
		ends := before == ')' || unicode.IsDigit(before) &&
			!strings.Contains(word[strings.LastIndexByte(word, ' ')+1:], "log_")
		if letters[i] == ' ' && ends &&
			(unicode.IsDigit(after) || after == '(' || unicode.IsLetter(after) &&
				!strings.HasPrefix(string(letters[i+1:]), "mod")) {
			letters[i] = '·'
		}
	}
	return string(letters)
}

func formatNumber(x float64) string { return fmt.Sprintf("%.6g", x) }
