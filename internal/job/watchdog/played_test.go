package watchdog

import (
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A played peer is rank 1, for which the test sends the packets. Rank 0 is a watchdog, and rank 2 does not
// exist.
type played struct {
	t        *testing.T
	watchdog *Watchdog
	key      Key
	conn     *net.UDPConn
	number   uint64
}

func play(t *testing.T) *played {
	d := alone(t)
	p := &played{t: t, watchdog: d, key: NewKey(), conn: listenUDP(t, net.IPv4(127, 0, 0, 1), 0)}
	mine := Peer{1, "h1", []string{"127.0.0.1"}, p.conn.LocalAddr().(*net.UDPAddr).Port}
	d.Meet(p.key, []Peer{d.Self(), mine, {2, "h2", []string{"127.0.0.1"}, 1}})
	return p
}

func listenUDP(t *testing.T, ip net.IP, port int) *net.UDPConn {
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: ip, Port: port})
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// sealed returns the next packet of this peer to the watchdog.
func (p *played) sealed(kind packetKind, body string) []byte {
	p.number++
	return p.key.seal(packet{kind, 1, 0, p.number, []byte(body)})
}

func (p *played) send(raw []byte) { send(p.t, p.conn, p.watchdog, raw) }

func send(t *testing.T, conn *net.UDPConn, to *Watchdog, raw []byte) {
	_, err := conn.WriteToUDP(raw, &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: to.Self().Port})
	require.NoError(t, err)
}

// hear returns the next packet from the watchdog.
func (p *played) hear() packet {
	raw := make([]byte, maxPacketSize)
	p.conn.SetReadDeadline(time.Now().Add(time.Minute))
	n, err := p.conn.Read(raw)
	require.NoError(p.t, err)
	heard, ok := p.key.open(raw[:n])
	require.True(p.t, ok)
	return heard
}

// settled sends a question, and requires that the next packet is its answer, so the watchdog has answered
// no earlier packet. It returns the farewells that the watchdog has accepted.
func (p *played) settled() (over []string) {
	p.send(p.sealed(question, ""))
	got := p.hear()
	require.Equal(p.t, packet{reply, 0, 1, p.number, got.body}, got)
	for len(p.watchdog.socket.farewells) > 0 {
		over = append(over, <-p.watchdog.socket.farewells)
	}
	return over
}

// nothing checks that a socket receives no packet.
func nothing(t *testing.T, conn *net.UDPConn, why string) {
	conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	n, err := conn.Read(make([]byte, maxPacketSize))
	assert.ErrorIs(t, err, os.ErrDeadlineExceeded, "%s: %d bytes come back", why, n)
}
