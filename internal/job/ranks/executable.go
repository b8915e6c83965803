package ranks

import (
	"errors"
	"os/exec"
	"strings"

	"topocoll/internal/exit"
)

// CheckExecutable refuses a program that does not exist or cannot be executed. Like mpirun, it looks for a
// plain name on the PATH and then in this folder.
func CheckExecutable(program string) error {
	_, err := exec.LookPath(program)
	if err == nil || errors.Is(err, exec.ErrDot) {
		return nil
	}
	if _, here := exec.LookPath("./" + program); here == nil && !strings.Contains(program, "/") {
		return nil
	}
	if why := (*exec.Error)(nil); errors.As(err, &why) {
		err = why.Err
	}
	return exit.Usagef("%q cannot be run: %w; want a program on the PATH or with its folder", program, err)
}
