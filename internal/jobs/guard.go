package jobs

import (
	"fmt"
	"io"
	"os/exec"
	"syscall"
)

// guard makes sure that mpirun gets one SIGTERM if this process is killed. It starts a shell that reads from a pipe of
// this process. If the pipe closes without a line, the shell sends the signal and removes the file of the report, which
// is no longer read. release writes the line. (Linux can send a signal on the death of a parent, but sends it for every
// thread that ends, and a second signal makes mpirun exit at once without cleaning up.)
func guard(mpirun int, name string) (release func(), err error) {
	shell := exec.Command("sh", "-c", fmt.Sprintf(`read word || { kill -TERM %d; rm -f "$1"; }`, mpirun), "sh", name)
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	pipe, err := shell.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := shell.Start(); err != nil {
		return nil, err
	}
	return func() {
		io.WriteString(pipe, "over\n")
		shell.Wait()
	}, nil
}
