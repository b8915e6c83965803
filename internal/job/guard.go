package job

import (
	"fmt"
	"io"
	"os/exec"
	"sync"
	"syscall"
)

// guarding is the script of a guard. Its arguments are the mark of the job's processes and the job's folders; its input is the
// process id of mpirun, once it is started, and then a line when mpirun has ended. It kills what is left then: an mpirun that was
// killed, or has lost a host, cannot. Without that line it does what Run does before and after: it gives mpirun a signal and ten
// seconds, and removes the folders. Without the process id, because the end came right after the start, mpirun is the oldest of its processes.
const guarding = `mark=$1; shift
marked() { grep -lzxF "$mark" /proc/[0-9]*/environ 2>/dev/null | sed 's,/proc/,,; s,/environ,,'; }
read mpirun || mpirun=$(marked | sort -n | head -n 1)
if read word; then
	set --
elif [ "$mpirun" ]; then
	kill -TERM $mpirun
	tenths=0
	while kill -0 $mpirun && [ $tenths -lt 100 ]; do
		sleep 0.1; tenths=$((tenths + 1))
	done
fi
tenths=0
while left=$(marked); [ "$left" ] && [ $tenths -lt 50 ]; do
	kill -KILL $left
	sleep 0.1; tenths=$((tenths + 1))
done
[ $# = 0 ] || rm -rf "$@"`

// guard makes sure that the job ends if this process is killed, and that mpirun gets one SIGTERM before. It starts a shell that
// reads from a pipe of this process, before there is an mpirun, so that there is no moment without a guard. (Linux can send a
// signal on the death of a parent, but sends it for every thread that ends, and a second signal makes mpirun exit at once without
// cleaning up.) begun tells the process id of mpirun. release returns when no process of the job is left, after mpirun has ended.
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
	release = sync.OnceFunc(func() {
		io.WriteString(pipe, "over\nover\n")
		shell.Wait()
	})
	return begun, release, nil
}
