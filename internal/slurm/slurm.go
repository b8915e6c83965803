// Package slurm reads the network from Slurm: the switches in topology.conf, or in the output of "scontrol
// show topology".
package slurm

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"topocoll/topo"
)

// nodeListVariable is the environment variable with the nodes of this process's job.
const nodeListVariable = "SLURM_JOB_NODELIST"

// Network returns the network between the nodes of this job. Outside a job, it returns the network between
// all nodes. Node i of the job is host i. Network reads a file in the format of topology.conf or of "scontrol
// show topology". If the name of the file is "", Network runs scontrol and reads its output. A switch is
// omitted unless nodes of the job are below at least two of its children.
func Network(name string) (*topo.Listed, error) {
	text, err := readTopology(name)
	if err != nil {
		return nil, err
	}
	if name == "" {
		name = "scontrol show topology"
	}
	hosts, err := JobNodes()
	if err != nil {
		return nil, err
	}
	return Between(name, strings.NewReader(text), hosts)
}

// JobNodes returns the nodes of the job in which this process runs. Outside a job, it returns none.
func JobNodes() ([]string, error) {
	hosts, err := Expand(os.Getenv(nodeListVariable))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", nodeListVariable, err)
	}
	return hosts, nil
}

func readTopology(name string) (string, error) {
	if name != "" {
		text, err := os.ReadFile(name)
		return string(text), err
	}
	limit, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	text, err := exec.CommandContext(limit, "scontrol", "show", "topology").Output()
	if err != nil {
		return "", fmt.Errorf("scontrol show topology: %w; run this on a Slurm cluster, or use slurm:FILE", err)
	}
	return string(text), nil
}

// A switchTree is a tree of switches whose leaves are nodes. Switches and nodes are identified by name. The
// name of a switch begins with "switch ".
type switchTree struct {
	order    []string            // switches, in the order of the input
	children map[string][]string // keyed by switch: nodes or switches directly below it
	parent   map[string]string   // keyed by node or switch: the switch directly above it
	nodes    []string            // nodes in the order of the input
}

// Between reads switches from r and returns the network between the given hosts, or between all nodes if no
// hosts are given. Error messages refer to the input as `name`.
func Between(name string, r io.Reader, hosts []string) (*topo.Listed, error) {
	tree, err := parse(name, r)
	if err != nil {
		return nil, err
	}
	if len(hosts) == 0 {
		hosts = tree.nodes
	}
	for _, host := range hosts {
		if tree.parent[host] == "" {
			return nil, fmt.Errorf("%s: no switch is linked to node %s of the job; add a line that lists the node",
				name, host)
		}
	}
	if len(hosts) < 2 {
		return nil, fmt.Errorf("%s: the job has only one node, %s; a network needs at least two", name,
			hosts[0])
	}
	top := tree.topSwitch(hosts[0])
	for _, host := range hosts {
		if tree.topSwitch(host) != top {
			return nil, fmt.Errorf("%s: no path from node %s to node %s; all switches must form one tree", name,
				hosts[0],
				host)
		}
	}
	return topo.ReadNetwork(name, strings.NewReader(tree.listLinks(hosts)))
}

// parse reads lines of KEY=VALUE pairs. A line with the key SwitchName describes a switch. It lists the
// switches below it under the key Switches, or the nodes below it under the key Nodes. A line with the key
// BlockName lists nodes under the key Nodes. If there are several blocks, an additional switch links them.
func parse(name string, r io.Reader) (*switchTree, error) {
	tree := &switchTree{children: map[string][]string{}, parent: map[string]string{}}
	var blocks []string
	lines, number, text := bufio.NewScanner(r), 0, ""
	for lines.Scan() {
		number++
		line, _, _ := strings.Cut(lines.Text(), "#")
		if part, continued := strings.CutSuffix(strings.TrimSpace(line), `\`); continued {
			text += part + " "
			continue
		}
		words := parsePairs(text + line)
		text = ""
		place := words["switchname"] + words["blockname"]
		if place == "" {
			continue
		}
		children := words["switches"]
		if children == "" {
			children = words["nodes"]
		}
		list, err := Expand(children)
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, number, err)
		}
		tree.addSwitch("switch "+place, list, words["switches"] != "")
		if words["blockname"] != "" {
			blocks = append(blocks, place)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(blocks) > 1 {
		tree.addSwitch("switch between blocks", blocks, true)
	}
	if len(tree.nodes) == 0 {
		return nil, fmt.Errorf("%s: no line lists nodes; use lines such as SwitchName=s0 Nodes=node[0-15]", name)
	}
	return tree, tree.checkCycles(name)
}

func (t *switchTree) checkCycles(name string) error {
	for _, place := range t.order {
		levels := 0
		for above := t.parent[place]; above != ""; above = t.parent[above] {
			if levels++; levels > len(t.order) {
				return fmt.Errorf("%s: the switches above %s form a cycle, but must form a tree", name, place)
			}
		}
	}
	return nil
}

func (t *switchTree) topSwitch(place string) string {
	for t.parent[place] != "" {
		place = t.parent[place]
	}
	return place
}

// parsePairs returns the values of the KEY=VALUE pairs in a line, by key in lower case.
func parsePairs(line string) map[string]string {
	words := map[string]string{}
	for _, word := range strings.Fields(line) {
		if key, value, found := strings.Cut(word, "="); found {
			words[strings.ToLower(key)] = value
		}
	}
	return words
}

// addSwitch adds a switch. Its children are the places in `list`: switches if areSwitches is true, otherwise
// nodes.
func (t *switchTree) addSwitch(place string, list []string, areSwitches bool) {
	t.order = append(t.order, place)
	for _, child := range list {
		if areSwitches {
			child = "switch " + child
		} else {
			t.nodes = append(t.nodes, child)
		}
		if t.parent[child] == "" {
			t.parent[child] = place
			t.children[place] = append(t.children[place], child)
		}
	}
}

// listLinks returns the links in the format that topo.ReadNetwork reads. It omits a switch unless at least
// two of its children lead to hosts.
func (t *switchTree) listLinks(hosts []string) string {
	used := map[string]int{} // number of children that lead to hosts, by switch
	for _, host := range hosts {
		for place := t.parent[host]; place != ""; place = t.parent[place] {
			if used[place]++; used[place] > 1 {
				break
			}
		}
	}
	number := map[string]int{}
	for _, place := range t.order {
		if used[place] > 1 {
			number[place] = len(number)
		}
	}
	parent := func(place string) (int, bool) { // the nearest switch above that is not omitted
		for place = t.parent[place]; place != ""; place = t.parent[place] {
			if used[place] > 1 {
				return number[place], true
			}
		}
		return 0, false
	}
	var list strings.Builder
	for i, host := range hosts {
		if to, found := parent(host); found {
			fmt.Fprintf(&list, "h%d s%d\n", i, to)
		}
	}
	for _, place := range t.order {
		if to, found := parent(place); used[place] > 1 && found {
			fmt.Fprintf(&list, "s%d s%d\n", number[place], to)
		}
	}
	return list.String()
}

// Expand returns the names in a host list of Slurm. For example, "n[1-3,5],m7" stands for n1, n2, n3, n5 and
// m7. Numbers keep their leading zeros. For an empty list, Expand returns no names.
func Expand(list string) (names []string, err error) {
	for list != "" {
		end, depth := len(list), 0
		for i, r := range list {
			if r == '[' {
				depth++
			} else if r == ']' {
				depth--
			} else if r == ',' && depth == 0 {
				end = i
				break
			}
		}
		item := list[:end]
		list = strings.TrimPrefix(list[end:], ",")
		expanded, err := expandItem(item)
		if err != nil {
			return nil, err
		}
		names = append(names, expanded...)
	}
	return names, nil
}

// expandItem expands one item of a host list. The item may have several pairs of brackets.
func expandItem(item string) ([]string, error) {
	before, rest, found := strings.Cut(item, "[")
	if !found {
		return []string{item}, nil
	}
	inside, after, found := strings.Cut(rest, "]")
	if !found {
		return nil, fmt.Errorf("host list %q: ] is missing; use a form such as NAME[1-3,5]", item)
	}
	ends, err := expandItem(after)
	if err != nil {
		return nil, err
	}
	var names []string
	for part := range strings.SplitSeq(inside, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		var from, to int
		if _, err := fmt.Sscanf(first+" "+last, "%d %d", &from, &to); err != nil || from > to ||
			to-from > topo.MaxHosts {
			return nil, fmt.Errorf("host list %q: range %q, want a range such as 1-3 with at most %d numbers",
				item, part, topo.MaxHosts)
		}
		for n := from; n <= to; n++ {
			for _, end := range ends {
				names = append(names, fmt.Sprintf("%s%0*d%s", before, len(first), n, end))
			}
		}
	}
	if len(names) > topo.MaxHosts {
		return nil, fmt.Errorf("host list %q: %d names, want at most %d", item, len(names), topo.MaxHosts)
	}
	return slices.Clip(names), nil
}
