package cli

import (
	"fmt"
	"os"
	"strings"

	"topocoll/topo"
)

// network is the text of a network on the command line, as topo.ParseSpec reads it; "" is none. "file:FILE" is replaced by the
// list of links in FILE as soon as it is read, so what is recorded of a run does not depend on the file.
type network string

func (n *network) UnmarshalText(text []byte) error {
	name, isFile := strings.CutPrefix(string(text), "file:")
	name, options := cutOptions(name)
	if isFile {
		listed, err := readLinks(name)
		if err != nil {
			return err
		}
		name = listed.String()
	}
	if name+options == "" {
		*n = ""
		return nil
	}
	spec, err := topo.ParseSpec(name + options)
	if info, other := os.Stat(name); err != nil && other == nil && !info.IsDir() {
		return fmt.Errorf("%q is a file, want file:%s", name, name)
	}
	if err != nil {
		return err
	}
	*n = network(spec.String())
	return nil
}

// cutOptions splits the text of a network before the rate and the slots.
func cutOptions(text string) (name, options string) {
	for _, option := range []string{",slots=", "@"} {
		if at := strings.LastIndex(text, option); at >= 0 {
			text, options = text[:at], text[at:]+options
		}
	}
	return text, options
}

func readLinks(name string) (*topo.Listed, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return topo.ReadNetwork(name, file)
}

// spec returns the network, which has been read before; that of "" has no kind.
func (n network) spec() topo.Spec {
	spec, _ := topo.ParseSpec(string(n))
	return spec
}

// tw returns the time per word in µs: that of --tw, or of 8 bytes at the rate of the links. by says which, if there is a rate.
func (n network) tw(given *float64) (tw float64, by string) {
	spec := n.spec()
	bits, rate := spec.UnitRate(), spec.Rate
	if rate == "" { // of a list of links
		rate = fmt.Sprintf("%gmbit", bits/1e6)
	}
	switch {
	case given != nil && bits > 0:
		return *given, " by --tw, not by " + rate
	case given != nil:
		return *given, ""
	case bits > 0:
		return 64e6 / bits, ": 8 bytes at " + rate
	}
	return 0.01, ""
}

// processes returns -p, or else the number of ranks of the network, or else the default.
func (n network) processes(p count, given flags) int {
	if spec := n.spec(); spec.Network != nil && !given["p"] {
		return spec.Ranks()
	}
	return int(p)
}
