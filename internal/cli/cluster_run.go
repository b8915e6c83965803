package cli

import (
	"io"
	"os"
	"os/exec"

	"topocoll/internal/cli/network"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
)

// findMeasurement returns the measurement that a command line of this program describes. It returns nil if
// the measurement needs no parent process, or if a flag is invalid. The ranks report an invalid flag. The
// argument `spec` is the network, as a value of --network.
func findMeasurement(program []string, spec string) network.Measurement {
	if len(program) < 2 || !isThisProgram(program[0]) {
		return nil
	}
	var commands commands
	exited := false
	parser := newParser(&commands, io.Discard, io.Discard, func(int) { exited = true })
	parsed, err := parser.Parse(joinNames(parser, program[1:]))
	if err != nil || exited {
		return nil
	}
	if _, err := option.GivenOn(parsed); err != nil {
		return nil
	}
	command, ok := parsed.Selected().Target.Addr().Interface().(network.Measurement)
	if !ok || !command.NeedsParent(spec) {
		return nil
	}
	return command
}

func isThisProgram(name string) bool {
	path, err := exec.LookPath(name)
	if err != nil {
		return false
	}
	self, err := os.Executable()
	return err == nil && saved.SameFile(path, self)
}
