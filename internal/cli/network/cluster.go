package network

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"topocoll/internal/cli/option"
	"topocoll/internal/cluster"
	"topocoll/internal/exit"
	"topocoll/internal/job"
	"topocoll/internal/job/ranks"
	"topocoll/topo"
	"topocoll/tuned"
)

// Command emulates a network of hosts on this machine.
type Command struct {
	Up     clusterUp     `cmd:"" help:"Create a network of hosts."`
	Down   clusterDown   `cmd:"" help:"Remove a network and end everything that runs on it."`
	Status clusterStatus `cmd:"" help:"List the networks that are up."`
	Run    clusterRun    `cmd:"" help:"Run a program under mpirun on a network."`
	Enter  clusterEnter  `cmd:"" hidden:"" help:"Run a command on one host; the launch agent of mpirun."`
}

type clusterUp struct {
	Name    string         `arg:"" help:"A name for the network."`
	Network option.Network `arg:"" help:"The network, such as torus:4x4@200mbit, star:4,slots=2 or file:net.txt." predictor:"network"`
	Slots   *int           `help:"Slots per host; each slot runs one rank (default: 1)." placeholder:"N"`
}

func (*clusterUp) Help() string {
	return `Emulates a network of hosts on this machine (Linux, root). Kinds: ring:P, torus:RxC, mesh:RxC,
hypercube:P, tree:P, star:P, fattree:HxLxS (H hosts per leaf, L leaves, S spines), dragonfly:G,A,H (G groups
of A routers with H hosts each), or file:FILE with a list of links. @RATE gives every link a rate.

  topocoll cluster up lab torus:4x4@200mbit
  topocoll cluster up lab star:4@100mbit --slots 4
  topocoll cluster up lab file:net.txt

A file has a line for every cable, such as "h0 s0 1gbit": two hosts (h0, h1, ...) or switches (s0, s1, ...),
and a rate for every cable or for none. "h0 > h1" is a link in one direction, and # begins a comment.`
}

func (u *clusterUp) Run(out io.Writer) error {
	spec, err := topo.ParseFabric(u.Network.String())
	if err == nil && u.Slots != nil {
		spec, err = spec.WithSlots(*u.Slots)
	}
	if err != nil {
		return exit.Usage(err)
	}
	ctx, stop := job.SignalContext()
	defer stop()
	if err := cluster.Up(ctx, u.Name, spec); err != nil {
		return markInputError(err)
	}
	fmt.Fprintf(out, "%s is up: %v, hosts %s to %s\n", u.Name, spec, topo.HostName(0),
		topo.HostName(spec.Network.Nodes()-1))
	return nil
}

// markInputError marks an error in the user's input as bad input. It returns any other error unchanged.
func markInputError(err error) error {
	if input := (cluster.InputError{}); errors.As(err, &input) {
		return exit.Usage(err)
	}
	return err
}

type clusterDown struct {
	Names []string `arg:"" optional:"" help:"Networks to remove (default: the one that is up, if it is the only one)." predictor:"cluster"`
	All   bool     `help:"Remove all networks that are up."`
}

func (*clusterDown) Help() string {
	return `Removes a network and ends everything that runs on it. Without a name, it removes the only
network that is up.

  topocoll cluster down lab
  topocoll cluster down
  topocoll cluster down --all`
}

// Run removes the clusters. If one cannot be removed, it continues with the next.
func (d *clusterDown) Run(out io.Writer) error {
	if len(d.Names) > 0 && d.All {
		return exit.Usagef("--all cannot be used with names of networks (%s)", strings.Join(d.Names, " "))
	}
	var errs []error
	names := d.Names
	if len(names) == 0 {
		up, err := cluster.List()
		if err != nil {
			errs = append(errs, err)
			if len(up) == 0 { // List failed, so a cluster may be up although it returned no name
				return markInputError(err)
			}
		}
		if names, err = d.defaultNames(out, up); err != nil {
			return err
		}
	}
	for _, name := range names {
		errs = append(errs, cluster.Down(name))
	}
	return markInputError(errors.Join(errs...))
}

// defaultNames returns the networks to remove if the command line names none: the only one in `up`, or all
// with --all.
func (d *clusterDown) defaultNames(out io.Writer, up []string) ([]string, error) {
	if len(up) == 0 {
		fmt.Fprintln(out, "no cluster is up")
	}
	if len(up) > 1 && !d.All {
		return nil, exit.Usagef("%d networks are up (%s); give the name of one, or --all", len(up),
			strings.Join(up, ", "))
	}
	return up, nil
}

type clusterStatus struct{}

// Run prints the state of every cluster. If the file of a cluster cannot be read, it continues with the next.
func (clusterStatus) Run(out io.Writer) error {
	names, err := cluster.List()
	errs := []error{err}
	for _, name := range names {
		state, err := cluster.Find(name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		fmt.Fprintln(out, state)
	}
	return errors.Join(errs...)
}

type clusterRun struct {
	Name    string   `arg:"" help:"The name of the network." predictor:"cluster"`
	N       *int     `short:"n" help:"Number of ranks (default: one in every slot)." placeholder:"P"`
	MapBy   string   `help:"slot fills the hosts one by one; node distributes the ranks round-robin (default: ${default})." enum:"slot,node" default:"slot" placeholder:"HOW"`
	Program []string `arg:"" passthrough:"" help:"The program and its arguments."`
}

func (*clusterRun) Help() string {
	return `Runs a program under mpirun on the hosts of a network, one rank in every slot.

  topocoll cluster run lab -- bin/topocoll bench bcast
  topocoll cluster run lab -n 8 -- ./program
  topocoll cluster run lab --map-by node -- bin/topocoll tune`
}

// Run runs the program. If the program is a measurement by topocoll, Run starts it once for every launch.
func (r *clusterRun) Run(find FindMeasurement) (err error) {
	spec, err := cluster.Whole(r.Name)
	if err == nil {
		err = cluster.PutBack(r.Name, spec) // a killed run may have removed the rate limits
	}
	if err != nil {
		return markInputError(err)
	}
	n := spec.Ranks()
	if r.N != nil {
		n = *r.N
	}
	if r.Program[0] == "--" {
		r.Program = r.Program[1:]
	}
	if len(r.Program) == 0 {
		return exit.Usagef("cluster run %s needs a program, such as cluster run %s -- bin/topocoll bench", r.Name,
			r.Name)
	}
	if _, err := ranks.FindExecutable(r.Program[0]); err != nil {
		return err
	}
	newJob := func() (*exec.Cmd, error) {
		return cluster.Job(ranks.Library(), r.Name, spec, n, r.MapBy, r.Program...)
	}
	command, err := newJob()
	if err != nil {
		return markInputError(err)
	}
	defer func() {
		if back := cluster.PutBack(r.Name, spec); back != nil {
			err = errors.Join(err, back)
		}
		if err == nil {
			return
		}
		if names, _ := cluster.CutOff(r.Name, spec); len(names) > 0 {
			fmt.Fprintf(os.Stderr, "topocoll: no link of %s works in the network %s\n", strings.Join(names, ", "),
				r.Name)
		}
	}()
	if measurement := find(r.Program, spec.String()); measurement != nil {
		return measurement.RunLaunches(jobOn(spec, n, r.MapBy), func(at ranks.Launch) error {
			command, err := newJob()
			if err != nil {
				return err
			}
			context := at.Context()
			context.Cluster = r.Name
			return ranks.Supervise(command, context)
		})
	}
	if ranks.InputIsPiped() {
		command.Stdin = os.Stdin
	}
	return ranks.Supervise(command, job.Context{Cluster: r.Name})
}

type clusterEnter struct {
	Host  string   `arg:""`
	Words []string `arg:"" passthrough:""`
}

// Run replaces this process with a shell on the host. As in ssh, the arguments are joined into the shell's
// command line.
func (e *clusterEnter) Run() error {
	if _, ok := topo.HostNumber(e.Host); !ok {
		return exit.Usagef("host %q, want the name of an emulated host, such as h0", e.Host)
	}
	command := cluster.Enter(job.CurrentContext().Cluster, e.Host, "sh", "-c", strings.Join(e.Words, " "))
	path, err := exec.LookPath(command.Args[0])
	if err != nil {
		return err
	}
	return syscall.Exec(path, command.Args, command.Env)
}

// A Measurement is a command whose launches are started by a parent process. The parent outlives the ranks,
// so it can do work before and after the launches.
type Measurement interface {
	// NeedsParent reports whether a parent process is needed. If so, it sets the measurement's network to
	// `network` unless the command line has a network.
	NeedsParent(network string) bool
	// RunLaunches calls the function `start` once for every launch. The argument `job` has the numbers of
	// ranks, hosts and slots.
	RunLaunches(job tuned.Job, start func(ranks.Launch) error) error
}

// A FindMeasurement returns the measurement that a command line describes, or nil if the command line
// describes none. The measurement runs on the given network. Package cli implements this function, because it
// has the list of all commands.
type FindMeasurement func(program []string, network string) Measurement

// jobOn returns the job of n ranks on the hosts of a network. The argument `by` is the value of --map-by.
func jobOn(spec topo.Fabric, n int, by string) tuned.Job {
	if by == cluster.ByNode {
		hosts := min(n, spec.Network.Nodes())
		return tuned.Job{Ranks: n, Hosts: hosts, Slots: (n + hosts - 1) / hosts}
	}
	return tuned.Job{Ranks: n, Hosts: (n + spec.Slots - 1) / spec.Slots, Slots: min(n, spec.Slots)}
}
