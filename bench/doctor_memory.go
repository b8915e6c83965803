//go:build cgo

package bench

import (
	"cmp"
	"fmt"
	"os"
	"syscall"

	"topocoll/bench/results"
	"topocoll/internal/host"
)

// ofSharedMemory checks the space that the library has for the queues between the ranks of a host.
func ofSharedMemory() Finding {
	var fs syscall.Statfs_t
	if err := syscall.Statfs("/dev/shm", &fs); err != nil {
		return Finding{Note, "/dev/shm", err.Error(), "the library then puts its queues elsewhere, which may be slow"}
	}
	size := int(fs.Blocks) * int(fs.Bsize)
	f := Finding{Fine, "/dev/shm", fmt.Sprintf("%d MiB", size>>20), ""}
	if size < 256<<20 {
		f.Level, f.Advice = Note, "small: docker run --shm-size=1g"
	}
	return f
}

// ofSingleCopy checks whether Open MPI copies long messages once, directly between the processes.
func ofSingleCopy(env results.Env) Finding {
	how := copying(env.Library)
	f := Finding{Fine, "long messages", "single copy: " + how, ""}
	switch how {
	case "none", "emulated":
		f.Level, f.Advice = Note, "messages are copied twice: in a container, docker run --cap-add=SYS_PTRACE"
	case "cma":
		if scope := host.PtraceScope(); scope != "" && scope != "0" && os.Geteuid() != 0 {
			f.Level, f.Advice = Note, "Yama may forbid it: sysctl kernel.yama.ptrace_scope=0"
		}
	}
	return f
}

// copying says how Open MPI copies long messages within a host: the mechanism of vader in version 4, and from 5 on the
// components of smsc that may do it; empty is all of them.
func copying(library map[string]string) string {
	allowed, five := library["smsc"]
	switch {
	case !five:
		return cmp.Or(library["btl_vader_single_copy_mechanism"], unknown)
	case allowed == "":
		return "as smsc chooses"
	case allowed == "^cma": // as the image's entry point sets it
		return "none"
	}
	return "smsc " + allowed
}
