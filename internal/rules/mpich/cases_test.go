package mpich_test

import "topocoll/internal/rules/rulestest"

// The versions and helpers of package rulestest.
var (
	mpich40 = rulestest.MPICH40
	mpich42 = rulestest.MPICH42
	eight   = rulestest.Eight
	of      = rulestest.Table
)

const ownSelection = rulestest.OwnSelection
