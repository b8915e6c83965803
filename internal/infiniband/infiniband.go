// Package infiniband reads a network from the output of ibnetdiscover.
package infiniband

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"topocoll/internal/slurm"
	"topocoll/topo"
)

// Network reads the output of ibnetdiscover from a file and returns the network between the nodes of this
// Slurm job. Node i of the job is host i. Outside a job, the network connects all hosts, in the order of
// their names. Parallel cables become one link with the sum of their rates.
func Network(name string) (*topo.Listed, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	hosts, err := slurm.JobNodes()
	if err != nil {
		return nil, err
	}
	return Between(name, file, hosts)
}

// Between is like Network, but reads the output of ibnetdiscover from r. The network connects the given
// hosts, or all hosts if none are given. Error messages refer to the output as `name`.
func Between(name string, r io.Reader, hosts []string) (*topo.Listed, error) {
	f, err := parse(name, r)
	if err != nil {
		return nil, err
	}
	all := f.hostNames()
	if len(hosts) == 0 {
		hosts = all
	}
	for _, host := range hosts {
		if !slices.Contains(all, host) {
			return nil, fmt.Errorf("%s: no adapter belongs to node %s of the job; the description of an "+
				"adapter must have a form such as \"%[2]s HCA-1\"", name, host)
		}
	}
	if len(hosts) < 2 {
		return nil, fmt.Errorf("%s: %d hosts, want at least two for a network", name, len(hosts))
	}
	f.removeUnused(hosts)
	return topo.ReadNetwork(name, strings.NewReader(f.listLinks(hosts)))
}

// A fabric holds the links of a network. The two ends of a link are names of hosts or ids of switches.
type fabric struct {
	isSwitch map[string]bool
	mbit     map[[2]string]int // keyed by the ends of a link, in both directions: its rate in Mbit/s
}

var (
	nodeLine = regexp.MustCompile(`^(Switch|Ca|Rt)\s+\d+\s+"([^"]+)"\s*#\s*"([^"]*)"`)
	linkLine = regexp.MustCompile(
		`^\[(\d+)\](?:\[ext \d+\])?(?:\([0-9a-fA-F]+\))?\s+"([^"]+)"\[(\d+)\].*\s(\d+)x([A-Z]+\d*)\s*$`)
	adapterDescription = regexp.MustCompile(`^(\S+)(?: (?:HCA-|mlx|mthca|qib|hfi|ib)\S*)?$`)
)

// mbitPerLane holds the data rate of a lane in Mbit/s, by the name of the speed.
var mbitPerLane = map[string]int{"SDR": 2000, "DDR": 4000, "QDR": 8000, "FDR10": 10000, "FDR": 13640,
	"EDR": 25000, "HDR": 50000, "NDR": 100000, "XDR": 200000}

// A cable is a line in the output of ibnetdiscover.
type cable struct {
	node, port, peer, peerPort string
	mbit                       int
}

// parse reads the nodes and their cables. Most cables are listed twice, once below each of their nodes.
func parse(name string, r io.Reader) (*fabric, error) {
	f := &fabric{isSwitch: map[string]bool{}, mbit: map[[2]string]int{}}
	nameOf := map[string]string{} // name of a host or switch by id; without routers and aggregation nodes
	var cables []cable
	node, number := "", 0
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		number++
		if words := nodeLine.FindStringSubmatch(lines.Text()); words != nil {
			node = words[2]
			switch description := words[3]; {
			case words[1] == "Switch":
				f.isSwitch[node] = true
				nameOf[node] = node
			case words[1] == "Ca" && !strings.Contains(description, "Aggregation Node"):
				nameOf[node] = hostName(node, description)
			}
			continue
		}
		words := linkLine.FindStringSubmatch(lines.Text())
		if words == nil {
			if strings.HasPrefix(lines.Text(), "[") {
				return nil, fmt.Errorf("%s:%d: %.80q, want a link that ends with its width and speed, such as 4xEDR",
					name, number, lines.Text())
			}
			continue
		}
		lanes, err := strconv.Atoi(words[4])
		rate, known := mbitPerLane[words[5]]
		if node == "" || err != nil || lanes > 64 || !known {
			return nil, fmt.Errorf("%s:%d: speed %sx%s, want at most 64 lanes of SDR to XDR, such as 4xEDR, in a "+
				"line below a node", name, number, words[4], words[5])
		}
		cables = append(cables, cable{node, words[1], words[2], words[3], lanes * rate})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	seen := map[[4]string]bool{}
	for _, c := range cables {
		from, to := nameOf[c.node], nameOf[c.peer]
		if from == "" || to == "" || seen[[4]string{c.node, c.port, c.peer, c.peerPort}] {
			continue
		}
		seen[[4]string{c.peer, c.peerPort, c.node, c.port}] = true
		f.mbit[[2]string{from, to}] += c.mbit
		f.mbit[[2]string{to, from}] += c.mbit
	}
	if len(f.mbit) == 0 {
		return nil, fmt.Errorf("%s: no links found; use the output of ibnetdiscover", name)
	}
	return f, nil
}

// hostName returns the host in the description of an adapter, such as "node1 HCA-1" or "node1 mlx5_0". For
// other descriptions it returns the id of the adapter.
func hostName(id, description string) string {
	if words := adapterDescription.FindStringSubmatch(strings.TrimSpace(description)); words != nil {
		return words[1]
	}
	return id
}

// hostNames returns the hosts in the order of their names, n2 before n10.
func (f *fabric) hostNames() (hosts []string) {
	for ends := range f.mbit {
		if !f.isSwitch[ends[0]] {
			hosts = append(hosts, ends[0])
		}
	}
	slices.SortFunc(hosts, compareNames)
	return slices.Compact(hosts)
}

var numberOrText = regexp.MustCompile(`\d+|\D+`)

// compareNames compares numbers in names by their values.
func compareNames(a, b string) int {
	as, bs := numberOrText.FindAllString(a, -1), numberOrText.FindAllString(b, -1)
	return cmp.Or(slices.CompareFunc(as, bs, func(x, y string) int {
		m, bad := strconv.Atoi(x)
		n, alsoBad := strconv.Atoi(y)
		if bad != nil || alsoBad != nil {
			return strings.Compare(x, y)
		}
		return cmp.Compare(m, n)
	}), strings.Compare(a, b))
}

// removeUnused removes all hosts that are not in `hosts`. Then it removes switches until every remaining
// switch has at least two links.
func (f *fabric) removeUnused(hosts []string) {
	for again := true; again; {
		again = false
		degree := map[string]int{}
		for ends := range f.mbit {
			degree[ends[0]]++
		}
		for ends := range f.mbit {
			for _, end := range ends {
				if f.isSwitch[end] && degree[end] < 2 || !f.isSwitch[end] && !slices.Contains(hosts, end) {
					delete(f.mbit, ends)
					again = true
				}
			}
		}
	}
}

// listLinks returns the links in the format that topo.ReadNetwork reads. Links of hosts come first, and
// switches are numbered in the order in which they appear.
func (f *fabric) listLinks(hosts []string) string {
	place := map[string]string{}
	for i, host := range hosts {
		place[host] = topo.HostName(i)
	}
	var ends [][2]string
	for pair := range f.mbit { // keep one direction of each link: from a host to a switch, if possible
		a, b := f.isSwitch[pair[0]], f.isSwitch[pair[1]]
		if !a && b || a == b && pair[0] < pair[1] {
			ends = append(ends, pair)
		}
	}
	order := func(end string) int { // hosts in the order of the list `hosts`, then switches
		if i := slices.Index(hosts, end); i >= 0 {
			return i
		}
		return len(hosts)
	}
	slices.SortFunc(ends, func(a, b [2]string) int {
		return cmp.Or(order(a[0])-order(b[0]), compareNames(a[0], b[0]), compareNames(a[1], b[1]))
	})
	switches := 0
	var list strings.Builder
	for _, pair := range ends {
		for _, end := range pair {
			if place[end] == "" {
				place[end] = fmt.Sprintf("s%d", switches)
				switches++
			}
		}
		fmt.Fprintf(&list, "%s %s %dmbit\n", place[pair[0]], place[pair[1]], f.mbit[pair])
	}
	return list.String()
}
