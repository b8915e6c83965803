//go:build cgo

package probe

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
	"topocoll/internal/probe"
	"topocoll/internal/wrap"
	"topocoll/mpi"
	"topocoll/topo"
)

// Run measures on all ranks; rank 0 selects the network and prints it.
func (c *Command) Run(out io.Writer) error {
	return ranks.Run(c.N, c.Allows, func(w *mpi.World) error {
		if err := ranks.OnRank0(w, c.checkOut); err != nil {
			return err
		}
		m, err := probe.Measure(w, func() {
			if w.Rank == 0 {
				fmt.Fprintln(os.Stderr, "topocoll: the hosts are not in the order of a known network; "+
					"the search for their order can take a minute or more")
			}
		})
		if err != nil {
			return err
		}
		return ranks.OnRank0(w, func() error { return c.report(out, m) })
	})
}

// checkOut returns an error if the file that the user named cannot be written. It leaves no new file.
func (c *Command) checkOut() error {
	if c.Out == "" {
		return nil
	}
	_, before := os.Stat(c.Out)
	file, err := os.OpenFile(c.Out, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return exit.Usagef("--out %q, want a file that can be written: %w", c.Out, err)
	}
	if errors.Is(before, fs.ErrNotExist) {
		err = os.Remove(c.Out)
	}
	return errors.Join(err, file.Close())
}

// report prints the networks that fit the measured times best, beginning with the best.
func (c *Command) report(out io.Writer, m *probe.Measurement) error {
	if len(m.Patterns) == 0 {
		return exit.Usagef("number of hosts %d, want %d or more; with fewer, omit --network in all commands",
			len(m.Hosts), probe.MinHosts)
	}
	fits := probe.Rank(probe.Candidates(len(m.Hosts)), m.Patterns, m.NS)
	inOrder := probe.IsSure(fits)
	ordered := !inOrder && probe.IsSureOrder(m.Orders)
	text := conclusion(fits, m)
	if ordered {
		text = orderConclusion(m)
		if c.Out == "" {
			text += " To keep the order of the hosts in this job instead, run probe again with -o FILE, and " +
				"use the network in FILE."
		}
	}
	io.WriteString(out, wrap.Text("", "", text))
	fmt.Fprintln(out)
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(table, "network\ttypical error\tlink rate")
	if !inOrder && len(m.Orders) > 0 {
		for _, o := range m.Orders[:min(len(m.Orders), maxRows)] {
			fmt.Fprintf(table, "%s\t%s\t%s\n", o.Network, percent(o.Error), rate(m.NS[0], m))
		}
	} else {
		for _, f := range fits[:min(len(fits), maxRows)] {
			fmt.Fprintf(table, "%s\t%s\t%s\n", f.Network, percent(f.Error), rate(f.Message, m))
		}
	}
	table.Flush()
	switch {
	case inOrder:
		return c.save(out, fits[0].Network, fits[0].Message, m)
	case ordered:
		placed, err := m.Orders[0].Placed()
		if err != nil {
			return err
		}
		return c.save(out, placed, m.NS[0], m)
	}
	// A file of an earlier run may describe another network.
	if info, err := os.Lstat(c.Out); err == nil && info.Mode().IsRegular() {
		if err := os.Remove(c.Out); err != nil {
			return err
		}
	}
	return exit.Error{Code: exit.Inconclusive, Quiet: true, Err: fmt.Errorf("the network is unknown")}
}

const maxRows = 5

// save writes the links of the network to the file that the user named.
func (c *Command) save(out io.Writer, network topo.Network, message float64, m *probe.Measurement) error {
	if c.Out == "" {
		return nil
	}
	err := saved.WriteFile(c.Out, func(w io.Writer) error { return writeLinks(w, network, rate(message, m)) })
	if err != nil {
		return err
	}
	use := "file:" + c.Out
	if m.Slots > 1 {
		use += fmt.Sprint(option.SlotsOption, m.Slots)
	}
	fmt.Fprintf(out, "\nThe links of the first network are in %s; use --network %s\n", wrap.Plain(c.Out),
		wrap.Plain(use))
	return nil
}

// conclusion returns sentences about the network: which one it is, how certain that is, and how to use it.
func conclusion(fits []probe.Fit, m *probe.Measurement) string {
	best := fits[0]
	var text strings.Builder
	if !best.IsTested() {
		return fmt.Sprintf("The network is unknown. The best of %d networks, %v, predicts the exact time of "+
			"only %s of the %d message patterns.", len(fits), best.Network, percent(best.Exact), len(m.Patterns))
	}
	if !probe.IsSure(fits) {
		fmt.Fprintf(&text, "The network is unknown. The best of %d networks, %v, predicts the times of %d "+
			"message patterns with a typical error of %s", len(fits), best.Network, len(m.Patterns),
			percent(best.Error))
		if len(fits) > 1 {
			fmt.Fprintf(&text, ", and the next, %v, with %s", fits[1].Network, percent(fits[1].Error))
		}
		text.WriteString(". ")
		if len(m.Orders) > 0 {
			fmt.Fprintf(&text, "With the hosts in another order, %v is the best network, with a typical error "+
				"of %s. ", m.Orders[0].Network, percent(m.Orders[0].Error))
		} else {
			text.WriteString("The hosts may be in a different order. ")
		}
		text.WriteString("The links may have different rates, or other programs may have used the network.")
		return text.String()
	}
	fmt.Fprintf(&text, "The %d hosts form %v", len(m.Hosts), best.Network)
	if len(best.Same) > 0 {
		fmt.Fprintf(&text, " (or %s, with the same times)", join(best.Same))
	}
	fmt.Fprintf(&text, ". This network predicts the times of %d message patterns with a typical error of %s",
		len(m.Patterns), percent(best.Error))
	if len(fits) > 1 {
		fmt.Fprintf(&text, "; the typical error of the next best network is %s", percent(fits[1].Error))
	}
	fmt.Fprintf(&text, ". Use --network %s.", argument(best.Network, best.Message, m))
	return text.String()
}

// orderConclusion returns sentences about a network whose hosts are in a different order than in the job.
func orderConclusion(m *probe.Measurement) string {
	best := m.Orders[0]
	var text strings.Builder
	fmt.Fprintf(&text, "The %d hosts form %v", len(m.Hosts), best.Network)
	if len(best.Same) > 0 {
		fmt.Fprintf(&text, " (or %s, with the same times)", join(best.Same))
	}
	fmt.Fprintf(&text, ", but the job has them in a different order. This network predicts the measured times "+
		"with a typical error of %s", percent(best.Error))
	if len(m.Orders) > 1 {
		fmt.Fprintf(&text, "; the typical error of the next best network or order is %s",
			percent(m.Orders[1].Error))
	}
	names := make([]string, len(m.Hosts))
	for host, node := range best.Nodes {
		names[node] = m.Hosts[host]
	}
	fmt.Fprintf(&text, ". Start the ranks in the order of the network, which is %s, and use --network %s.",
		strings.Join(names, ","), argument(best.Network, m.NS[0], m))
	return text.String()
}

func join(networks []topo.Network) string {
	var names []string
	for _, n := range networks {
		names = append(names, n.String())
	}
	return strings.Join(names, ", ")
}

// percent formats a relative error in per cent, rounded up: with one decimal below 10 %, otherwise without
// decimals.
func percent(relative float64) string {
	if tenths := max(1, math.Ceil(1000*relative)); tenths < 100 {
		return fmt.Sprintf("%.1f %%", tenths/10)
	}
	return fmt.Sprintf("%.0f %%", math.Ceil(100*relative))
}

// argument returns the network as a value for --network.
func argument(network topo.Network, message float64, m *probe.Measurement) string {
	fabric := topo.Fabric{Network: network, Rate: rate(message, m), Slots: m.Slots}
	return fabric.String()
}

// rate returns the rate of a link in the format that --network accepts, rounded to two digits. The argument
// `message` is the time of a single message in ns.
func rate(message float64, m *probe.Measurement) string {
	const bitsPerByte, ns = 8, 1e9
	mbits := bitsPerByte * float64(m.Bytes) / message * ns / 1e6
	digit := math.Pow(10, math.Floor(math.Log10(mbits))-1)
	return fmt.Sprintf("%gmbit", math.Round(mbits/digit)*digit)
}

// writeLinks writes the links in the format that topo.ReadNetwork reads.
func writeLinks(w io.Writer, network topo.Network, rate string) error {
	hosts := network.Nodes()
	fmt.Fprintf(w, "# %v, found by topocoll probe\n", network)
	pairs := topo.Adjacent(network)
	for _, pair := range pairs {
		separator := " > "
		if slices.Contains(pairs, [2]int{pair[1], pair[0]}) {
			if separator = " "; pair[0] > pair[1] {
				continue
			}
		}
		if _, err := fmt.Fprintf(w, "%s%s%s %s\n", topo.PlaceName(pair[0], hosts), separator,
			topo.PlaceName(pair[1], hosts), rate); err != nil {
			return err
		}
	}
	return nil
}
