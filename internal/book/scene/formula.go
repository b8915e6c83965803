package scene

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"topocoll/cost"
	"topocoll/sim"
	"topocoll/topo"
)

// A Formula is the book's for the time of a view.
type Formula struct {
	Form    string   `json:"form"`    // in the letters of the book; "" if there is none
	Numbers string   `json:"numbers"` // the same with numbers
	Time    *float64 `json:"time"`    // nil if the formula does not hold for these numbers
	Note    string   `json:"note"`    // how the run compares with it
}

// formula compares the time of a run with the book's formula.
func (s setup) formula(time float64) (f Formula) {
	if s.model.Cost == nil {
		f.Note = "There is no closed formula for it."
		return f
	}
	a := cost.Params{P: s.P, M: s.M, Ts: s.Ts, Tw: s.Tw, Th: s.Th, Mesh: s.mesh, Q: topo.Mod(s.Shift, s.P)}
	if s.model.Parts != nil {
		a.K = s.model.Parts(s.P, s.M, s.Segment)
	}
	if s.machine.Routing == sim.SF && !s.model.CT {
		a.Th = 0 // the formulas of the book have no th under SF
	}
	f.Form, f.Numbers = s.model.Form, numbers(s.model.Form, a, fmt.Sprint(s.row.Radix))
	if !s.model.Exact(s.row.Info, a) {
		f.Note = "The formula holds for other p and m: " + s.row.Accepts.String() + ", messages in equal parts."
		return f
	}
	exact := s.model.Cost(a)
	us := rounded(exact)
	f.Time = &us
	home, _ := s.model.Home.Network(s.P, s.mesh)
	switch difference := time - exact; {
	case s.away && math.Abs(difference) > 1e-9*time:
		f.Note = fmt.Sprintf("The formula is for %v. Here the run takes %s µs %s.", home, digits(math.Abs(difference)), moreOrLess(difference))
	case s.away:
		f.Note = fmt.Sprintf("The formula is for %v. Here it holds too.", home)
	case math.Abs(difference) > 1e-9*time:
		f.Note = fmt.Sprintf("The run takes %s µs %s than the formula says: %s.", digits(math.Abs(difference)), moreOrLess(difference), s.because())
	case s.machine.Routing == sim.CT && !s.model.CT && s.Th > 0:
		f.Note = "The run ends exactly at the formula with th for every link, which the book's tables leave out."
	default:
		f.Note = "The run ends exactly at the formula."
	}
	return f
}

func moreOrLess(difference float64) string {
	if difference > 0 {
		return "more"
	}
	return "less"
}

// because is why the formula of the row's own network does not hold.
func (s setup) because() string {
	switch {
	case s.machine.Ports != sim.OnePort:
		return "it is for nodes with one port that sends and receives at the same time"
	case s.model.CT && s.machine.Routing == sim.SF:
		return "it is for cut-through routing"
	case s.machine.Routing == sim.CT:
		return "the book's table leaves out th between neighbours"
	}
	return "messages wait for links"
}

// numbers writes a formula with numbers for its letters.
func numbers(form string, a cost.Params, radix string) string {
	form, _, _ = strings.Cut(form, ", at most")
	form = overExtents(form, a.Mesh)
	value := map[string]string{"ts": digits(a.Ts), "tw": digits(a.Tw), "th": digits(a.Th), "p": fmt.Sprint(a.P), "m": fmt.Sprint(a.M),
		"K": fmt.Sprint(a.K), "q": fmt.Sprint(a.Q), "r": radix}
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
	return spaced(out.String())
}

// overExtents writes out a sum over the extents of a mesh.
func overExtents(form string, mesh topo.Mesh) string {
	for _, term := range []string{"(extent-1)", "ceil(extent/2)", "floor(extent/2)", "floor(extent²/4)/extent"} {
		var terms []string
		for _, extent := range mesh {
			terms = append(terms, strings.ReplaceAll(term, "extent", fmt.Sprint(extent)))
		}
		form = strings.Replace(form, "sum of "+term, "("+strings.Join(terms, " + ")+")", 1)
	}
	return form
}

func endsInDigit(text string) bool {
	return text != "" && text[len(text)-1] >= '0' && text[len(text)-1] <= '9'
}

// spaced writes a product of two numbers with a dot, where the letters had a blank between them.
func spaced(text string) string {
	letters := []rune(text)
	for i := 1; i+1 < len(letters); i++ {
		before, after := letters[i-1], letters[i+1]
		word := string(letters[:i])
		ends := before == ')' || unicode.IsDigit(before) && !strings.Contains(word[strings.LastIndexByte(word, ' ')+1:], "log_")
		if letters[i] == ' ' && ends && (unicode.IsDigit(after) || after == '(' || unicode.IsLetter(after) && !strings.HasPrefix(string(letters[i+1:]), "mod")) {
			letters[i] = '·'
		}
	}
	return string(letters)
}

func digits(x float64) string { return fmt.Sprintf("%.6g", x) }
