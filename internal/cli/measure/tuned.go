package measure

import (
	"os"
	"strings"

	"topocoll/internal/exit"
	"topocoll/internal/job/launcher"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/rules/openmpi"
)

// RefuseTuned returns an error if the environment selects a tuning file for the MPI library, because the
// choices of such a file would count as the library's default. The argument `version` is the library's
// version string. If that version is unknown, RefuseTuned accepts the environment.
func RefuseTuned(version string) error {
	v, err := rules.ParseVersion(version)
	if err != nil {
		return nil
	}
	for _, variable := range libraries.FileVariables(v) {
		if file := os.Getenv(variable); file != "" {
			return exit.Usagef("%s=%s: the library would be measured with this tuning file; unset the variable",
				variable, file)
		}
	}
	return nil
}

// RefuseTunedHost is like RefuseTuned, but it also reads Open MPI's files of MCA parameters on this host,
// such as openmpi-mca-params.conf.
func RefuseTunedHost(version string) error {
	if err := RefuseTuned(version); err != nil {
		return err
	}
	v, err := rules.ParseVersion(version)
	if err != nil || v.Library != rules.OpenMPI {
		return nil
	}
	parameters := launcher.OpenMPI.Parameters("coll") // all tuning files belong to this framework
	for _, setting := range libraries.FileVariables(v) {
		name, _ := openmpi.Variable(setting)
		if p := parameters[name]; p.Value != "" {
			source := strings.TrimSuffix(strings.TrimPrefix(p.Source, "file ("), ")")
			return exit.Usagef("%s=%s: the library would be measured with this tuning file; remove this setting "+
				"from %s", name, p.Value, source)
		}
	}
	return nil
}
