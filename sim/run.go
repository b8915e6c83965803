package sim

import (
	"cmp"
	"context"
	"time"
)

func (m *machine[T]) run(ctx context.Context) (*Result, error) {
	m.ctx = ctx
	m.cancelled.Store(ctx.Err() != nil)
	defer context.AfterFunc(ctx, func() { m.cancelled.Store(true) })()
	defer m.stopCoroutines()
	next, shown := 0, time.Now()
	for turn := 1; m.err == nil && !m.interrupted(); turn++ {
		if turn%1024 == 0 {
			shown = m.reportProgress(shown)
		}
		switch {
		case len(m.ready) > 0:
			last := len(m.ready) - 1
			rank := m.ready[last]
			m.ready = m.ready[:last]
			m.resumeNode(rank)
		case next < len(m.nodes):
			m.queueStart(next)
			next++
		case m.arbiter != nil && len(m.arbiter.requests.heap) > 0:
			if f, end := m.arbiter.serve(); f != nil {
				m.endTransfer(f, end)
				m.matchAll()
			}
		case m.finished == len(m.nodes):
			return m.results(), nil
		case !m.startOutOfOrder():
			m.err = m.nodes.deadlock()
		}
	}
	return nil, m.err
}

func (m *machine[T]) reportProgress(shown time.Time) time.Time {
	reports := m.config.Progress
	if reports.Report == nil || time.Since(shown) < cmp.Or(reports.Interval, time.Second) {
		return shown
	}
	reports.Report(Progress{Messages: m.result.Messages, Finished: m.finished, Nodes: len(m.nodes)})
	return time.Now()
}

func (m *machine[T]) results() *Result {
	for rank := range m.nodes {
		now := m.nodes[rank].now
		m.result.Nodes[rank].Time, m.result.Nodes[rank].Rounds = now.time, int(now.round)
	}
	m.result.summarise(m.links.words)
	if m.result.Trace != nil || !m.config.Oblivious {
		m.result.LinkWords = m.links.wordsPerLink()
	}
	if m.result.Trace != nil {
		m.result.Trace.sort()
	}
	result := m.result // a copy, because a pointer into m would keep the whole machine in memory
	return &result
}
