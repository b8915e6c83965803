package which

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/coll"
	"topocoll/internal/check"
	"topocoll/internal/cli/option"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job/launcher"
	"topocoll/internal/rules"
)

type Command struct {
	Op      string         `arg:"" help:"The operation: bcast, MPI_Allreduce, ..." type:"op" predictor:"op"`
	N       option.Count   `name:"n" short:"n" placeholder:"P" help:"Number of ranks (default: one per slot of the hosts of --network; without --network, ${default})." default:"8"`
	Size    option.Bytes   `help:"Size of one rank's block in bytes (default: ${default})." default:"1K" placeholder:"SIZE"`
	Hosts   int            `help:"Number of hosts (default: the network's hosts, else one)." placeholder:"N"`
	Network option.Network `help:"The network between the hosts, such as torus:4x4@200mbit, file:FILE or slurm." env:"TOPOCOLL_NETWORK" placeholder:"NETWORK" predictor:"network"`
	Table   string         `help:"The tuned.json of topocoll tune, or its folder (default: ${default}, if it exists)." default:"report" placeholder:"FILE"`
	Rules   []string       `help:"Tuning files of the library; a comma separates files that it reads together." placeholder:"FILE" type:"path"`
	MPI     string         `name:"mpi" help:"The library: openmpi-5.0.7, mpich-4.2.1 (default: the library of mpirun)." placeholder:"VERSION"`
}

func (*Command) Help() string {
	return `Prints which algorithm a call uses, and why: the result of topocoll tune, if its table has an
entry for the call, and otherwise the choice of package coll by its model of the hosts and the network.
The times of the model are rough, so only their order counts.

  topocoll which allreduce -n 16 --size 32K
  topocoll which bcast -n 16 --size 8K --rules openmpi-rules.conf
  topocoll which bcast -n 16 --size 1M --network torus:4x4@200mbit`
}

// shownCandidates is the maximum number of algorithms in the printed table.
const shownCandidates = 6

func (c *Command) Run(out io.Writer, given option.Given) error {
	if _, err := (option.Selection{Op: []string{c.Op}}).Rows(); err != nil {
		return err
	}
	p, op := c.Network.RanksOr(c.N, given), catalog.Collective(c.Op)
	if p < 1 || p > launcher.MaxRanks {
		return exit.Usagef("-n %d, want 1 to %d processes", p, launcher.MaxRanks)
	}
	if c.Hosts < 0 || c.Hosts > p {
		return exit.Usagef("--hosts %d, want 1 to %d", c.Hosts, p)
	}
	machine := c.machine()
	if version, err := c.libraryVersion(); err == nil && version.Library == rules.OpenMPI {
		machine.Eager = coll.EagerOpenMPI
	}
	list, err := coll.Rank(coll.Call{Op: op, P: p, Bytes: int(c.Size), Shift: 1}, machine)
	if err != nil {
		return exit.Usage(err)
	}
	measured, selected, err := c.describeMeasured(op, p)
	if err != nil {
		return err
	}
	library, err := c.describeLibrary(op, p)
	if err != nil {
		return err
	}
	size := ""
	if op != catalog.Barrier {
		size = " of " + bytesText(int(c.Size))
	}
	fmt.Fprintf(out, "%s%s on %s: %s\n%s%s", op, size, check.FormatCount(p, "rank"),
		conclusion(selected, list), measured, library)
	if len(list) == 0 {
		fmt.Fprintln(out, "model: none")
		return nil
	}
	assumed := ""
	if machine.Eager > 0 {
		assumed = fmt.Sprintf(" (longer messages than %s wait for their receiver, as in Open MPI)",
			bytesText(machine.Eager))
	}
	fmt.Fprintf(out, "model: %s%s\n\n", list[0].ID, assumed)
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "algorithm\ttime by the model, µs\tmessages\ttime from\tformula")
	for _, candidate := range list[:min(len(list), shownCandidates)] {
		row, _ := catalog.FindByteRow(candidate.ID)
		messages, source := "whole", "its plan"
		// A pipelined algorithm sends no message that is longer than the block, so a longer segment divides none.
		if candidate.Segment > 0 && (candidate.Segment < int(c.Size) || !row.Pipelined()) {
			messages = "segments of " + bytesText(candidate.Segment)
		}
		if candidate.Formula {
			source = "a formula"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", candidate.ID, modelTime(candidate.Time), messages, source,
			row.Model().Form)
	}
	if more := len(list) - shownCandidates; more > 0 {
		fmt.Fprintf(w, "and %d more\n", more)
	}
	return w.Flush()
}

func modelTime(us float64) string {
	return fmt.Sprintf("%.*f", max(0, 2-int(math.Log10(max(1, us)))), us)
}

func bytesText(n int) string {
	if n < 1<<10 {
		return fmt.Sprintf("%d bytes", n)
	}
	return results.FormatSize(n) + " bytes"
}

func (c *Command) machine() coll.Machine {
	m := coll.Machine{Hosts: c.Hosts}
	if c.Network.Network == nil {
		return m
	}
	m.Network, m.Slots, m.Between = c.Network.Network, c.Network.Slots, coll.Link(c.Network.UnitRate())
	return m
}

// conclusion returns the algorithm that topocoll run and package coll use, and what selected it: the table
// or, if the table selects none, the model.
func conclusion(selected string, model []coll.Candidate) string {
	switch {
	case selected != "":
		return selected + ", selected by topocoll tune from its measurements"
	case len(model) > 0:
		return model[0].ID + ", selected by the model"
	}
	return "no algorithm"
}

// describeMeasured describes the table's entries that match the call. The result `selected` is the algorithm
// that the entries select, or a remark if they select different algorithms.
func (c *Command) describeMeasured(op catalog.Collective, p int) (text, selected string, err error) {
	table, name, err := saved.TableIn(c.Table)
	if err != nil {
		return "", "", err
	}
	if table == nil {
		return "measured: no report/tuned.json; topocoll tune writes it\n", "", nil
	}
	for _, choice := range table.Choices {
		if choice.Op != op || choice.Ranks != p || c.Hosts > 0 && choice.Hosts != c.Hosts ||
			!choice.Has(int(c.Size)) {
			continue
		}
		if len(choice.Sizes) == 0 {
			text += fmt.Sprintf("not measured (hosts: %d, slots per host: %d, %s): no size near %s was measured; "+
				"topocoll run leaves such calls to the library\n", choice.Hosts, choice.Slots, table.Library,
				bytesText(int(c.Size)))
			continue
		}
		if selected != "" && selected != choice.Algo {
			selected = "different algorithms for different numbers of hosts (select one with --hosts)"
		} else {
			selected = choice.Algo
		}
		sure := ""
		if !choice.Sure {
			sure = ", not sure"
		}
		text += fmt.Sprintf(
			"measured (hosts: %d, slots per host: %d, %s): %s, %.2f (%.2f to %.2f) of the time of the library's "+
				"default%s\n",
			choice.Hosts, choice.Slots, table.Library, choice.Algo, choice.Gain, choice.Low, choice.High, sure)
		if choice.Native != "" {
			text += fmt.Sprintf("best algorithm of the library: %s, %.2f of the time of its default\n",
				choice.Native, choice.NativeGain)
		}
	}
	if text == "" {
		text = fmt.Sprintf("measured: %s has no entry for %s on %d ranks\n", name, op, p)
	}
	return text, selected, nil
}
