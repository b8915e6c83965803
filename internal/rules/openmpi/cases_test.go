package openmpi_test

import "topocoll/internal/rules/rulestest"

// The versions and helpers of package rulestest.
var (
	open4      = rulestest.Open4
	open5      = rulestest.Open5
	open6      = rulestest.Open6
	eight      = rulestest.Eight
	spreadOver = rulestest.SpreadOver
	of         = rulestest.Table
)
