//go:build !js

package results

import "syscall"

// With the flag nonblock, opening a named pipe does not wait for a writer.
const nonblock = syscall.O_NONBLOCK
