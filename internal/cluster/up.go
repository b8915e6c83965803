package cluster

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"topocoll/topo"
)

// Up builds a cluster from `spec`. If a cluster with this name and spec is up already, Up changes nothing. If
// the cluster with this name has another spec, Up returns an error. Up first removes the parts of an
// incomplete cluster with this name. If Up fails, or ctx ends before Up has finished, nothing remains of the
// cluster.
func Up(ctx context.Context, name string, spec topo.Fabric) error {
	l, err := newLayout(spec)
	if err != nil {
		return err
	}
	s, err := lockCluster(ctx, name)
	if err != nil {
		return err
	}
	defer s.release()
	if there, err := Find(name); err == nil && there.built {
		if there.Fabric.String() == spec.String() {
			return nil
		}
		return inputf("up %s: cluster %s is already up, with network %v; use another name, or remove it: "+
			"topocoll cluster down %s", name, name, there.Fabric, name)
	}
	if err := s.removeAll(); err != nil {
		return err
	}
	err = saveState(name, spec, false)
	if err == nil {
		err = s.build(l)
	}
	if err == nil {
		err = saveState(name, spec, true)
	}
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("cluster: up %s: %w; the parts already built are removed", name, context.Cause(ctx))
	}
	return errors.Join(err, s.removeAll())
}

// build creates all hosts and switches and then configures them. It returns the first error.
func (s *lockedCluster) build(l layout) error {
	if err := s.runCommand(cableCommands(s.name, l), "ip", "-batch", "-"); err != nil {
		return err
	}
	return inParallel(l.places, func(place int) error { return s.configure(l, place) })
}

// inParallel calls the function `do` for all places at the same time. If several calls fail, it returns the
// error of the lowest-numbered place.
func inParallel(places int, do func(place int) error) error {
	errs := make([]error, places)
	var all sync.WaitGroup
	for place := range places {
		all.Add(1)
		go func() {
			defer all.Done()
			errs[place] = do(place)
		}()
	}
	all.Wait()
	return cmp.Or(errs...)
}

// checkMachine returns an error if no cluster can be built on this machine.
func checkMachine() error {
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		return errors.New("cluster: network namespaces need Linux and root")
	}
	for _, tool := range []string{"ip", "tc"} {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("cluster: %s is missing: install iproute2", tool)
		}
	}
	return nil
}

// cableCommands returns the commands that create all hosts and switches, and the cables between them.
func cableCommands(name string, l layout) string {
	var script strings.Builder
	for place := range l.places {
		fmt.Fprintln(&script, "netns add", namespace(name, place))
	}
	for _, c := range l.cables {
		fmt.Fprintf(&script, "link add %s netns %s type veth peer name %s netns %s\n",
			LinkName(c[1]), namespace(name, c[0]), LinkName(c[0]), namespace(name, c[1]))
	}
	return script.String()
}

// configure gives a host or switch its address, its routes, its host table and the rates of its links. The
// address is on a separate interface, so that a host has one address on all its links.
func (s *lockedCluster) configure(l layout, place int) error {
	ns := namespace(s.name, place)
	etc := filepath.Join(etcNetns, ns)
	if err := os.MkdirAll(etc, 0o755); err != nil {
		return err
	}
	hosts := "127.0.0.1 localhost\n"
	for host := range l.hosts {
		hosts += address(host) + " " + topo.HostName(host) + "\n"
	}
	if err := os.WriteFile(filepath.Join(etc, "hosts"), []byte(hosts), 0o644); err != nil {
		return err
	}

	var links, routes strings.Builder
	fmt.Fprintln(&links, "link set lo up")
	// host0 is a veth interface, because not every kernel has dummy interfaces
	fmt.Fprintln(&links, "link add host0 type veth peer name host1")
	fmt.Fprintf(&links, "addr add %s/16 dev host0 noprefixroute\n", address(place))
	fmt.Fprintln(&links, "link set host0 up")
	fmt.Fprintln(&links, "link set host1 up")
	for _, peer := range l.neighbours(place) {
		fmt.Fprintln(&links, "link set", LinkName(peer), "up")
		if rate := l.rates[[2]int{place, peer}]; rate != "" {
			fmt.Fprintf(&links, "link set %s gso_max_size %d\n", LinkName(peer), maxPacketBytes(rate))
		}
	}
	for host := range l.hosts {
		if via, ok := l.nextPlace[place][host]; ok {
			fmt.Fprintf(&routes, "route add %s/32 via %s dev %s onlink src %s\n", address(host), address(via),
				LinkName(via), address(place))
		}
	}
	if err := s.runIn(ns, links.String()+routes.String(), "ip", "-batch", "-"); err != nil {
		return err
	}
	return s.runIn(ns, limitCommands(l, place), "sh", "-c", networkSettings+"exec tc -batch -")
}

// networkSettings is a shell script that configures the kernel of a host for fast transfers. It makes the
// host forward packets, accept packets on any interface, and keep the congestion window of an idle
// connection. It selects cubic, Linux's default congestion control, or reno if a namespace may not select
// cubic. BBR is designed for the Internet and would treat a shared link as a slow one.
const networkSettings = `cd /proc/sys/net/ipv4; echo 1 > ip_forward; ` +
	`for f in conf/*/rp_filter; do echo 0 > $f; done; echo 0 > tcp_slow_start_after_idle; ` +
	`{ echo cubic > tcp_congestion_control || echo reno > tcp_congestion_control; } 2>/dev/null; `

// maxPacketBytes returns the largest packet that the kernel sends over a link: the bytes of a quarter of a
// millisecond, but at least two Ethernet packets and at most 64 KiB. An idle link passes one such packet
// without delay, so with larger packets, short messages would take less time than on a real link. Smaller
// packets would take too much processor time.
func maxPacketBytes(rate string) int {
	bits, _ := topo.BitsPerSecond(rate)
	return max(3600, min(64<<10, int(bits/8*0.25e-3)))
}

// bucketBytes returns the size of a link's token bucket. It has room for one packet, with the headers that
// the kernel counts for every 1500 bytes. A packet that does not fit would be split.
func bucketBytes(rate string) int { return maxPacketBytes(rate) + maxPacketBytes(rate)/16 }

func (s *lockedCluster) runIn(ns, script string, command ...string) error {
	return s.runCommand(script, "ip", append([]string{"netns", "exec", ns}, command...)...)
}

// runCommand runs a command with `script` as its input. The command inherits the lock, which is therefore
// held until the command ends, even if this process is killed.
func (s *lockedCluster) runCommand(script, command string, args ...string) error {
	run := exec.CommandContext(s.ctx, command, args...)
	run.ExtraFiles = []*os.File{s.lock}
	return runWithInput(run, script)
}

// runWithInput runs a command with `script` as its input. Ctrl-C does not interrupt the command. The error
// contains the output.
func runWithInput(run *exec.Cmd, script string) error {
	run.Stdin = strings.NewReader(script)
	run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if out, err := run.CombinedOutput(); err != nil {
		return fmt.Errorf("cluster: %s: %w: %s", strings.Join(run.Args, " "), err,
			bytes.Join(bytes.Fields(out), []byte(" ")))
	}
	return nil
}
