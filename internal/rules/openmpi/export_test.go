package openmpi

import (
	"slices"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/tuned"
)

// The writers that Library.Write calls, and the readers that Library.Read calls.
var (
	WriteClassic  = writeClassic
	WriteOpenJSON = writeOpenJSON
	WriteHAN      = writeHAN
	ReadClassic   = readClassic
	ReadOpenJSON  = readOpenJSON
	ReadHAN       = readHAN
)

type (
	ClassicRules = classicRules
	HANRules     = hanReader
	Rule         = tunedRule
)

func (r *classicRules) Choose(op string, ranks int, size uint64) (rule Rule, found bool) {
	rule = r.selectRule(op, tuned.Job{Ranks: ranks}, size)
	return rule, rule.Line > 0
}

func (r *openJSONRules) Choose(op string, job tuned.Job, size uint64) (rule Rule, found bool) {
	rule = r.selectRule(op, job, size)
	return rule, rule.Line > 0
}

func (r *hanReader) Choose(op string, level, ranks int, size uint64) (component, algorithm string) {
	return r.selectComponent(op, level, ranks, size)
}

// LookupSize returns the size that Open MPI looks up for a call of a catalog operation.
func LookupSize(op catalog.Collective, ranks, block, element int) uint64 {
	return operations[colid(rules.OperationName(op))].sizeKind.lookupSize(ranks, block, element)
}

// AlgorithmName returns the name of an algorithm, or "" if the version does not have it.
func AlgorithmName(op string, algorithm int, v rules.Version) string {
	name, _ := operations[colid(op)].algorithm(algorithm, v)
	return name
}

// AlgorithmNumber returns the number of an algorithm, or -1 if the version does not have it.
func AlgorithmNumber(op, algorithm string, v rules.Version) int {
	return slices.Index(operations[colid(op)].algorithms(v), algorithm)
}

// OperationNames returns Open MPI's names of the operations by COLID.
func OperationNames() (names []string) {
	for _, o := range operations {
		names = append(names, o.name)
	}
	return names
}

// Thresholds returns block sizes of up to 1 MiB in ascending order. They are the sizes on both sides of each
// threshold in the built-in selection for a number of ranks.
func Thresholds(op string, ranks int) (sizes []int) {
	r := builtIn()
	at := r.entryFor(colid(op), ranks)
	for _, rule := range r.tables[colid(op)][at].rules {
		if size := int(rule.Size); size > 1 && size <= 1<<20 {
			sizes = append(sizes, size-1, size)
		}
	}
	return slices.Compact(append([]int{1}, sizes...))
}
