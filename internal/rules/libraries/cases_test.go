package libraries_test

import "topocoll/internal/rules/rulestest"

// The versions and helpers of package rulestest.
var (
	open4      = rulestest.Open4
	open5      = rulestest.Open5
	open6      = rulestest.Open6
	mpich40    = rulestest.MPICH40
	mpich42    = rulestest.MPICH42
	eight      = rulestest.Eight
	spreadOver = rulestest.SpreadOver
	of         = rulestest.Table
)

const ownSelection = rulestest.OwnSelection
