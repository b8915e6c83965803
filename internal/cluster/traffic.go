package cluster

import (
	"bufio"
	"io"
	"os"
	"strconv"
	"strings"
)

// Traffic is the bytes sent and received at one end of a cable since it was made, including the headers of
// Ethernet, IP and TCP.
type Traffic struct{ Out, In int64 }

// Counters reads the byte counts of this host's interfaces, by the place that each cable leads to. There are none on
// a host outside a cluster.
func Counters() map[int]Traffic {
	file, err := os.Open("/proc/net/dev")
	if err != nil {
		return nil
	}
	defer file.Close()
	return parseCounters(file)
}

// parseCounters reads /proc/net/dev: name, eight columns for receiving, eight for sending.
func parseCounters(dev io.Reader) map[int]Traffic {
	counted := map[int]Traffic{}
	for lines := bufio.NewScanner(dev); lines.Scan(); {
		name, columns, found := strings.Cut(lines.Text(), ":")
		digits, ours := strings.CutPrefix(strings.TrimSpace(name), LinkName(0)[:2])
		place, err := strconv.Atoi(digits)
		fields := strings.Fields(columns)
		if !found || !ours || err != nil || len(fields) < 9 {
			continue
		}
		in, _ := strconv.ParseInt(fields[0], 10, 64)
		out, _ := strconv.ParseInt(fields[8], 10, 64)
		counted[place] = Traffic{Out: out, In: in}
	}
	return counted
}
