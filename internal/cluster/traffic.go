package cluster

import (
	"bufio"
	"io"
	"os"
	"strconv"
	"strings"
)

// Traffic is the bytes sent since the cables were made, by the place that each leads to. They include the headers of Ethernet,
// IP and TCP.
type Traffic map[int]int64

// Counters reads the byte counts of this host's interfaces. There are none on a host outside a cluster.
func Counters() Traffic { return countersIn("/proc/net/dev") }

func countersIn(name string) Traffic {
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	return parseCounters(file)
}

// parseCounters reads /proc/net/dev: name, eight columns for receiving, eight for sending.
func parseCounters(dev io.Reader) Traffic {
	sent := Traffic{}
	for lines := bufio.NewScanner(dev); lines.Scan(); {
		name, columns, found := strings.Cut(lines.Text(), ":")
		digits, ours := strings.CutPrefix(strings.TrimSpace(name), LinkName(0)[:2])
		place, err := strconv.Atoi(digits)
		fields := strings.Fields(columns)
		if !found || !ours || err != nil || len(fields) < 9 {
			continue
		}
		sent[place], _ = strconv.ParseInt(fields[8], 10, 64)
	}
	return sent
}
