package conform

import (
	"fmt"
	"math/rand/v2"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
)

// Interleaved is the number of calls that Interleave keeps active at the same time.
const Interleaved = 5

// Interleave starts five calls of random algorithms, completes them and checks their results. The seed
// determines the calls, which are the same on all processes. It also determines the order of completion,
// which differs between the processes. Each call is completed by repeated calls of Test or by Wait. Set
// blocking only if non-blocking calls make progress during blocking calls on this machine. For every second
// seed, Interleave then makes a blocking call between the starts. One of the calls is persistent and is
// started three times.
func Interleave[T comparable](rows []catalog.CompiledRow[T], c *comm.Comm[T], payload Payload[T], seed uint64,
	blocking bool) error {
	alike, own := rand.New(rand.NewPCG(seed, 0)), rand.New(rand.NewPCG(seed, 1+uint64(c.Label())))
	var sat []sitting[T]
	var requests []plan.Request
	again := alike.IntN(Interleaved)
	for i := range Interleaved {
		row, t := draw(alike, rows, c, payload, blocking)
		start := row.Start
		if i == again {
			start = row.Init
		}
		r, err := start(c, t.args)
		if err == nil && i == again {
			err = r.Start()
		}
		if err != nil {
			return fmt.Errorf("seed %d: %s: %w", seed, t.info.ID, err)
		}
		sat, requests = append(sat, t), append(requests, r)
		if blocking && seed%2 == 0 && i == Interleaved/2 {
			row, t := draw(alike, rows, c, payload, blocking)
			if err := row.Run(c, t.args); err != nil {
				return fmt.Errorf("seed %d: %s: %w", seed, t.info.ID, err)
			}
			sat = append(sat, t)
			requests = append(requests, nil)
		}
	}
	if err := end(own, requests); err != nil {
		return fmt.Errorf("seed %d: %w", seed, err)
	}
	for i := range sat {
		if err := sat[i].check(); err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	if blocking && seed%2 == 0 && again > Interleaved/2 {
		again++
	}
	return restart(&sat[again], requests[again])
}

// draw returns a random algorithm, and a call of this algorithm with random arguments.
func draw[T comparable](random *rand.Rand, rows []catalog.CompiledRow[T], c *comm.Comm[T], payload Payload[T],
	long bool) (catalog.CompiledRow[T], sitting[T]) {
	row := rows[random.IntN(len(rows))]
	for !row.Takes(c.Size()) {
		row = rows[random.IntN(len(rows))]
	}
	cases := Cases(row.Info, c.Size())
	k := cases[random.IntN(len(cases))]
	if long && random.IntN(4) == 0 {
		k.M *= 40 // long messages, whose sends wait for the matching receives
	}
	return row, newSitting(row.Info, c.Label(), Set(row.Op, payload, k))
}

// end completes the requests in a random order. Nil requests are already complete.
func end(random *rand.Rand, requests []plan.Request) error {
	for _, i := range random.Perm(len(requests)) {
		r, over := requests[i], random.IntN(2) == 0
		if r == nil {
			continue
		}
		for looks := random.IntN(20); over && looks > 0; looks-- { // call Test several times before Wait
			if is, err := r.Test(); err != nil {
				return err
			} else if is {
				break
			}
		}
		if err := r.Wait(); err != nil {
			return err
		}
		if is, err := r.Test(); !is || err != nil {
			return fmt.Errorf("after Wait, Test returns %v, %v, want true, nil", is, err)
		}
	}
	return nil
}

// restart starts a persistent call two more times. It completes the call only with Test.
func restart[T comparable](t *sitting[T], r plan.Request) error {
	for range 2 {
		t.fill()
		if err := r.Start(); err != nil {
			return err
		}
		for over := false; !over; {
			var err error
			if over, err = r.Test(); err != nil {
				return err
			}
		}
		if err := t.check(); err != nil {
			return fmt.Errorf("after a restart: %w", err)
		}
	}
	return r.Free()
}
