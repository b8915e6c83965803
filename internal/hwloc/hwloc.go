// Package hwloc reads which caches and packages the cores of a host share.
package hwloc

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"topocoll/topo"
)

// lstopoCommand prints the topology of this host as XML. It omits cores that this job may not use.
var lstopoCommand = []string{"lstopo-no-graphics", "--no-io", "--of", "xml"}

// Network returns the tree that connects the cores of a host. It reads the tree from an XML file of hwloc 2
// or, if `name` is "", from the output of lstopo on this host. Core i, in hwloc's logical order, is host i of
// the network. Caches, dies and packages that several cores share are switches. Links have no rates.
func Network(name string) (*topo.Listed, error) {
	if name != "" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return Read(name, file)
	}
	limit, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	text, err := exec.CommandContext(limit, lstopoCommand[0], lstopoCommand[1:]...).Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w; install lstopo (Debian: apt-get install hwloc-nox), or use hwloc:FILE",
			lstopoCommand[0], err)
	}
	return Read(lstopoCommand[0], bytes.NewReader(text))
}

// A hostPart is the machine, a package, a cache, a core or another part of a host.
type hostPart struct {
	Type  string     `xml:"type,attr"`
	Parts []hostPart `xml:"object"`
}

// Read is like Network, but reads the XML from r. Error messages refer to the XML as `name`.
func Read(name string, r io.Reader) (*topo.Listed, error) {
	var topology struct {
		XMLName xml.Name `xml:"topology"`
		Machine hostPart `xml:"object"`
	}
	if err := xml.NewDecoder(r).Decode(&topology); err != nil {
		return nil, fmt.Errorf("%s: %w; use the output of lstopo --of xml", name, err)
	}
	var t linkBuilder
	t.addPart(topology.Machine)
	if t.cores < 2 {
		return nil, fmt.Errorf("%s: number of cores %d, want at least two for a network", name, t.cores)
	}
	return topo.ReadNetwork(name, strings.NewReader(t.links.String()))
}

// A linkBuilder writes the links between the parts of a host, in the format that topo.ReadNetwork reads.
type linkBuilder struct {
	cores, switches int
	links           strings.Builder
}

// addPart adds a part to the network, and returns the name of the host or switch that represents the part. A
// core becomes a host. If two or more hosts or switches represent the parts inside a part, the part becomes a
// switch that links them. If there is only one, it also represents the outer part. The result is "" for a
// part without cores, such as a memory.
func (t *linkBuilder) addPart(part hostPart) string {
	if part.Type == "Core" {
		t.cores++
		return topo.HostName(t.cores - 1)
	}
	var below []string
	for _, one := range part.Parts {
		if place := t.addPart(one); place != "" {
			below = append(below, place)
		}
	}
	switch len(below) {
	case 0:
		return ""
	case 1:
		return below[0]
	}
	place := fmt.Sprintf("s%d", t.switches)
	t.switches++
	for _, one := range below {
		fmt.Fprintf(&t.links, "%s %s\n", one, place)
	}
	return place
}
