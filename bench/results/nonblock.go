//go:build !js

package results

import "syscall"

// nonblock is for a file that may be a pipe: its opening does not wait for a writer.
const nonblock = syscall.O_NONBLOCK
