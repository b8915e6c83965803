package cli

import (
	"os"
	"strings"

	"topocoll/topo"
)

// network is the text of a network on the command line. "file:FILE" is replaced by the list of links in FILE as soon as it
// is read, so what is recorded of a run does not depend on the file.
type network string

func (n *network) UnmarshalText(text []byte) error {
	*n = network(text)
	name, found := strings.CutPrefix(string(text), "file:")
	if !found {
		return nil
	}
	options := ""
	for _, option := range []string{",slots=", "@"} {
		if at := strings.LastIndex(name, option); at >= 0 {
			name, options = name[:at], name[at:]+options
		}
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	listed, err := topo.ReadNetwork(name, file)
	if err != nil {
		return err
	}
	spec, err := topo.ParseFabric(listed.String() + options)
	if err != nil {
		return err
	}
	*n = network(spec.String())
	return nil
}

// listed returns the network that is given by its links; nil if it is given otherwise.
func (n network) listed() (*topo.Listed, error) {
	if !strings.HasPrefix(string(n), "links:") {
		return nil, nil
	}
	spec, err := topo.ParseFabric(string(n))
	if err != nil {
		return nil, usage(err)
	}
	if spec.Rate != "" || spec.Slots > 1 {
		return nil, usagef("--network with @RATE or ,slots=N, want neither: tw gives the rate, and a node is one process")
	}
	return spec.Network.(*topo.Listed), nil
}
