package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const tunedForFour = `{"schema":3,"made":"2026-11-23T00:00:00Z","library":"Open MPI v4.1.4","choices":[
 {"operation":"bcast","ranks":4,"hosts":1,"slots":4,"from":0,"to":1000,` +
	`"algorithm":"native","gain":1,"low":1,"high":1,"sizes":[8],"sure":true,"native":"native","native_gain":1},
 {"operation":"bcast","ranks":4,"hosts":1,"slots":4,"from":1001,` +
	`"algorithm":"hcube/bcast","gain":0.7,"low":0.6,"high":0.8,"sizes":[4096],` +
	`"sure":false,"native":"native:chain","native_gain":0.9},
 {"operation":"bcast","ranks":2,"hosts":1,"slots":2,"from":0,` +
	`"algorithm":"native","gain":1,"low":1,"high":1,"sizes":[],"sure":false,` +
	`"native":"native","native_gain":1}]}`

// which prints the selected algorithm and the reason on one screen.
func TestWhich(t *testing.T) {
	table := write(t, "tuned.json", tunedForFour)
	shows(t, "which", map[string]string{
		"allreduce -n 16 --size 32K": ", selected by the model\nmeasured: no report/tuned.json; " +
			"topocoll tune writes it\n",
		"bcast -n 4 --size 64 --table " +
			table: "measured (hosts: 1, slots per host: 4, Open MPI v4.1.4): native, 1.00 (1.00 to 1.00) of the " +
			"time",
		"bcast -n 4 --size 64K --table " +
			table: "hcube/bcast, 0.70 (0.60 to 0.80) of the time of the library's default, not " +
			"sure\nbest algorithm of the library: native:chain, 0.90 of the time of its default\n",
		"bcast -n 2 --size 64K --table " + table: "selected by the model\nnot measured (hosts: 1, slots per " +
			"host: 2, Open MPI v4.1.4): no size near 64K bytes was measured; topocoll run leaves such calls " +
			"to the library\n",
		"bcast -n 5 --size 64 --table " + table:       "has no entry for bcast on 5 ranks",
		"bcast --size 64 --network torus:4x4@200mbit": "bcast of 64 bytes on 16 ranks: ",
		"barrier -n 8": "model: ",
		"bcast -n 16 --size 1M --network star:16@100mbit": "time from  formula",
	})
	for _, args := range []string{"allgather -n 16 --size 1K", "alltoall -n 7 --size 8"} {
		assert.LessOrEqual(t, strings.Count(shown(t, "which "+args), "\n"), 24, "one screen")
	}
	assert.NotContains(t, shown(t, "which bcast -n 8 --size 900"), "segments", "circulant/bcast sends it whole")
}

// Without an mpirun, which says how to name the MPI library.
func TestWhichWithoutMPIRun(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	shows(t, "which allreduce -n 8 --size 8", map[string]string{
		"": "\nMPI library: unknown, because mpirun does not show its version; use --mpi openmpi-X.Y.Z\n",
		"--mpi openmpi-5.0.7": "\nmodel: hcube/allreduce (longer messages than 4032 bytes wait for their " +
			"receiver, as in Open MPI)\n",
		"--mpi mpich-4.2.1": "\nmodel: hcube/allreduce\n",
	})
}

func TestWhichRefuses(t *testing.T) {
	refuses(t, "which", map[string]string{
		"broadcast":                 `"broadcast" is part of the names of 2 operations; use one of: bcast`,
		"bcast -n 0":                "want 1 to",
		"bcast --hosts 9 -n 8":      "--hosts 9",
		"bcast --table /nowhere":    "no such file",
		"bcast --network torus:0x4": "torus",
		"bcast --table " + write(t, "tuned.json", "{}"): "schema 0, want 3",
	})
}

// which prints the algorithm that an MPI library selects with a tuning file, according to internal/rules.
// Another test compares these packages with the libraries.
func TestWhichOfTheLibrary(t *testing.T) {
	classic := write(t, "rules.conf", "1\n7 2\n0 1\n 0 0 0 0\n8 2\n 0 6 0 0\n 4096 2 4 8192\n")
	han := write(t, "han.conf", "1\nbcast 1\nglobal_communicator 2\n1 1\n0 han\n8 2\n0 han\n1024 tuned\n")
	shows(t, "which bcast", map[string]string{
		"-n 8 --size 64 --mpi openmpi-4.1.4 --rules " +
			classic: "Open MPI 4.1.4 with rules.conf: binomial (line 6)\n",
		"-n 8 --size 8K --mpi openmpi-4.1.4 --rules " +
			classic: "with rules.conf: chain, fan-out 4, segments of 8192 bytes (line 7)\n",
		"-n 7 --size 64 --mpi openmpi-4.1.4 --rules " +
			classic: "with rules.conf: leaves the choice to the library (line 4)\n",
		"-n 8 --hosts 4 --size 8K --mpi openmpi-5.0.7 --rules " +
			classic: "with rules.conf: leaves the choice to the library\n",
		"-n 8 --hosts 8 --size 64 --mpi openmpi-5.0.7 --rules " +
			classic: "with rules.conf: binomial (line 6)\n",
		"-n 8 --hosts 4 --size 8K --mpi openmpi-5.0.7 --rules " + classic + "," +
			han: "with rules.conf and han.conf: chain, fan-out 4",
		"-n 8 --mpi mpich-4.2.1 --rules " +
			write(t, "some.env",
				"MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial\n"): "MPICH 4.2.1 with some.env: binomial " +
			"(line 1)\n",
		"-n 8 --mpi openmpi-4.1.4":           "Open MPI 4.1.4 without tuning files: knomial, by the built-in",
		"-n 8 --hosts 4 --mpi openmpi-5.0.7": "Open MPI 5.0.7 without tuning files: the HAN component",
		"-n 8 --hosts 4 --mpi openmpi-4.1.4": "Open MPI 4.1.4 without tuning files: knomial",
		"-n 8 --mpi openmpi-6.0.0":           "Open MPI 6.0.0 without tuning files: one of basic_linear, chain",
	})
	refuses(t, "which bcast", map[string]string{
		"--mpi lam-7.0":                        "--mpi: MPI version",
		"--mpi openmpi-4.1.4 --rules /nowhere": "no such file",
		"--mpi mpich-4.2.1 --rules " + classic: "use a file for MPICH 4.2.1",
		"--mpi openmpi-4.1.4 --rules " +
			write(t, "r.conf", "1\n7 1\n0 1\n5 6 0 0\n"): "ignores the whole file",
	})
}
