package ranks

import (
	"os"
	"os/user"
)

// SetHome sets HOME if a batch system or a container has not. Without it, ompi_info of Open MPI 5 fails.
func SetHome() {
	if os.Getenv("HOME") != "" {
		return
	}
	home := "/"
	if u, err := user.Current(); err == nil && u.HomeDir != "" {
		home = u.HomeDir
	}
	os.Setenv("HOME", home)
}
