//go:build cgo

package cli

import (
	"strings"
	"testing"
)

// Numbers that make no sense are refused in one line, before anything starts.
func TestBenchRanges(t *testing.T) {
	for args, want := range map[string]string{
		"--stall 1ns":                  "--stall 1ns, want 100ms to 8760h0m0s",
		"--stall -1s":                  "--stall -1s, want",
		"--time 0s":                    "--time 0s, want 1µs to",
		"--time -1s":                   "--time -1s, want",
		"--time 2562047h":              "--time 2562047h0m0s, want",
		"--limit -1s":                  "--limit -1s, want 0s to",
		"--iterations -1":              "--iterations -1, want 1 to 1048576",
		"--iterations 999999999":       "--iterations 999999999, want",
		"--warmup -1":                  "--warmup -1, want 0 to",
		"--rel -1%":                    `"-1%", want a percentage`,
		"--rel NaN":                    `"NaN", want a percentage`,
		"--rel Inf%":                   `"Inf%", want a percentage`,
		"--np -1":                      "--np -1",
		"--np 0":                       "--np 0",
		"-n -1":                        "-n -1, want",
		"-n 1000000000":                "-n 1000000000, want 1 to 65536",
		"--size 8:4:x2":                "want FIRST:LAST",
		"--size -8":                    `size "-8"`,
		"--size 9999999999G":           `size "9999999999G"`,
		"--dims 0x2":                   "0x2",
		"--dims 4294967296x4294967296": "4294967296x4294967296",
		"--segment -1":                 `size "-1"`,
	} {
		flag, value, _ := strings.Cut(args, " ")
		if flag != "-n" {
			flag += "="
		}
		refuses(t, "bench --dry-run", map[string]string{flag + value: want})
	}
}
