package jobs

import (
	"io"
	"os/exec"
	"strconv"
	"syscall"
)

// guarding is the script of a guard. Its arguments are the process id of mpirun and the folders of the job. It waits ten
// seconds at most for mpirun to end, like Run.
const guarding = `mpirun=$1; shift
read word && exit
kill -TERM $mpirun
for tenth in 0 1 2 3 4 5 6 7 8 9; do
	for hundredth in 0 1 2 3 4 5 6 7 8 9; do
		kill -0 $mpirun 2>/dev/null || break 2
		sleep 0.1
	done
done
rm -rf "$@"`

// guard makes sure that mpirun gets one SIGTERM if this process is killed. It starts a shell that reads from a pipe of
// this process. If the pipe closes without a line, the shell sends the signal, and removes the folders of the job when
// mpirun has ended. release writes the line. (Linux can send a signal on the death of a parent, but sends it for every
// thread that ends, and a second signal makes mpirun exit at once without cleaning up.)
func guard(mpirun int, f folders) (release func(), err error) {
	shell := exec.Command("sh", "-c", guarding, "sh", strconv.Itoa(mpirun), f.files)
	if f.memory != "" {
		shell.Args = append(shell.Args, f.memory)
	}
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
