package watchdog

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
)

// A sendQueue describes a TCP connection's bytes that the other end has not acknowledged.
type sendQueue struct {
	Bytes int64
	To    string // address of the other end
}

// longestSendQueue returns zero if the kernel has no table of connections.
func longestSendQueue() sendQueue {
	file, err := os.Open("/proc/net/tcp")
	if err != nil {
		return sendQueue{}
	}
	defer file.Close()
	return parseSendQueues(file)
}

// parseSendQueues returns the longest send queue to another host in /proc/net/tcp. The columns are number,
// local address, remote address, state, queues; addresses are hexadecimal, the last byte first.
func parseSendQueues(table io.Reader) (most sendQueue) {
	for lines := bufio.NewScanner(table); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 5 {
			continue
		}
		var a, b, c, d byte
		var queued int64
		if _, err := fmt.Sscanf(fields[2], "%2X%2X%2X%2X", &d, &c, &b, &a); err != nil {
			continue
		}
		if _, err := fmt.Sscanf(fields[4], "%X:", &queued); err != nil || a == 127 {
			continue
		}
		if queued > most.Bytes {
			most = sendQueue{queued, fmt.Sprintf("%d.%d.%d.%d", a, b, c, d)}
		}
	}
	return most
}
