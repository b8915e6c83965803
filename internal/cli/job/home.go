package job

import (
	"os"
	"os/user"
)

// SetHome sets HOME where a batch system or a container has left it out: Open MPI 5 does not even say its version without it.
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
