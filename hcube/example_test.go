package hcube_test

import (
	"fmt"
	"strings"

	"topocoll/comm"
	"topocoll/hcube"
	"topocoll/local"
)

// Scan combines operands in label order, so the operator need not commute. In this example the operator is
// concatenation.
func ExampleScan() {
	prefixes := make([]string, 8)
	err := local.Run(8, func(port comm.AsyncPort[string]) error {
		c := comm.New[string](port)
		return hcube.Scan(c, comm.Concat(), []string{string(rune('a' + c.Label()))}, prefixes[c.Label():][:1])
	})
	fmt.Println(strings.Join(prefixes, " "), err)
	// Output:
	// a ab abc abcd abcde abcdef abcdefg abcdefgh <nil>
}
