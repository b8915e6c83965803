package cluster

import (
	"bufio"
	"io"
	"os"
	"strconv"
	"strings"
)

// Traffic is the number of bytes that a host or switch has sent over each of its cables since the cable was
// created, including Ethernet, IP and TCP headers. The key is the host or switch at the other end.
type Traffic map[int]int64

// Counters reads the byte counts of this host's interfaces. The result is empty outside a cluster.
func Counters() Traffic { return readCounters("/proc/net/dev") }

func readCounters(name string) Traffic {
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	return parseCounters(file)
}

// parseCounters reads the format of /proc/net/dev: a name, eight columns for received and eight for sent
// data.
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
