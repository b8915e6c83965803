package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"topocoll/topo"
)

// Rates holds the rate limits of a cluster's links. While they are lifted, the time of a call depends only on
// the cores of this machine.
type Rates struct {
	name   string
	places []string // for each place, the tc commands that limit its links
}

// RatesOf returns the rate limits of a cluster that was built from `spec`.
func RatesOf(name string, spec topo.Fabric) (Rates, error) {
	l, err := newLayout(spec)
	if err != nil {
		return Rates{}, err
	}
	r := Rates{name: name}
	for place := range l.places {
		r.places = append(r.places, limitCommands(l, place))
	}
	return r, nil
}

// limitCommands returns the tc commands that limit the links of a host or switch.
func limitCommands(l layout, place int) string {
	var script strings.Builder
	for _, peer := range l.neighbours(place) {
		if rate := l.rates[[2]int{place, peer}]; rate != "" {
			fmt.Fprintf(&script, "qdisc replace dev %s root tbf rate %s burst %d latency 100ms\n",
				LinkName(peer), rate, bucketBytes(rate))
		}
	}
	return script.String()
}

// Lift removes the limits of all links until Limit is called. If this process ends before that, PutBack
// restores the limits.
func (r Rates) Lift() error {
	if err := os.WriteFile(liftedFile(r.name), nil, 0o644); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	return r.runOnLinks(func(limit string) string {
		device, _, _ := strings.Cut(limit, " root ")
		return device + " root noqueue"
	})
}

// Limit restores the limits of all links.
func (r Rates) Limit() error {
	if err := r.runOnLinks(func(limit string) string { return limit }); err != nil {
		return err
	}
	if err := os.Remove(liftedFile(r.name)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("cluster: %w", err)
	}
	return nil
}

// runOnLinks runs a tc command for every limited link, on all hosts and switches in parallel.
func (r Rates) runOnLinks(command func(limit string) string) error {
	return inParallel(len(r.places), func(place int) error {
		var script strings.Builder
		for limit := range strings.Lines(r.places[place]) {
			fmt.Fprintln(&script, command(strings.TrimSpace(limit)))
		}
		if script.Len() == 0 {
			return nil
		}
		return runWithInput(exec.Command("tc", "-n", namespace(r.name, place), "-batch", "-"), script.String())
	})
}

// PutBack restores the rate limits of a cluster if a process ended between Lift and Limit.
func PutBack(name string, spec topo.Fabric) error {
	if !areLifted(name) {
		return nil
	}
	s, err := lockCluster(context.Background(), name)
	if err != nil {
		return err
	}
	defer s.release()
	rates, err := RatesOf(name, spec)
	if err != nil || !areLifted(name) { // another process may have restored the rates meanwhile
		return err
	}
	return rates.Limit()
}

// areLifted reports whether the links of a cluster have no rate limits.
func areLifted(name string) bool {
	_, err := os.Stat(liftedFile(name))
	return err == nil
}

// liftedFile returns the path of a file that exists while the links of a cluster have no rate limits.
func liftedFile(name string) string { return filepath.Join(stateDir, "."+name+".lifted") }
