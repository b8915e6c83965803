package cluster

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParseCounters(t *testing.T) {
	dev := `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|` +
		`bytes    packets errs drop fifo colls carrier compressed
    lo:     840      10    0    0    0     0          0         0` +
		`      840      10    0    0    0     0       0          0
   to1: 3000000    2000    0    0    0     0          0         0` +
		`   500000     400    0    0    0     0       0          0
  to12:       7       1    0    0    0     0          0         0` +
		` 99999999999   1    0    0    0     0       0          0
 host0:       1       1    0    0    0     0          0         0` +
		`        1       1    0    0    0     0       0          0
 total:       1       1    0    0    0     0          0         0` +
		`        1       1    0    0    0     0       0          0
`
	assert.Equal(t, Traffic{1: 500000, 12: 99999999999}, parseCounters(strings.NewReader(dev)))
}
