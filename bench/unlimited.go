//go:build cgo

package bench

import (
	"cmp"
	"maps"
	"time"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/internal/cluster"
	"topocoll/topo"
)

// liftable returns the rates of the links that the ranks may take off to see what the cores take of a call; nil if they may not, or
// need not.
func (m *measurer) liftable(env results.Env) (*cluster.Rates, error) {
	if !env.Oversubscribed || m.cfg.Oversubscribed || m.meter == nil || !env.LinksKnown(m.world.Size) {
		return nil, nil
	}
	var rates *cluster.Rates
	if m.world.Rank == 0 {
		rates = ratesOf(m.cfg)
	}
	known, err := m.rank0(rates != nil)
	if known && rates == nil {
		rates = &cluster.Rates{} // rank 0 has them
	}
	return rates, err
}

// ratesOf returns the rates of the cluster of the ranks; nil if it has another network than they say.
func ratesOf(cfg Config) *cluster.Rates {
	if cfg.Cluster == "" {
		return nil
	}
	built, err := cluster.Whole(cfg.Cluster)
	said, err2 := topo.ParseFabric(cfg.Network)
	if cmp.Or(err, err2) != nil || built.String() != said.String() {
		return nil
	}
	rates, err := cluster.RatesOf(cfg.Cluster, built)
	if err != nil {
		return nil
	}
	return &rates
}

// unlimited times the contenders on links without rates, and returns the time within which three of four calls of each are done.
// It returns nil if the rates cannot be taken off, or need not. The times of the trial stay.
func (t *trial[T]) unlimited() (ns []float64, err error) {
	rates, m := t.m.rates, t.m
	if rates == nil {
		return nil, nil
	}
	without := *t
	without.reset()
	known := m.known // times for the watchdog
	m.known = maps.Clone(known)
	defer func() { m.known = known }()
	if err := m.quietly("taking the rates off the links", rates.Lift); err != nil {
		return nil, err
	}
	if err := without.some(min(12, len(t.longest[0])), min(64, len(t.longest[0])), m.cfg.Time/4); err != nil {
		return nil, err
	}
	if err := m.quietly("giving the links their rates", rates.Limit); err != nil {
		return nil, err
	}
	for i := range t.contenders {
		const most = 3. / 4
		if times := without.longest[i]; len(times) > 0 { // else all repetitions were late
			within, _ := stats.Quantile(results.Floats(times), most)
			ns = append(ns, within)
		}
	}
	return ns, nil
}

// quietly lets rank 0 change the links while no packet is under way: those that wait at a link would be lost.
func (m *measurer) quietly(what string, change func() error) error {
	if err := m.meter.quiet(); err != nil {
		return err
	}
	return m.onRank0(what, change)
}

// some runs at least so many repetitions, and at most so many as long as there is time.
func (t *trial[T]) some(least, most int, time time.Duration) error {
	began := int64(0)
	for done := 0; done < most; done++ {
		if err := t.batch(done, 1); err != nil {
			return err
		}
		if done == 0 {
			began = t.all[0]
		}
		if done+1 >= least && t.ended()-began > time.Nanoseconds() {
			break
		}
	}
	return nil
}
