//go:build cgo && linux

package cli

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/internal/exit"
)

// A process that can reach the ports of a run's watchdogs can neither end the run nor get an answer.
func TestSystemForgedPacketsDoNotEndARun(t *testing.T) {
	name, err := program()
	require.NoError(t, err)
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	require.NoError(t, err)
	defer conn.Close()
	// a run may end before the packets have reached both ranks
	for calls, ports := 20, map[int]bool{}; len(ports) < 2; calls *= 10 {
		require.Less(t, calls, 1_000_000, "the ranks have no ports: %v", ports)
		over, reached := make(chan bool), make(chan map[int]bool)
		go func() { reached <- forge(conn, name, over) }()
		code, _, stderr,
			_ := started(t, nil, "bench", "-n", "2", "--op", "bcast", "--size", "8,1K", "-i",
			strconv.Itoa(calls), "-x", "1", "-q", "--stall", "1h")
		close(over)
		ports = <-reached
		assert.LessOrEqual(t, len(ports), 2, "ports of the ranks")
		assert.Equal(t, exit.OK, code, stderr)
		assert.NotContains(t, stderr, "whatever")
	}
	conn.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, _, err = conn.ReadFromUDP(make([]byte, 1))
	assert.ErrorIs(t, err, os.ErrDeadlineExceeded, "a question was answered")
}

// forge sends forged packets to the ports of a program until the channel `over` is closed, and returns these
// ports.
func forge(conn *net.UDPConn, program string, over <-chan bool) map[int]bool {
	ports, tick := map[int]bool{}, time.NewTicker(10*time.Millisecond)
	defer tick.Stop()
	for {
		for _, port := range udpPorts(program) {
			ports[port] = true
			for _, forged := range []string{"topocoll.whatever", "topocoll?", `{"Rank":0}`} {
				conn.WriteToUDP([]byte(forged), &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port})
			}
		}
		select {
		case <-over:
			return ports
		case <-tick.C:
		}
	}
}

// udpPorts returns the UDP ports that the processes of a program have bound.
func udpPorts(program string) (ports []int) {
	links, _ := filepath.Glob("/proc/[0-9]*/exe")
	owned := map[string]bool{} // socket:[INODE]
	for _, exe := range links {
		if of, _ := os.Readlink(exe); of == program {
			fds, _ := filepath.Glob(filepath.Dir(exe) + "/fd/*")
			for _, fd := range fds {
				what, _ := os.Readlink(fd)
				owned[what] = true
			}
		}
	}
	table, err := os.Open("/proc/net/udp")
	if err != nil {
		return nil
	}
	defer table.Close()
	for lines := bufio.NewScanner(table); lines.Scan(); {
		fields := strings.Fields(lines.Text()) // field 2 is the address and the port, field 10 the inode
		var addr, port int
		if _, err := fmt.Sscanf(fields[1], "%X:%X", &addr, &port); err == nil &&
			owned["socket:["+fields[9]+"]"] {
			ports = append(ports, port)
		}
	}
	return ports
}
