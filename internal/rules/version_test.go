package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/internal/rules"
)

func TestVersions(t *testing.T) {
	for text, want := range map[string]string{
		"openmpi-4.1.4": "Open MPI 4.1.4",
		"openmpi-5.0":   "Open MPI 5.0.0",
		"mpich-4.0.2":   "MPICH 4.0.2",
		"Open MPI v5.0.7, package: Debian OpenMPI":                                   "Open MPI 5.0.7",
		"mpirun.openmpi (OpenRTE) 4.1.4":                                             "Open MPI 4.1.4",
		"mpirun (Open MPI) 5.0.3":                                                    "Open MPI 5.0.3",
		"MPICH 4.0.2, device: ch4:ucx":                                               "MPICH 4.0.2",
		"HYDRA build details:\n    Version:                                 4.2.1\n": "MPICH 4.2.1",
	} {
		v, err := rules.ParseVersion(text)
		assert.NoError(t, err)
		assert.Equal(t, want, v.String())
	}
	for _, text := range []string{"", "openmpi", "4.1.4", "openmpi-4", "openmpi-4.0.3", "mpich-3.4.1",
		"intel-2021.8"} {
		_, err := rules.ParseVersion(text)
		assert.ErrorContains(t, err, "MPI version \""+text+"\", want openmpi-X.Y.Z from 4.1 on")
	}
}
