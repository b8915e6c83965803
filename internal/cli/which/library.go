package which

import (
	"fmt"
	"path/filepath"
	"strings"

	"topocoll/catalog"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
	"topocoll/internal/rules"
	"topocoll/internal/rules/openmpi"
	"topocoll/internal/wrap"
	"topocoll/tuned"
)

// job returns the numbers of ranks, hosts and slots of the call, if each host is filled before the next.
func (c *Command) job(p int) tuned.Job {
	m := c.machine()
	hosts, slots := m.Hosts, m.Slots
	if hosts == 0 && m.Network != nil {
		hosts = m.Network.Nodes()
	}
	hosts = max(1, hosts)
	if slots == 0 {
		slots = (p + hosts - 1) / hosts
	}
	return tuned.Job{Ranks: p, Hosts: (p + slots - 1) / slots, Slots: min(p, slots)}
}

// describeLibrary describes the MPI library's choice with the files of --rules, and its default choice.
func (c *Command) describeLibrary(op catalog.Collective, p int) (string, error) {
	version, err := c.libraryVersion()
	if err != nil {
		return "", err
	}
	if version.Library == "" {
		return "MPI library: unknown, because mpirun does not show its version; use --mpi openmpi-X.Y.Z\n", nil
	}
	job := c.job(p)
	selector, err := saved.Selector(nil, version)
	if err != nil {
		return "", err
	}
	byDefault := wrap.Text("", "  ", fmt.Sprintf("%s without tuning files: %s", version,
		defaultText(selector.Default(op, job, int(c.Size)), op, version)))
	if len(c.Rules) == 0 {
		return byDefault, nil
	}
	if selector, err = saved.Selector(c.Rules, version); err != nil {
		return "", err
	}
	var names []string
	for _, name := range c.Rules {
		names = append(names, filepath.Base(name))
	}
	does, line := selector.Select(op, job, int(c.Size))
	if does == "" {
		does = "leaves the choice to the library"
	}
	if line > 0 {
		does += fmt.Sprintf(" (line %d)", line)
	}
	return fmt.Sprintf("%s with %s: %s\n%s", version, wrap.Plain(strings.Join(names, " and ")), does,
		byDefault), nil
}

// libraryVersion returns the version that --mpi gives, or else the version of mpirun. If mpirun has no known
// version, it returns an empty version, or an error if --rules needs the version.
func (c *Command) libraryVersion() (rules.Version, error) {
	if c.MPI != "" {
		v, err := rules.ParseVersion(c.MPI)
		if err != nil {
			return v, exit.Usagef("--mpi: %w", err)
		}
		return v, nil
	}
	v, err := rules.ParseVersion(ranks.Library().Version())
	if err != nil && len(c.Rules) > 0 {
		return v, exit.Usagef(
			"--rules needs the version of the library, which mpirun does not show; use --mpi openmpi-X.Y.Z or " +
				"mpich-X.Y.Z")
	}
	if err != nil {
		return rules.Version{}, nil
	}
	return v, nil
}

// defaultText describes the choice that the MPI library makes without tuning files. The argument `does` is
// the result of Selector.Default.
func defaultText(does string, op catalog.Collective, v rules.Version) string {
	switch {
	case op == catalog.Shift:
		return "none, because MPI has no collective call for a shift"
	case v.Library == rules.MPICH && does == "":
		return "its built-in selection, which only a topocoll built for this version of MPICH can read"
	case v.Library == rules.MPICH:
		return does + ", by its built-in selection; its device may execute the call instead"
	case does == openmpi.HAN:
		return "the HAN component, which combines an algorithm within each host with one between hosts; HAN " +
			"does not report which algorithms"
	case does != "":
		return does + ", by the built-in selection of its component tuned"
	}
	return fmt.Sprintf("one of %s; the choice is built in, and only a library built with --enable-debug "+
		"prints it", strings.Join(openmpi.AlgorithmNames(op, v), ", "))
}
