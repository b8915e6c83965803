package run

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
	"topocoll/internal/launch"
	"topocoll/internal/rules"
	"topocoll/tuned"
)

// applyLauncher sets -n to the number of ranks that the launcher reports. It returns an error for flags that
// work only if this process starts all ranks.
func (c *Command) applyLauncher() error {
	n := launch.Size()
	switch {
	case c.N != 0:
		return exit.Usagef("-n %d cannot be used under a launcher: mpirun or srun sets the number of processes",
			c.N)
	case c.Compare || c.Plans != "":
		return exit.Usagef(
			"--compare and --plans cannot be used under a launcher; use topocoll run -n %d ...", n)
	case len(c.Program) == 0:
		return exit.Usagef("no program given; use mpirun -n %d topocoll run ./program", n)
	case n == 0:
		return exit.Usagef(
			"the launcher does not provide the number of its processes; use mpirun or srun, or topocoll run " +
				"-n P --plans FILE")
	}
	c.N = n
	return nil
}

// execProgram replaces this process with the MPI program, which loads the drop-in library. If possible, one
// rank on each host creates the plans for all ranks on this host (see openPlans). The drop-in library checks
// that all ranks have the same plans.
func (c *Command) execProgram(table *tuned.Table, tuning libraryRules) error {
	path, err := ranks.FindExecutable(c.Program[0])
	if err != nil {
		return err
	}
	preload, err := c.Library.find()
	if err != nil {
		return err
	}
	if strings.ContainsAny(preload, " :") {
		return exit.Usagef(
			"%s: the name has a blank or a colon, which LD_PRELOAD does not allow; use --library FILE without "+
				"such a character", preload)
	}
	file, notes, err := openPlans(func(w io.Writer) (string, error) {
		plans, err := c.makePlans(table)
		if err != nil {
			return "", err
		}
		_, err = plans.WriteTo(w)
		return c.userNotes(plans, tuning), err
	})
	if err != nil {
		return err
	}
	if rank, _ := launch.Rank(); rank == 0 {
		fmt.Fprint(os.Stderr, notes)
	}
	name, err := inheritedPath(file)
	if err != nil {
		return err
	}
	if err := tuning.writeFiles(writeUnlinked); err != nil {
		return err
	}
	command := &exec.Cmd{Env: append(os.Environ(), tuning.environment...)}
	for _, v := range c.prepareProgram(preload, name, nil).environment(c.Off, c.Profile) {
		command.Env = append(command.Env, v[0]+"="+v[1])
	}
	return syscall.Exec(path, c.Program, command.Environ()) // Environ removes duplicate variables
}

// writeUnlinked writes a file that has no name, so the file disappears when the program ends. It returns a
// path by which the program can open the file.
func writeUnlinked(f rules.File) (path string, err error) {
	file, err := createUnlinked()
	if err != nil {
		return "", err
	}
	if _, err := file.Write(f.Text); err != nil {
		return "", err
	}
	return inheritedPath(file)
}

// inheritedPath returns a path by which the program can open a file that this process has open.
func inheritedPath(file *os.File) (path string, err error) {
	kept, err := syscall.Dup(int(file.Fd())) // unlike the original, the copy stays open in the program
	return fmt.Sprintf("/dev/fd/%d", kept), err
}
