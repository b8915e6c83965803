package profile

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
)

// For a file that is not a profile, the command prints one line and exits with the code for bad input.
func TestRefusesOtherFiles(t *testing.T) {
	other := filepath.Join(t.TempDir(), "bench.json")
	require.NoError(t, os.WriteFile(other, []byte(`{"cells": [`), 0o644))
	for _, name := range []string{other, filepath.Dir(other), other + "-none"} {
		var line bytes.Buffer
		assert.Equal(t, exit.BadInput, exit.Report(&line, (&Command{File: name}).Run(io.Discard)))
		assert.Contains(t, line.String(), name)
		assert.Equal(t, 1, strings.Count(line.String(), "\n"), line.String())
	}
}

// The column of native algorithms is computed from --rules or, without --rules, from the settings with which
// the program ran. If the settings are not sufficient, the command says why.
func TestNativeAlgorithms(t *testing.T) {
	dir := t.TempDir()
	conf, bad := filepath.Join(dir, "rules.conf"), filepath.Join(dir, "bad.conf")
	require.NoError(t, os.WriteFile(conf,
		[]byte("1\n7 2\n0 1\n 0 0 0 0\n4 2\n 0 7 0 0\n 4096 2 4 8192\n"), 0o644))
	require.NoError(t, os.WriteFile(bad, []byte("1\n7 1\n0 1\n 5 6 0 0\n"), 0o644))
	inEffect := func(name string) string {
		return `"OMPI_MCA_coll_tuned_use_dynamic_rules=1", "OMPI_MCA_coll_tuned_dynamic_rules_filename=` + name +
			`"`
	}
	const openMPI4, column = "Open MPI v4.1.4", "share waits  native algorithm\n"
	for _, c := range []struct {
		library, settings string
		hosts             int
		rules             []string
		want, unwanted    string
	}{
		{openMPI4, "", 1, nil, "-  binomial\n", "unknown"},
		{"Open MPI v6.0.0", "", 1, nil, "share waits\n", "native algorithm"},
		{openMPI4, "", 1, []string{conf}, column, "unknown"},
		{openMPI4, "", 1, []string{conf}, "-  knomial\n", "unknown"},
		{openMPI4, inEffect(conf), 1, nil, "-  knomial\n", "unknown"},
		{openMPI4, inEffect("/nowhere"), 1, []string{conf}, "-  knomial\n", "unknown"},
		{openMPI4, inEffect("/nowhere"), 1, nil, "The native algorithms are unknown: open /nowhere: no such " +
			"file or directory; use --rules to give the program's tuning files.", column},
		{openMPI4, inEffect("/dev/fd/0"), 1, nil, "existed only during the run; use --rules", column},
		{openMPI4, inEffect(bad), 1, nil, "ignores the whole file", column},
		{openMPI4, `"OMPI_MCA_coll=^tuned"`, 1, nil, "the program ran with OMPI_MCA_coll=^tuned", column},
		{"Open MPI v5.0.7", "", 2, nil, "-  HAN\n", "unknown"},
		{"Open MPI v5.0.7", inEffect(conf), 2, nil, "-  HAN\n", "unknown"}, // rules of tuned do not apply
		{"MPICH Version: 9.9.9", "", 1, nil, "share waits\n", "native algorithm"},
		{"Another MPI", "", 1, nil, `algorithms are unknown: MPI version "Another MPI", want openmpi-X`, column},
	} {
		name := filepath.Join(dir, "app.json")
		text := fmt.Appendf(nil, `{"schema": 1, "program": "app", "library": %q, "ranks": 4, "hosts": %d,
			"slots": %d, "settings": [%s], "seconds": 1, "cells": [{"call": "MPI_Bcast", "ranks": 4,
			"hosts": %[2]d, "slots": %d, "from": 64, "to": 127, "calls": 1, "seconds": 1,
			"sizes": [{"bytes": 64, "calls": 1, "seconds": 1}]}]}`, c.library, c.hosts, 4/c.hosts, c.settings)
		require.NoError(t, os.WriteFile(name, text, 0o644))
		var out bytes.Buffer
		require.NoError(t, (&Command{File: name, Rules: c.rules}).Run(&out))
		printed := out.String() + strings.ReplaceAll(out.String(), "\n", " ") // with and without line breaks
		assert.Contains(t, printed, c.want, "%+v", c)
		assert.NotContains(t, printed, c.unwanted, "%+v", c)
		if c.library == "Another MPI" {
			err := (&Command{File: name, Rules: []string{conf}}).Run(io.Discard)
			assert.ErrorContains(t, err, `MPI version "Another MPI", want openmpi-X.Y.Z`)
		} else {
			assert.ErrorContains(t, (&Command{File: name, Rules: []string{"/nowhere"}}).Run(io.Discard),
				"no such file")
		}
	}
}
