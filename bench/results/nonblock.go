//go:build !js

package results

import "syscall"

// If the flag nonblock is set, opening a named pipe does not wait for a writer.
const nonblock = syscall.O_NONBLOCK
