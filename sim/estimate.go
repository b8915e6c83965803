package sim

import (
	"time"

	"topocoll/comm"
)

// An Estimate is the estimated number of messages and the estimated time of a run.
type Estimate struct {
	Messages float64
	Time     time.Duration // estimated time of the run on this computer, within a factor of about 3
	// AtLeast is true if the time limit ended the count early. The true Messages and Time may then be much
	// larger.
	AtLeast bool
}

const (
	sampledNodes   = 16                    // number of nodes whose messages Measure counts
	timePerMessage = 250 * time.Nanosecond // time to simulate a message, without the time to count it
)

// Measure estimates a run from the calls of a few nodes, which are spread over the ranks. The body must be
// suitable for Config.Oblivious; config needs a Network. Measure takes at most about `limit`, and less than a
// millisecond for a small run.
func Measure[T any](p int, config Config, limit time.Duration, body func(port comm.Port[T]) error) Estimate {
	var e Estimate
	nodes := min(p, sampledNodes)
	began := time.Now()
	for i := range nodes {
		c := &messageCounter[T]{rank: i * p / nodes, size: p, config: &config,
			deadline: began.Add(limit * time.Duration(i+1) / time.Duration(nodes))}
		if p > sampledNodes {
			c.rank += i * 7919 % (p / nodes) // avoids sampling only multiples of a power of two
		}
		c.count(body)
		e.Messages += float64(c.messages)
		e.AtLeast = e.AtLeast || !c.complete
	}
	scale := float64(p) / float64(nodes)
	e.Messages *= scale
	e.Time = time.Duration(
		min(float64(1<<62), scale*float64(time.Since(began))+e.Messages*float64(timePerMessage)))
	return e
}

// A messageCounter is a port that counts the messages of a node and computes their routes, but sends nothing.
type messageCounter[T any] struct {
	rank, size      int
	config          *Config
	deadline        time.Time
	calls, messages int
	path            []int32
	complete        bool // the body has returned
}

func (c *messageCounter[T]) count(body func(port comm.Port[T]) error) {
	defer recoverEnd()
	body(c) // ignore the error, which the run itself will report
	c.complete = true
}

func (c *messageCounter[T]) Rank() int { return c.rank }
func (c *messageCounter[T]) Size() int { return c.size }

func (c *messageCounter[T]) Send(to int, _ []T) error {
	c.send(to)
	return nil
}

func (c *messageCounter[T]) Recv(int, []T) error {
	c.checkDeadline()
	return nil
}

func (c *messageCounter[T]) SendRecv(to int, out []T, _ int, _ []T) error { return c.Send(to, out) }

func (c *messageCounter[T]) Round(out, _ []comm.Message[T]) error {
	c.checkDeadline()
	for _, msg := range out {
		c.send(msg.Peer)
	}
	return nil
}

func (c *messageCounter[T]) send(to int) {
	c.checkDeadline()
	if to < 0 || to >= c.size || to == c.rank {
		return
	}
	c.path = c.config.Network.Route(c.path[:0], c.config.nodeOf(c.rank), c.config.nodeOf(to))
	c.messages++
}

// checkDeadline ends the count of a node when the deadline has passed. It reads the clock at every 16th call.
func (c *messageCounter[T]) checkDeadline() {
	if c.calls++; c.calls%16 == 0 && time.Now().After(c.deadline) {
		panic(errEnded)
	}
}
