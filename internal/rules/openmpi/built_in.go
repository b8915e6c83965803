package openmpi

import (
	_ "embed"
	"sync"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/tuned"
)

// builtInText is the built-in selection of Open MPI 4.1 and 5.0 in the format of a classic rules file. It has
// the thresholds of the file coll_tuned_decision_fixed.c for commutative operators. A size is the number of
// bytes of one rank's block. For reduce_scatter, it is the number of bytes of all blocks. For scan and
// exscan, the text has the algorithm of the component basic, which executes them.
//
//go:embed built_in.conf
var builtInText []byte

var builtIn = sync.OnceValue(func() *classicRules {
	return readClassic(builtInText, rules.Version{Library: rules.OpenMPI, Major: 4, Minor: 1})
})

// HAN is the result of Default for the calls that Open MPI's component HAN executes. HAN does not report
// which algorithms it uses within and between hosts.
const HAN = "HAN"

// Default implements rules.Selector. It returns HAN if the component HAN executes the call. It returns "" if
// a component other than HAN and tuned executes the call, or if the built-in selection of this version of
// Open MPI is not known.
func (s *selector) Default(op catalog.Collective, job tuned.Job, block int) string {
	id := colid(rules.OperationName(op))
	if id < 0 || job.Ranks < 2 {
		return ""
	}
	o := operations[id]
	switch component := s.component(o, job, block); {
	case component == "han":
		return HAN
	case component != "tuned" || s.version.Since(6, 0, 0):
		return ""
	}
	return o.ruleText(builtIn().selectRule(o.name, job, uint64(block)), s.version)
}
