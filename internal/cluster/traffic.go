package cluster

import (
	"bufio"
	"io"
	"os"
	"strconv"
	"strings"
)

// Traffic is the bytes that went out of and came in by one end of a cable since it was laid, with the
// headers of Ethernet, IP and TCP.
type Traffic struct{ Out, In int64 }

// Counters reads what this host's interfaces counted, by the place that each cable leads to. On a host
// that is none of a cluster's there are none.
func Counters() map[int]Traffic {
	file, err := os.Open("/proc/net/dev")
	if err != nil {
		return nil
	}
	defer file.Close()
	return parseCounters(file)
}

// parseCounters reads /proc/net/dev: name, eight columns of what came in, eight of what went out.
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
