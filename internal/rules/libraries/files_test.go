package libraries_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
)

// Write returns the files that a library reads. Env returns the environment variables that name these files.
func TestFiles(t *testing.T) {
	const tunedEnv, hanEnv = "OMPI_MCA_coll_tuned_dynamic_rules_filename=F",
		"OMPI_MCA_coll_han_dynamic_rules_filename=F"
	for _, c := range []struct {
		v     rules.Version
		algo  string
		own   []byte
		names []string
		env   string
	}{
		{open4, "native:chain", nil, []string{"openmpi-rules.conf"}, tunedEnv},
		{open4, "native:han", nil, nil, ""}, // the library's default choice needs no file
		{open5, "native:chain", nil, []string{"openmpi-rules.conf", "openmpi-han.conf"}, hanEnv},
		{open5, "native", nil, nil, ""},
		{open6, "native", nil, nil, ""},
		{open6, "native:chain", nil, []string{"openmpi-rules.json", "openmpi-han.conf"}, hanEnv},
		{mpich42, "native:binomial", nil, []string{"mpich.env"}, "MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial"},
		{mpich42, "native:binomial", []byte(ownSelection), []string{"mpich-selection.json"},
			"MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=F"},
		{mpich42, "native", []byte(ownSelection), nil, ""},
	} {
		files, err :=
			libraries.New(c.v, c.own).Write(of(spreadOver(4, eight(catalog.Bcast, 0, 0, c.algo, ""))), c.v)
		require.NoError(t, err)
		var names, env []string
		for _, f := range files {
			names = append(names, f.Name)
			env = append(env, libraries.New(c.v, nil).Env(f, "F")...)
		}
		assert.Equal(t, c.names, names, "%v %s", c.v, c.algo)
		if c.env != "" {
			assert.Contains(t, env, c.env)
		}
	}
	_, err := libraries.New(open6, nil).Write(of(eight(catalog.Bcast, 0, 0, "native:nonesuch", "")), open6)
	assert.ErrorContains(t, err, `has no algorithm "nonesuch"`)
	_, err = libraries.New(open5, nil).Write(of(eight(catalog.Bcast, 0, 9, "native", "")), open5)
	assert.ErrorContains(t, err, "tuned: bcast on 8 ranks: no choice covers 10 bytes and more")
}
