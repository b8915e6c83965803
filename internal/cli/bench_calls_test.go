//go:build cgo

package cli

import "testing"

// Flags that contradict each other or have no effect are rejected with one line, before anything starts.
func TestBenchRefuses(t *testing.T) {
	refuses(t, "bench --dry-run", map[string]string{
		"--type complex": `--type: type "complex", want float64 (double), float32 (float), int64 ` +
			`(long), int32 (int), uint8 (byte)`,
		"--type int --size 8,12,6": "--type int --size 6, want multiples of 4 bytes",
		"--type int --op barrier":  "--type int: no operation in --op barrier has words",
		"--type int --op pingpong": "--type int: no operation in --op pingpong has words",
		"--operator mean":          `--operator "mean", want sum, prod, max, min, land`,
		"--operator band": "--operator band needs words that are integers; use --type int64, int32 or " +
			"uint8",
		"--operator lor --type float":       "needs words that are integers",
		"--operator max --op bcast,scatter": "--operator max: no operation in --op bcast,scatter combines words",
		"--arrival late":                    `--arrival: "late", want one of first, last, ramp, random`,
		"--arrival last:1us --nonblocking":  "--nonblocking cannot be used with --arrival last:1us, which",
		"--root first":                      `--root "first", want a rank, or rotate`,
		"--root=-1":                         `--root "-1", want a rank, or rotate`,
		"--root 1 --op allgather":           "--root 1: no operation in --op allgather has a root",
		"--root 2 -n 4 --np 4,2 --op bcast": "--root 2 of 2 ranks, want 0 to 1",
		"--root 9 -n 4 --op bcast --size 8": "--root 9 of 4 ranks, want 0 to 3",

		"--counts huge":     `--counts "huge", want equal, linear, big, zero, random or random:SEED`,
		"--counts random:x": `--counts "random:x", want equal`,
		"--counts big --op allgather,bcast": "--counts big cannot be used with bcast; use allgather, " +
			"reducescatter, scatter, gather or alltoall",
		"--counts big --algo ring/allgather-baseline": "--counts big cannot be used with " +
			"ring/allgather-baseline, which accepts equal blocks only",
		"--counts big --algo hcube/bc": "--counts big: none of the named algorithms accepts blocks of " +
			"different lengths",
		"--counts big --op pingpong":                 "--counts cannot be used with --op pingpong",
		"--counts big --op gather --persistent":      "--persistent cannot be used with --counts big; use native",
		"--counts big --op gather --algo hcube,auto": "--algo auto cannot be used with --counts big; use native",

		"--tests 3":                  "--tests 3 needs --nonblocking or --persistent",
		"--nonblocking --tests=-1":   "--tests -1, want 0 to 1048576",
		"--nonblocking --persistent": "--nonblocking cannot be used with --persistent",
		"--nonblocking --uncompiled": "--uncompiled cannot be used with --nonblocking; use native, " +
			"algorithms of the catalog or auto, because no other contender supports such calls",
		"--persistent --algo native:ring": "--algo native:ring cannot be used with --persistent; use native, " +
			"algorithms of the catalog or auto",
		"--nonblocking --algo gompi":  "--algo gompi cannot be used with --nonblocking",
		"--nonblocking --op pingpong": "--op pingpong cannot be used with --nonblocking",

		"--op pingpong,bcast": "--op pingpong,bcast, want pingpong alone",
		"--algo native:":      `--algo "native:", want native:NAME or native:*`,
		"--mem-limit much":    "much",
		"--packed trees":      "--packed trees needs --network, set to the network for which this file was",

		"--packed trees --np 2,4 --network ring:4": "--packed trees cannot be used with --np",

		"--stall=1ns":                  "--stall 1ns, want 100ms to 8760h0m0s",
		"--stall=-1s":                  "--stall -1s, want",
		"--time=0s":                    "--time 0s, want 1µs to",
		"--time=-1s":                   "--time -1s, want",
		"--time=2562047h":              "--time 2562047h0m0s, want",
		"--limit=-1s":                  "--limit -1s, want 0s to",
		"--iterations=-1":              "--iterations -1, want 1 to 1048576",
		"--iterations=999999999":       "--iterations 999999999, want",
		"--warmup=-1":                  "--warmup -1, want 0 to",
		"--rel=-1%":                    `"-1%", want a percentage`,
		"--rel=NaN":                    `"NaN", want a percentage`,
		"--rel=Inf%":                   `"Inf%", want a percentage`,
		"--np=-1":                      "--np -1",
		"--np=0":                       "--np 0",
		"-n-1":                         "-n -1, want",
		"-n1000000000":                 "-n 1000000000, want 1 to 65536",
		"--size=8:4:x2":                "want FIRST:LAST",
		"--size=-8":                    `size "-8"`,
		"--size=9999999999G":           `size "9999999999G"`,
		"--dims=0x2":                   "0x2",
		"--dims=4294967296x4294967296": "4294967296x4294967296",
		"--segment=-1":                 `size "-1"`,

		"-n 2 --op pingpong --map gray": "--map cannot be used with --op pingpong, which times single " +
			"messages",
		"-n 2 --op pingpong -i 3":       "--iterations cannot be used with --op pingpong",
		"-n 2 --algo ring --dims 1x2":   "--dims applies only to mesh algorithms, not to ring/",
		"-n 2 --algo native --dims 1x2": "--dims applies only to mesh algorithms, and none is selected",

		"--launches=0": "--launches 0, want 1 to 100", "--launches=-1": "--launches -1, want 1",
		"--launches=101":             "--launches 101, want",
		"--launches=2 --op pingpong": "--launches 2 with --op pingpong, want 1",
	})
}
