//go:build cgo

package calibration

import (
	"time"

	"topocoll/bench/group"
	"topocoll/bench/line"
	"topocoll/bench/results"
	"topocoll/bench/results/bounds"
	"topocoll/coll"
	"topocoll/topo"
)

// A Calibration holds the times of single messages, measured before the first collective call, and the model
// that is fitted to them. Every rank has the same Model.
type Calibration struct {
	Messages []results.Message // times of single messages
	Model    coll.Machine      // fitted to Messages, for package coll

	p       int
	perByte float64 // time in ns to transfer one byte over a link; 0: unknown
}

// New returns a calibration. Its model is the given network, fitted to the times of the given messages. The
// argument `library` holds the parameters of the MPI library, as in results.Env.
func New(r *group.Ranks, network coll.Machine, library map[string]string, messages []results.Message) (
	*Calibration, error) {
	c := &Calibration{Messages: messages, p: r.World.Size, perByte: 1e3 * network.Between.Tw}
	if results.SeveralHosts(r.Hosts) { // the timed messages are often shorter than the limit
		network.MaxMessage = r.World.MaxMessage()
	}
	var err error
	c.Model, err = fitModel(r, network, line.ProtocolLimits(library), messages)
	return c, err
}

// Exchanges returns the message times from exchanges among all ranks. These times determine segment sizes.
func (c *Calibration) Exchanges() Exchanges {
	e := ExchangesOf(c.Messages, c.p)
	e.PerByte = c.perByte
	return e
}

// LongestCall estimates the time of the slowest algorithm for any operation with blocks of the given size.
func (c *Calibration) LongestCall(bytes int) time.Duration {
	return LongestCall(c.Messages, c.p, bytes)
}

// Network returns a machine model without measured message times: the node of each process, the network
// between the nodes, and the link rate if `name` includes one.
func Network(name string, hosts []string, mapping []int) coll.Machine {
	network, on := bounds.NetworkAndNodes(name, hosts, mapping)
	machine := coll.Machine{Network: network, On: on}
	if fabric, err := topo.ParseFabric(name); err == nil && fabric.UnitRate() > 0 {
		machine.Between = coll.Link(fabric.UnitRate())
	}
	return machine
}

// fitModel adds message times, measured while all ranks exchanged messages, to the model of a machine. Every
// rank returns the same model. If the time per byte between hosts is known from a link rate, it is not
// changed. If the ranks share cores, fitModel also sets O, and takes the start-up time from single messages.
func fitModel(r *group.Ranks, machine coll.Machine, limits []int, messages []results.Message) (coll.Machine,
	error) {
	e := ExchangesOf(messages, r.World.Size)
	if len(e.Bytes) == 0 {
		return machine, nil
	}
	var wait float64 // the time that a message of an exchange waits for a core
	if machine.Cores > 0 {
		machine.O = e.NS[0] / 1e3 * float64(machine.Cores) / float64(2*r.World.Size)
		if single := timesOf(messages, "pingpong", r.World.Size); len(single.NS) > 0 {
			wait = max(0, e.NS[0]-single.NS[0]) / 1e3
		}
	}
	if err := replaceByRank0Times(r, &machine.O, &wait); err != nil {
		return machine, err
	}
	if results.SeveralHosts(r.Hosts) {
		// Ts is the time of the shortest message, because auto's choices depend on it. On a star of 8 hosts, the
		// line's Ts was 13 % shorter, and auto's algorithms took 1.14 instead of 1.11 times the shortest time.
		times := timesOfLine(e.fit(nil, 1)[0])
		times.Ts = max(0, e.NS[0]/1e3-times.Tw*float64(e.Bytes[0]))
		if err := replaceByRank0Times(r, &times.Ts, &times.Tw); err != nil {
			return machine, err
		}
		machine.Between.Ts = max(0, times.Ts-wait)
		if machine.Between.Tw == 0 {
			machine.Between.Tw = times.Tw
		}
		return machine, nil
	}
	limit, lines := 0, e.fit(limits, 2)
	machine.Within = timesOfLine(lines[0])
	if len(lines) > 1 { // messages beyond the eager limit wait for their receiver
		limit, machine.Long = lines[0].Last, timesOfLine(lines[1])
	}
	machine.Within.Ts, machine.Long.Ts = max(0, machine.Within.Ts-wait), max(0, machine.Long.Ts-wait)
	if err := replaceByRank0Times(r, &machine.Within.Ts, &machine.Within.Tw, &machine.Long.Ts,
		&machine.Long.Tw); err != nil {
		return machine, err
	}
	eager, err := r.NumberFromRank0(int64(limit))
	machine.Eager = int(eager)
	return machine, err
}

// replaceByRank0Times sets each of the given times, in µs, to the value on rank 0.
func replaceByRank0Times(r *group.Ranks, times ...*float64) error {
	const part = 1e-9
	for _, t := range times {
		parts, err := r.NumberFromRank0(int64(*t / part))
		if err != nil {
			return err
		}
		*t = float64(parts) * part
	}
	return nil
}
