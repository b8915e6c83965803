package openmpi_test

import "topocoll/internal/rules/rulestest"

// These versions and helpers come from package rulestest.
var (
	open4      = rulestest.Open4
	open5      = rulestest.Open5
	open6      = rulestest.Open6
	eight      = rulestest.Eight
	spreadOver = rulestest.SpreadOver
	of         = rulestest.Table
)
