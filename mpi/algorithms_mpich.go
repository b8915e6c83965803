//go:build cgo

package mpi

import (
	"regexp"
	"strings"
)

// MPICH selects algorithms through control variables of type int. The names of the algorithms appear only in
// a variable's description, in the order of the values: "auto - Internal algorithm selection...", "binomial -
// Force Binomial Tree", ... In some versions there is no line break between entries (4.0.2: "...Force
// Binomial Treenb - Force nonblocking algorithm").

func mpirVariable(op string) string { return "MPIR_CVAR_" + strings.ToUpper(op) + "_INTRA_ALGORITHM" }

// mpirFallback is a control variable. If it is 0, calls fail if MPICH cannot use a forced algorithm. By
// default MPICH silently uses another algorithm, which would be measured under the wrong name.
const mpirFallback = "MPIR_CVAR_COLLECTIVE_FALLBACK"

func (w *World) mpirAlgorithms(op string) ([]Algorithm, error) {
	variable := mpirVariable(op)
	text, err := w.description(variable)
	if err != nil {
		return nil, err
	}
	var list []Algorithm
	for value, name := range mpirNames(text) {
		if value > 0 && !mpirAliases[name] && !mpirAborting[op+"/"+name] {
			list = append(list, Algorithm{Name: name, variable: variable, value: value})
		}
	}
	return list, nil
}

// mpirForced implements Forced for MPICH. MPICH does not need a separate communicator for a forced algorithm.
// mpirForced creates one to behave as Forced does on Open MPI.
func (w *World) mpirForced(a Algorithm) (*World, error) {
	if err := w.SetVariable(mpirFallback, 0); err != nil {
		return nil, err
	}
	forced, err := w.Dup()
	if err == nil {
		forced.forced = a
	}
	return forced, err
}

// mpirAliases lists names that MPICH's control variables accept but that are not algorithms. The name "nb"
// runs the non-blocking operation and waits for it. The name "smp" selects other algorithms within and
// between hosts.
var mpirAliases = map[string]bool{"nb": true, "smp": true}

// mpirAborting lists the algorithms for which MPICH aborts the program if it cannot use them. For all other
// algorithms, MPICH returns an error. "noncommutative" needs equal counts and a power-of-two number of
// processes.
var mpirAborting = map[string]bool{"reduce_scatter/noncommutative": true}

// mpirEntry matches the name of an algorithm in the description of an MPICH control variable. The text " -
// Internal" or " - Force" must follow the name. In some descriptions no space separates the name from the
// last word of the previous entry. The match then includes that word, and splitGluedName removes it.
var mpirEntry = regexp.MustCompile(`([A-Za-z0-9_]+) +- +(?:Internal|Force)`)

// mpirNames returns the algorithm names in a description, indexed by the control variable's value.
func mpirNames(description string) []string {
	var names []string
	for _, found := range mpirEntry.FindAllStringSubmatchIndex(description, -1) {
		name := description[found[2]:found[3]]
		if found[2] > 0 && description[found[2]-1] != '\n' {
			name = splitGluedName(name)
		}
		names = append(names, name)
	}
	return names
}

// mpirLastWords lists the words that occur at the end of entries in MPICH's descriptions.
var mpirLastWords = []string{"algorithm", "Allgather", "Tree", "Ring"}

// splitGluedName removes the last word of the previous entry from the start of an algorithm's name.
func splitGluedName(name string) string {
	for _, end := range mpirLastWords {
		if _, rest, found := strings.Cut(name, end); found && rest != "" {
			return rest
		}
	}
	return name
}
