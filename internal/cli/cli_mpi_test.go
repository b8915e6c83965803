//go:build cgo

package cli

import "testing"

// An invalid number of processes is rejected before any process starts.
func TestNeedsLaunch(t *testing.T) {
	refuses(t, "verify",
		map[string]string{"": "no number of processes given; use -n P",
			"--n=-1": "-n -1, want 1 to 65536 processes", "--n=65537": "-n 65537, want",
			"--n=99999999999999": "-n 99999999999999, want"}) // mpirun itself hangs for minutes on the last one
	t.Setenv("OMPI_COMM_WORLD_RANK", "0")
	refuses(t, "verify",
		map[string]string{"-n 4": "-n 4 cannot be used under a launcher: mpirun or srun sets the number of " +
			"processes"})
}

func TestBadVerify(t *testing.T) {
	for _, k := range []string{"0", "-1", "1025", "99999999999"} {
		refuses(t, "verify -n 2",
			map[string]string{"--logical=" + k: "topocoll: --logical " + k + ", want 1 to 1024 nodes\n"})
	}
}
