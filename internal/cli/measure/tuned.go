package measure

import (
	"os"

	"topocoll/internal/exit"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
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
