package cli

import (
	"os"
	"strings"
	"testing"
)

// What the environment holds is the tests' to say: in the shell of a Slurm job or under cluster run there is a
// launcher's rank or a network already.
func TestMain(m *testing.M) {
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		for _, prefix := range []string{"OMPI_COMM_WORLD_", "PMIX_", "PMI_", "TOPOCOLL_"} {
			if strings.HasPrefix(name, prefix) {
				os.Unsetenv(name)
			}
		}
	}
	os.Exit(m.Run())
}
