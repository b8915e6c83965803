package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const tunedForFour = `{"schema":1,"made":"2026-11-23T00:00:00Z","library":"Open MPI v4.1.4","choices":[
 {"op":"bcast","ranks":4,"hosts":1,"slots":4,"from":0,"to":1000,"algo":"native","gain":1,"low":1,"high":1,"sizes":[8],"sure":true,"native":"native","nativeGain":1},
 {"op":"bcast","ranks":4,"hosts":1,"slots":4,"from":1001,"algo":"hcube/bcast","gain":0.7,"low":0.6,"high":0.8,"sizes":[4096],"sure":false,"native":"native:chain","nativeGain":0.9}]}`

// One screen says what is taken, and why.
func TestWhich(t *testing.T) {
	table := write(t, "tuned.json", tunedForFour)
	shows(t, "which", map[string]string{
		"allreduce -p 16 -m 32K":                      "allreduce, 16 ranks, 32K bytes of a rank\nmeasured: no report/tuned.json; topocoll tune makes it\nmodel: ",
		"bcast -p 4 -m 64 --table " + table:           "measured on hosts 1, slots 4 (Open MPI v4.1.4): native, 1.00 (1.00 to 1.00) of the time",
		"bcast -p 4 -m 64K --table " + table:          "hcube/bcast, 0.70 (0.60 to 0.80) of the time of the library's own choice, not sure\nbest of the library: native:chain, 0.90\n",
		"bcast -p 5 -m 64 --table " + table:           "has nothing of bcast on 5 ranks",
		"bcast -m 64 --network torus:4x4@200mbit":     "bcast, 16 ranks, 64 bytes",
		"barrier -p 8":                                "model: ",
		"bcast -p 16 -m 1M --network star:16@100mbit": "formula of the book",
	})
	for _, args := range []string{"allgather -p 16 -m 1K", "alltoall -p 7 -m 8"} {
		assert.LessOrEqual(t, strings.Count(shown(t, "which "+args), "\n"), 24, "one screen")
	}
}

func TestWhichRefuses(t *testing.T) {
	refuses(t, "which", map[string]string{
		"broadcast":                 `no operation "broadcast"`,
		"bcast -p 0":                "want 1 to",
		"bcast --hosts 9 -p 8":      "--hosts 9",
		"bcast --table /nowhere":    "no such file",
		"bcast --network torus:0x4": "torus",
		"bcast --table " + write(t, "tuned.json", "{}"): "schema 0, want 1",
	})
}
