//go:build cgo

package mpi

import (
	"regexp"
	"strings"
)

// MPICH has its algorithms in variables of type int. Their numbers and names stand in the description alone, in their
// order: "auto - Internal algorithm selection...", "binomial - Force Binomial Tree", ... The lines follow each other
// with nothing between them in some versions (4.0.2: "...Force Binomial Treenb - Force nonblocking algorithm").

func mpirVariable(op string) string { return "MPIR_CVAR_" + strings.ToUpper(op) + "_INTRA_ALGORITHM" }

// mpirFallback says what happens where a forced algorithm cannot be used; 0 is an error. Silently taking another one,
// its default, would be measured under the wrong name.
const mpirFallback = "MPIR_CVAR_COLLECTIVE_FALLBACK"

func (w *World) mpirAlgorithms(op string) ([]Algorithm, error) {
	variable := mpirVariable(op)
	text, err := w.description(variable)
	if err != nil {
		return nil, err
	}
	var list []Algorithm
	for value, name := range mpirNames(text) {
		if value > 0 && !mpirAliases[name] && !mpirAsserts[op+"/"+name] {
			list = append(list, Algorithm{Name: name, variable: variable, value: value})
		}
	}
	return list, nil
}

// mpirForced needs no communicator of its own, but gives one as on Open MPI.
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

// mpirAliases are no algorithms: nb runs the non-blocking operation and waits, smp picks others within and between hosts.
var mpirAliases = map[string]bool{"nb": true, "smp": true}

// mpirAsserts are algorithms that end the program where they cannot be used, instead of refusing: this one of MPI_Reduce_scatter, unless the
// counts are equal and the processes a power of two.
var mpirAsserts = map[string]bool{"reduce_scatter/noncommutative": true}

// mpirEntry is the name before " - ", with whatever word it is glued to.
var mpirEntry = regexp.MustCompile(`([A-Za-z0-9_]+) +- +(?:Internal|Force)`)

// mpirNames are the names in a description, by value.
func mpirNames(description string) []string {
	var names []string
	for _, found := range mpirEntry.FindAllStringSubmatchIndex(description, -1) {
		name := description[found[2]:found[3]]
		if found[2] > 0 && description[found[2]-1] != '\n' {
			name = unglued(name)
		}
		names = append(names, name)
	}
	return names
}

// mpirEnds are the words that descriptions end with.
var mpirEnds = []string{"algorithm", "Allgather", "Tree", "Ring"}

// unglued takes the last word of the line before off a name.
func unglued(name string) string {
	for _, end := range mpirEnds {
		if _, rest, found := strings.Cut(name, end); found && rest != "" {
			return rest
		}
	}
	return name
}
