package rules

import (
	"strings"

	"topocoll/catalog"
	"topocoll/tuned"
)

// A wish is what a library should do with the calls of one operation in one job: ranges of sizes, one after the other.
type wish struct {
	op     catalog.Collective
	job    tuned.Job
	ranges []wishRange
}

// A wishRange is for blocks of so many bytes, both ends included.
type wishRange struct {
	from int
	to   *int   // nil: no end
	name string // the library's algorithm; "": its own choice
}

// wants reports whether a wish names an algorithm.
func (w wish) wants() bool { return len(w.ranges) > 1 || w.ranges[0].name != "" }

// wishes are the choices of a table, neighbours with the same algorithm joined.
func wishes(table *tuned.Table) (all []wish) {
	type call struct {
		op  catalog.Collective
		job tuned.Job
	}
	places := map[call]int{}
	for _, c := range table.Choices {
		if openName(c.Op) == "" {
			continue
		}
		of := call{c.Op, c.Job}
		at, found := places[of]
		if !found {
			at = len(all)
			places[of] = at
			all = append(all, wish{op: c.Op, job: c.Job})
		}
		w := &all[at]
		if last := len(w.ranges) - 1; last >= 0 && w.ranges[last].name == ofLibrary(c) {
			w.ranges[last].to = c.To
			continue
		}
		w.ranges = append(w.ranges, wishRange{c.From, c.To, ofLibrary(c)})
	}
	return all
}

// whole is a wish without sizes: an algorithm if it is that of all sizes, else the library's own choice.
func (w wish) whole() wish {
	name := w.ranges[0].name
	if len(w.ranges) > 1 {
		name = ""
	}
	w.ranges = []wishRange{{name: name}}
	return w
}

// ofLibrary is the library's own algorithm for a choice: "" is its own choice, or that none is known. The component han is the library's
// own choice where it is in use.
func ofLibrary(c tuned.Choice) string {
	for _, text := range []string{c.Algo, c.Native} {
		if name, found := strings.CutPrefix(text, tuned.Native+":"); found && name != "han" {
			return name
		} else if found || text == tuned.Native {
			return ""
		}
	}
	return ""
}

// ends are the smallest and the largest block of a range. Where there is no end, the largest is one of far more than was measured.
func (r wishRange) ends() [2]int {
	const far = 1 << 40
	if r.to == nil {
		return [2]int{r.from, r.from + far}
	}
	return [2]int{r.from, *r.to}
}
