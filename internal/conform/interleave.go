package conform

import (
	"fmt"
	"math/rand/v2"

	"topocoll/catalog"
	"topocoll/comm"
	"topocoll/plan"
)

// Interleaved is the number of calls that the function Interleave starts before it completes any of them.
const Interleaved = 5

// Interleave starts five calls of random algorithms, completes them and checks their results. The seed
// determines the calls, which are the same on all processes, and the order of completion, which differs
// between processes. Each call is completed by repeated calls of Test or by Wait. Set `blocking` only if
// non-blocking calls make progress during blocking calls on this machine. If `blocking` is set, Interleave
// makes a blocking call between the starts, for every second seed. One of the calls is persistent and is
// started three times.
func Interleave[T comparable](rows []catalog.CompiledRow[T], c *comm.Comm[T], payload Payload[T], seed uint64,
	blocking bool) error {
	common, own := rand.New(rand.NewPCG(seed, 0)), rand.New(rand.NewPCG(seed, 1+uint64(c.Label())))
	var calls []checkedCall[T]
	var requests []plan.Request
	persistent := common.IntN(Interleaved)
	for i := range Interleaved {
		row, t := randomCall(common, rows, c, payload, blocking)
		start := row.Start
		if i == persistent {
			start = row.Init
		}
		r, err := start(c, t.args)
		if err == nil && i == persistent {
			err = r.Start()
		}
		if err != nil {
			return fmt.Errorf("seed %d: %s: %w", seed, t.info.ID, err)
		}
		calls, requests = append(calls, t), append(requests, r)
		if blocking && seed%2 == 0 && i == Interleaved/2 {
			row, t := randomCall(common, rows, c, payload, blocking)
			if err := row.Run(c, t.args); err != nil {
				return fmt.Errorf("seed %d: %s: %w", seed, t.info.ID, err)
			}
			calls = append(calls, t)
			requests = append(requests, nil)
		}
	}
	if err := completeAll(own, requests); err != nil {
		return fmt.Errorf("seed %d: %w", seed, err)
	}
	for i := range calls {
		if err := calls[i].checkResult(); err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	if blocking && seed%2 == 0 && persistent > Interleaved/2 {
		persistent++
	}
	return restart(&calls[persistent], requests[persistent])
}

// randomCall returns a random algorithm and a call of it. If `long` is true, some messages are long.
func randomCall[T comparable](random *rand.Rand, rows []catalog.CompiledRow[T], c *comm.Comm[T],
	payload Payload[T], long bool) (catalog.CompiledRow[T], checkedCall[T]) {
	row := rows[random.IntN(len(rows))]
	for !row.Takes(c.Size()) {
		row = rows[random.IntN(len(rows))]
	}
	cases := Cases(row.Info, c.Size())
	k := cases[random.IntN(len(cases))]
	if long && random.IntN(4) == 0 {
		k.M *= 40 // long messages, whose sends wait for the matching receives
	}
	return row, newCheckedCall(row.Info, c.Label(), Set(row.Op, payload, k))
}

// completeAll completes the requests in a random order. Nil requests belong to blocking calls.
func completeAll(random *rand.Rand, requests []plan.Request) error {
	for _, i := range random.Perm(len(requests)) {
		r, testFirst := requests[i], random.IntN(2) == 0
		if r == nil {
			continue
		}
		for tests := random.IntN(20); testFirst && tests > 0; tests-- { // call Test several times before Wait
			if done, err := r.Test(); err != nil {
				return err
			} else if done {
				break
			}
		}
		if err := r.Wait(); err != nil {
			return err
		}
		if done, err := r.Test(); !done || err != nil {
			return fmt.Errorf("after Wait, Test returns %v, %v, want true, nil", done, err)
		}
	}
	return nil
}

// restart starts a persistent call two more times. It completes the call only with Test.
func restart[T comparable](t *checkedCall[T], r plan.Request) error {
	for range 2 {
		t.setBuffers()
		if err := r.Start(); err != nil {
			return err
		}
		for over := false; !over; {
			var err error
			if over, err = r.Test(); err != nil {
				return err
			}
		}
		if err := t.checkResult(); err != nil {
			return fmt.Errorf("after a restart: %w", err)
		}
	}
	return r.Free()
}
