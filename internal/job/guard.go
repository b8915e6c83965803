package job

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// guardScript is the shell script of a guard. Its arguments are a mark that identifies the job's processes,
// and the job's folders. From its input, it reads the process id of mpirun when mpirun is started, and a
// second line when mpirun has ended.
//
// After the second line, the script kills the remaining processes of the job, because an mpirun that was
// killed or has lost a host does not kill them. If the input ends without that line, the process of this
// program has died. The script then sends mpirun a signal, waits for at most ten seconds, kills the remaining
// processes and removes the folders. If the input ends without the process id, mpirun is the oldest process
// of the job that no other process of the job has started. It need not have the lowest process id, because
// Linux reuses low ids after the highest.
const guardScript = `mark=$1; shift
marked() { grep -lzxF "$mark" /proc/[0-9]*/environ 2>/dev/null | sed 's,/proc/,,; s,/environ,,'; }
oldest() {
	cat /dev/null $(marked | sed 's,.*,/proc/&/stat,') 2>/dev/null | sed 's/ (.*) / /' |
		awk '{ parent[$1] = $3; start[$1] = $21 }
			END { for (pid in parent) if (!(parent[pid] in parent)) print start[pid], pid }' |
		sort -n | sed -n '1s/.* //p'
}
read mpirun || mpirun=$(oldest)
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

// startGuard starts a shell that ends the job if this process is killed, and that sends mpirun one SIGTERM
// first. The shell reads from a pipe of this process. It starts before mpirun, so the job is never without a
// guard. The signal that Linux can send when a parent process dies is not sufficient. Linux sends it once for
// every thread that ends, and a second signal makes mpirun exit at once without cleanup.
//
// The function `tellStart` passes the process id of mpirun to the shell. The function `release` must be
// called after mpirun has ended. It returns when no process of the job is left, or after about 5 s.
func startGuard(mark string, f tempFolders) (tellStart func(mpirun int), release func(), err error) {
	shell := exec.Command("sh", "-c", guardScript, "sh", mark, f.files)
	if f.memory != "" {
		shell.Args = append(shell.Args, f.memory)
	}
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	// This process may belong to another job. The guard of that job must not kill this guard.
	shell.Env = slices.DeleteFunc(os.Environ(), func(setting string) bool {
		return strings.HasPrefix(setting, Variable+"=")
	})
	pipe, err := shell.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := shell.Start(); err != nil {
		return nil, nil, err
	}
	tellStart = func(mpirun int) { fmt.Fprintln(pipe, mpirun) }
	release = sync.OnceFunc(func() {
		io.WriteString(pipe, "over\nover\n")
		shell.Wait()
	})
	return tellStart, release, nil
}
