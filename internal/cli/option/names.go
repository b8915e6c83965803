package option

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"topocoll/catalog"
	"topocoll/internal/exit"
)

// Selection holds the flags that select algorithms.
type Selection struct {
	Ops  []string `arg:"" optional:"" name:"operation" help:"Operations, such as bcast or MPI_Bcast (default: all)." type:"op" predictor:"op"`
	Op   []string `help:"Operations, an alternative to the arguments." placeholder:"OP" type:"op" predictor:"op"`
	Algo []string `help:"Algorithms by id, prefix or pattern: hcube/bcast, ring, 'hcube/*' (default: all)." placeholder:"ID" predictor:"algo"`
}

// OperationMapper parses operations, separated by commas. An operation has names in the catalog, in MPI and
// in the textbook: bcast, MPI_Bcast, "one-to-all broadcast". OperationMapper does not change an unknown name,
// and the command later returns an error for it.
var OperationMapper = kong.NamedMapper("op",
	kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		var first string
		if err := ctx.Scan.PopValueInto("string", &first); err != nil {
			return err
		}
		words := []string{first}
		if target.Kind() == reflect.Slice && ctx.Value.Flag == nil {
			for _, token := range ctx.Scan.PopWhile(kong.Token.IsValue) {
				words = append(words, token.String())
			}
		}
		for _, word := range joinTextbookNames(words) {
			for name := range strings.SplitSeq(word, ",") {
				if target.Kind() == reflect.String {
					target.SetString(operationNamed(name))
				} else {
					target.Set(reflect.Append(target, reflect.ValueOf(operationNamed(name))))
				}
			}
		}
		return nil
	}))

// joinTextbookNames joins consecutive arguments that together are an operation's name in the textbook, such
// as "prefix" and "sums", because a user may type the name without quotes. It prefers the longest name.
func joinTextbookNames(words []string) (names []string) {
	const most = 5 // words, as in "all to all personalised communication"
	for len(words) > 0 {
		n := min(most, len(words))
		for n > 1 && !isTextbookName(strings.Join(words[:n], " ")) {
			n--
		}
		names, words = append(names, strings.Join(words[:n], " ")), words[n:]
	}
	return names
}

func isTextbookName(name string) bool {
	return slices.ContainsFunc(catalog.Collectives(), func(coll catalog.Collective) bool {
		return slices.ContainsFunc(coll.Textbook(),
			func(known string) bool { return normalizedName(known) == normalizedName(name) })
	}) || len(textbookMatches(name)) > 0
}

// operationNamed returns the catalog's name of an operation: bcast for MPI_Bcast, reducescatter for
// MPI_Reduce_scatter_block, allgather for "all-to-all broadcast", reduce for "all-to-one". It does not change
// a name that several operations share, such as "all-to-all", or an unknown name.
func operationNamed(name string) string {
	if normalizedWords(name) != "all to all" { // names of several operations contain these words
		for _, coll := range OperationNames() {
			if slices.Contains(operationSpellings(coll), normalizedName(name)) {
				return coll
			}
		}
	}
	if long := textbookMatches(name); len(long) == 1 {
		return string(long[0].op)
	}
	return name
}

// A textbookName is an operation and one of its names in the textbook.
type textbookName struct {
	op   catalog.Collective
	name string
}

// textbookMatches returns the operations that have a textbook name containing `name` as whole words, each
// with the first such name.
func textbookMatches(name string) (all []textbookName) {
	if normalizedName(name) == "" {
		return nil
	}
	for _, coll := range catalog.Collectives() {
		for _, long := range coll.Textbook() {
			if strings.Contains(" "+normalizedWords(long)+" ", " "+normalizedWords(name)+" ") {
				all = append(all, textbookName{coll, long})
				break
			}
		}
	}
	return all
}

// normalizedWords returns a name in lower case, in British spelling, with one space between its words.
func normalizedWords(name string) string {
	name = strings.NewReplacer("-", " ", "_", " ", "personalized", "personalised").
		Replace(strings.ToLower(name))
	return strings.Join(strings.Fields(name), " ")
}

// ambiguousNameError returns an error if several operations share the name, otherwise nil.
func ambiguousNameError(name string) error {
	var names []string
	for _, long := range textbookMatches(name) {
		names = append(names, fmt.Sprintf("%s (%s)", long.op, long.name))
	}
	if len(names) < 2 || operationNamed(name) != name {
		return nil
	}
	return exit.Usagef("%q is part of the names of %d operations; use one of: %s", name, len(names),
		strings.Join(names, ", "))
}

// operationSpellings returns all names of an operation, in the form that normalizedName returns.
func operationSpellings(op string) (names []string) {
	coll := catalog.Collective(op)
	for _, name := range append(coll.Textbook(), op, coll.MPI()) {
		names = append(names, normalizedName(name))
	}
	return names
}

// normalizedName returns a form of an operation's name that is the same for all its spellings. The form is in
// lower case, without spaces, hyphens, underscores and the prefix "mpi".
func normalizedName(name string) string {
	return strings.TrimPrefix(strings.ReplaceAll(normalizedWords(name), " ", ""), "mpi")
}

// Rows returns the algorithms of the selection, or an error that lists similar names.
func (s Selection) Rows() ([]catalog.Info, error) {
	infos, ops := AllAlgorithms(), OperationNames()
	s.Op = slices.Concat(s.Op, s.Ops)
	for _, op := range s.Op {
		if !slices.Contains(ops, op) {
			if err := ambiguousNameError(op); err != nil {
				return nil, err
			}
			if slices.Contains(s.Ops, op) && slices.Contains(catalog.Topologies(), op) {
				return nil, exit.Usagef("no operation %q; for the algorithms of this topology, use --algo %s", op, op)
			}
			return nil, unknownNameError("operation", op, ops, operationDistance)
		}
	}
	var names []namePattern
	for _, algo := range s.Algo {
		name, err := parseAlgorithmName(algo, infos)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		names = []namePattern{{matches: func(string) bool { return true }}}
	}
	var chosen []catalog.Info
	for _, info := range infos {
		for _, name := range names {
			if !name.matches(info.ID) || len(s.Op) > 0 && !slices.Contains(s.Op, string(info.Op)) {
				continue
			}
			one, err := info.WithParameters(name.parameters...)
			if err != nil { // skip this algorithm: at least one other match accepts the parameters
				continue
			}
			if !slices.Contains(IDs(chosen), one.ID) {
				chosen = append(chosen, one)
			}
		}
	}
	if len(chosen) == 0 {
		return nil, exit.Usagef("no algorithm matches both --op %s and --algo %s", strings.Join(s.Op, ","),
			strings.Join(s.Algo, ","))
	}
	return chosen, nil
}

// TheRow returns the one algorithm that a name selects. It returns an error if the name is a pattern that
// matches several algorithms.
func TheRow(name string) (catalog.Info, error) {
	infos, err := Selection{Algo: []string{name}}.Rows()
	if err != nil {
		return catalog.Info{}, err
	}
	if len(infos) > 1 {
		return catalog.Info{},
			exit.Usagef("%s matches %d algorithms; use one of: %s", name, len(infos), abbreviateList(IDs(infos)))
	}
	return infos[0], nil
}

// A namePattern is an algorithm name or a pattern from the command line, with the parameters that it
// specifies.
type namePattern struct {
	matches    func(id string) bool
	parameters []string // a radix or an algorithm between hosts, or both; empty: each algorithm's defaults
}

// parseAlgorithmName parses a name such as hcube/bcast, 'tree/*' or tree/bcast-knomial=8. It returns an error
// if no algorithm matches.
func parseAlgorithmName(name string, infos []catalog.Info) (result namePattern, err error) {
	ids := IDs(infos)
	base, parameters, given := strings.Cut(name, "=")
	result.matches = catalog.Named(ids, base)
	found := slices.DeleteFunc(slices.Clone(infos),
		func(info catalog.Info) bool { return !result.matches(info.ID) })
	if len(found) == 0 {
		return result, noMatchError(name, infos)
	}
	if !given {
		return result, nil
	}
	result.parameters = strings.Split(parameters, "=")
	for _, info := range found {
		if _, err = info.WithParameters(result.parameters...); err == nil {
			return result, nil
		}
	}
	if len(found) > 1 {
		err = fmt.Errorf("no matching algorithm accepts %q", "="+parameters)
	}
	return result, exit.Usagef("%s: %v", name, err)
}

// noMatchError returns the error for a name that matches no algorithm. The error contains a hint.
func noMatchError(name string, infos []catalog.Info) error {
	ofOperation := slices.DeleteFunc(slices.Clone(infos),
		func(info catalog.Info) bool { return string(info.Op) != operationNamed(name) })
	if len(ofOperation) > 0 {
		return exit.Usagef("%s is an operation; use one of its algorithms: %s", name,
			strings.Join(IDs(ofOperation), ", "))
	}
	if _, err := os.Stat(name); err == nil && strings.HasSuffix(name, ".json") {
		return exit.Usagef("%q is a file, not an algorithm; use plan:%s for the plan in this file", name, name)
	} else if err == nil {
		return exit.Usagef("%q is a file, not an algorithm; put a pattern in quotes, such as 'hcube/*'", name)
	}
	if err := ambiguousNameError(name); err != nil {
		return err
	}
	return unknownNameError("algorithm", name, IDs(infos), distance)
}

// AllAlgorithms returns all algorithms of the catalog.
func AllAlgorithms() (infos []catalog.Info) {
	for _, row := range catalog.ByteRows() {
		infos = append(infos, row.Info)
	}
	return infos
}

// OperationNames returns the names of all operations.
func OperationNames() (names []string) {
	for _, coll := range catalog.Collectives() {
		names = append(names, string(coll))
	}
	return names
}

// IDs returns the ids of algorithms.
func IDs(infos []catalog.Info) (ids []string) {
	for _, info := range infos {
		ids = append(ids, info.ID)
	}
	return ids
}

func unknownNameError(what, name string, names []string, distance func(a, b string) int) error {
	near := slices.Clone(names)
	slices.SortStableFunc(near, func(a, b string) int { return distance(name, a) - distance(name, b) })
	return exit.Usagef("no %s %q; use one of: %s", what, name, abbreviateList(near))
}

// abbreviateList joins the first names of a list, and adds the number of omitted names.
func abbreviateList(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s (and %d more; see topocoll list)", strings.Join(names[:most], ", "), len(names)-most)
}

func operationDistance(name, op string) int {
	least := math.MaxInt
	for _, spelling := range operationSpellings(op) {
		least = min(least, distance(normalizedName(name), spelling))
	}
	return least
}

// distance returns the number of letters to insert, delete or replace to turn a into b (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
