package option

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"topocoll/internal/hwloc"
	"topocoll/internal/infiniband"
	"topocoll/internal/slurm"
	"topocoll/topo"
)

// Network is a network on the command line. Its string has the form of topo.ParseSpec, or one of these forms:
// "file:FILE" for a list of links, "slurm" or "slurm:FILE" for Slurm's switches, "ibnetdiscover:FILE", or
// "hwloc" or "hwloc:FILE" for the cores of a host. Without a value, the network has no kind. A file is read
// once. Its links become part of the network's string, so a result does not depend on the file.
type Network struct {
	topo.Spec
	Text string // the user's input, for messages
}

func (n *Network) UnmarshalText(text []byte) (err error) {
	name, options := splitOptions(string(text))
	var listed *topo.Listed
	kind, file, hasFile := strings.Cut(name, ":")
	switch {
	case kind == "file" && hasFile:
		listed, err = readLinks(file)
	case kind == "slurm":
		listed, err = slurm.Network(file)
	case kind == "ibnetdiscover" && hasFile:
		listed, err = infiniband.Network(file)
	case kind == "hwloc":
		listed, err = hwloc.Network(file)
	case name == "probe":
		err = errors.New("probe works only in a command that runs on all ranks; give the network name that " +
			"topocoll probe prints")
	}
	if err != nil {
		return err
	}
	if listed != nil {
		name = listed.String()
	}
	if name+options == "" {
		*n = Network{}
		return nil
	}
	n.Text = string(text)
	n.Spec, err = topo.ParseSpec(name + options)
	if info, other := os.Stat(name); err != nil && other == nil && !info.IsDir() {
		return fmt.Errorf("%q is a file; use file:%s", name, name)
	}
	if err == nil && listed != nil {
		n.Network = listed // unlike the parsed network, `listed` has the file's name
	}
	return err
}

// SetDefault sets the network to `text` unless a network was given. It returns false if `text` is not valid.
func (n *Network) SetDefault(text string) bool {
	return n.String() != "" || n.UnmarshalText([]byte(text)) == nil
}

// MarshalText returns the network as a string, for --dump-config.
func (n Network) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// SlotsOption precedes the number of slots in a network string.
const SlotsOption = ",slots="

// splitOptions splits a network string into the name and the options, which are the rate and the slots.
func splitOptions(text string) (name, options string) {
	for _, option := range []string{SlotsOption, "@"} {
		at := strings.LastIndex(text, option)
		if at < 0 || option == "@" && isInPath(text, at) {
			continue
		}
		text, options = text[:at], text[at:]+options
	}
	return text, options
}

// isInPath reports whether the character at position `at` of a network string is part of a file's path, as in
// file:/home/me@site/net.txt.
func isInPath(text string, at int) bool {
	kind, file, _ := strings.Cut(text, ":")
	if !slices.Contains([]string{"file", "slurm", "ibnetdiscover", "hwloc"}, kind) || at <= len(kind) {
		return false
	}
	_, err := os.Stat(file)
	return err == nil || strings.Contains(text[at:], "/")
}

func readLinks(name string) (*topo.Listed, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return topo.ReadNetwork(name, file)
}

// RanksOr returns the value of -n if it was given. Otherwise it returns the number of ranks of the network
// or, without a network, the default of -n.
func (n Network) RanksOr(p Count, given Given) int {
	if n.Network != nil && !given["n"] {
		return n.Ranks()
	}
	return int(p)
}
