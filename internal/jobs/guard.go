package jobs

import (
	"fmt"
	"io"
	"os/exec"
	"syscall"
)

// guard sees to it that mpirun is told to end, once, if this process is killed: a shell that waits for a word of it, and
// finds that none can come any more. (Linux can send a signal by itself, but does so for every thread that dies, and a
// second one makes mpirun leave at once and everything behind.) The file of the ranks' word, which nobody reads any more,
// goes away too. The word that the shell waits for is given by release.
func guard(mpirun int, name string) (release func(), err error) {
	shell := exec.Command("sh", "-c", fmt.Sprintf(`read word || { kill -TERM %d; rm -f "$1"; }`, mpirun), "sh", name)
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	word, err := shell.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := shell.Start(); err != nil {
		return nil, err
	}
	return func() {
		io.WriteString(word, "over\n")
		shell.Wait()
	}, nil
}
