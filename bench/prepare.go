//go:build cgo

package bench

import (
	"fmt"
	"math"
	"time"

	"topocoll/bench/results"
	"topocoll/bench/results/bounds"
	"topocoll/catalog"
)

// mostWork is the longest time that a step of a preparation usually takes. The watchdog is patient for watchdog.Slack times that.
const mostWork = 30 * time.Second

// prepare does what must be done before a call, without messages, and returns when all ranks have done it. It is not a part of
// the call, so its time does not count against the patience with one. work calls m.step before each of its steps.
func (m *measurer) prepare(what string, work func() error) error {
	defer m.doing(m.doing(what))
	if err := work(); err != nil {
		return err
	}
	return m.meet()
}

// onRank0 is prepare for work that only rank 0 does.
func (m *measurer) onRank0(what string, work func() error) error {
	return m.prepare(what, func() error {
		if m.world.Rank > 0 {
			return nil
		}
		return work()
	})
}

// meet is a barrier (dissemination) at which a rank leaves its core to the ranks that still work.
func (m *measurer) meet() error {
	p, me := m.world.Size, m.world.Rank
	if m.watch != nil {
		m.watch.Wait()
	}
	token := make([]uint8, 1)
	for bit := 1; bit < p; bit *= 2 {
		if err := m.port.Send((me+bit)%p, token); err != nil {
			return err
		}
		from := (me - bit + p) % p
		if err := m.sleepUntil(from); err != nil {
			return err
		}
		if err := m.port.Recv(from, token); err != nil {
			return err
		}
	}
	m.beat(0)
	return nil
}

// sleepUntil returns when a message from a rank is here. It looks often at first, and later about every tenth of the time that it
// has waited: a hundred ranks that wait for one should take nothing from it.
func (m *measurer) sleepUntil(from int) error {
	const often, seldom = 20 * time.Microsecond, 20 * time.Millisecond
	for began := time.Now(); ; {
		if here, err := m.port.Arrived(from); err != nil || here {
			return err
		}
		time.Sleep(min(seldom, often+time.Since(began)/10))
	}
}

// step tells the watchdog that this rank begins a step of a preparation.
func (m *measurer) step() {
	if m.watch != nil {
		m.watch.Work(m.most)
	}
}

// doing names what the ranks do for the watchdog, and returns what they did.
func (m *measurer) doing(what string) (before string) {
	before, m.does = m.does, what
	if m.watch != nil {
		m.watch.Doing(what)
	}
	return before
}

// calling names the calls of an operation at a size for the watchdog: of those that are started, it is the wait that does not come or end.
func (m *measurer) calling(pair string) string {
	if m.cfg.Started == "" {
		return pair
	}
	return fmt.Sprintf("the start of %s calls and the wait for them, %s,", m.cfg.Started, pair)
}

// pair names an operation at a size.
func (m *measurer) pair(coll catalog.Collective, bytes int) string {
	return fmt.Sprintf("%s %s p=%d", coll, results.FormatSize(bytes), m.world.Size)
}

// bound returns results.Bound on every rank. It takes a flow between every two hosts, so one rank looks for it.
func (m *measurer) bound(env results.Env, coll catalog.Collective, bytes int) (float64, error) {
	if !env.LinksKnown(m.world.Size) {
		return 0, nil
	}
	found := int64(0)
	if err := m.onRank0("the lower bound of "+m.pair(coll, bytes), func() error {
		m.step()
		found = int64(math.Float64bits(bounds.Lower(env, coll, m.world.Size, bytes)))
		return nil
	}); err != nil {
		return 0, err
	}
	found, err := m.fromRank0(found)
	return math.Float64frombits(uint64(found)), err
}
