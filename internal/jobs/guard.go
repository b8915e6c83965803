package jobs

import (
	"fmt"
	"io"
	"os/exec"
	"syscall"
)

// guarding is the script of a guard. Its arguments are the mark of the job's processes and the job's folders; its input is the
// process id of mpirun, once it is started, and then a line at the end of the job. Without that line it does what Run does: it
// gives mpirun a signal and ten seconds, kills what is left, and removes the folders.
const guarding = `mark=$1; shift
marked() { grep -lzxF "$mark" /proc/[0-9]*/environ 2>/dev/null | sed 's,/proc/,,; s,/environ,,'; }
if read mpirun; then
	read word && exit
else
	mpirun=$(marked)
fi
[ -z "$mpirun" ] || kill -TERM $mpirun 2>/dev/null
for tenth in 0 1 2 3 4 5 6 7 8 9; do
	for hundredth in 0 1 2 3 4 5 6 7 8 9; do
		[ "$mpirun" ] && kill -0 $mpirun 2>/dev/null || break 2
		sleep 0.1
	done
done
for tenth in 0 1 2 3 4 5 6 7 8 9; do
	left=$(marked)
	[ "$left" ] || break
	kill -KILL $left
	sleep 0.1
done
rm -rf "$@"`

// guard makes sure that the job ends if this process is killed, and that mpirun gets one SIGTERM before. It starts a shell that
// reads from a pipe of this process, before there is an mpirun, so that there is no moment without a guard. (Linux can send a
// signal on the death of a parent, but sends it for every thread that ends, and a second signal makes mpirun exit at once without
// cleaning up.) begun tells the process id of mpirun; release ends the guard.
func guard(mark string, f folders) (begun func(mpirun int), release func(), err error) {
	shell := exec.Command("sh", "-c", guarding, "sh", mark, f.files)
	if f.memory != "" {
		shell.Args = append(shell.Args, f.memory)
	}
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	pipe, err := shell.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := shell.Start(); err != nil {
		return nil, nil, err
	}
	begun = func(mpirun int) { fmt.Fprintln(pipe, mpirun) }
	release = func() {
		io.WriteString(pipe, "over\nover\n")
		shell.Wait()
	}
	return begun, release, nil
}
