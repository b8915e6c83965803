package run

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"topocoll/internal/dropin"
	"topocoll/internal/exit"
	"topocoll/internal/job/launcher"
	"topocoll/internal/rules"
)

// launched takes the number of ranks from the launcher, and refuses flags that need the start of all ranks.
func (c *Command) launched() error {
	n := launcher.Size()
	switch {
	case c.N != 0:
		return exit.Usagef("-n %d under a launcher, want no -n: mpirun or srun sets the number of processes",
			c.N)
	case c.Compare || c.Plans != "":
		return exit.Usagef(
			"--compare or --plans under a launcher, want them without one: topocoll run -n %d ...", n)
	case len(c.Program) == 0:
		return exit.Usagef("no program, want one: mpirun -n %d topocoll run ./program", n)
	case n == 0:
		return exit.Usagef(
			"the launcher does not tell how many processes it has started, want mpirun, srun, or: topocoll run " +
				"-n P --plans FILE")
	}
	c.N = n
	return nil
}

// become replaces this process by the program with the drop-in library. Every rank makes the plans; the
// library checks that they are the same.
func (c *Command) become(plans *dropin.Plans) error {
	if rank, _ := launcher.Rank(); rank == 0 {
		fmt.Fprint(os.Stderr, c.notes(plans))
	}
	path, err := exec.LookPath(c.Program[0])
	if err != nil {
		return exit.Usage(err)
	}
	preload, err := c.library()
	if err != nil {
		return err
	}
	if strings.ContainsAny(preload, " :") {
		return exit.Usagef(
			"%s: the name has a blank or a colon, which LD_PRELOAD does not allow, want --library FILE without "+
				"them", preload)
	}
	name, err := writeUnnamed(plans)
	if err != nil {
		return err
	}
	if err := c.rules.write(func(f rules.File) (string, error) {
		return writeUnnamed(bytes.NewReader(f.Text))
	}); err != nil {
		return err
	}
	command := &exec.Cmd{Env: append(os.Environ(), c.rules.environment...)}
	for _, v := range c.variables(preload, name, c.Off, c.Profile) {
		command.Env = append(command.Env, v[0]+"="+v[1])
	}
	return syscall.Exec(path, c.Program, command.Environ()) // Environ removes duplicate variables
}

// writeUnnamed writes a file that disappears when the program ends. It returns a path for the program.
func writeUnnamed(content io.WriterTo) (path string, err error) {
	file, err := os.CreateTemp("", "topocoll-")
	if err != nil {
		return "", err
	}
	_, written := content.WriteTo(file)
	if err := errors.Join(written, os.Remove(file.Name())); err != nil {
		return "", err
	}
	kept, err := syscall.Dup(int(file.Fd())) // unlike the first, it stays open in the program
	return fmt.Sprintf("/dev/fd/%d", kept), err
}
