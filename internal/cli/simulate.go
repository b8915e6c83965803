package cli

import (
	"encoding/json"
	"io"
	"os"

	"topocoll/catalog"
	"topocoll/internal/jobs"
)

type simulateCommand struct {
	Algo    []string `arg:"" optional:"" help:"Algorithms by id, the beginning of ids, or a pattern: hcube/bcast, ring, '*/bcast*'. If several match, they are compared. plan:FILE is a plan that plan --json or another program has written." placeholder:"ALGO" predictor:"algo"`
	Op      []string `help:"All algorithms of an operation: bcast, reduce, ..." placeholder:"OP" predictor:"op"`
	numbers `set:"words=1"`
	Segment segment `help:"Most words of a message: longer ones are cut, and a pipelined algorithm takes segments of this length. auto is the length with the least time; a pipelined algorithm chooses itself (default: ${default}, no cut). Where messages are cut, every node does each step as soon as what it waits for is done, with links that are free." default:"0" placeholder:"N|auto" aliases:"cut"`
	Sweep   string  `help:"Run with -m or -n doubled from A to B: m=1:1M or n=2:4096." placeholder:"m=A:B"`
	Long    bool    `name:"allow-long" help:"Run a simulation although its estimated time is more than 10 minutes."`
	SVG     string  `name:"svg" help:"Draw the sweep as an SVG chart." placeholder:"FILE"`
	JSON    bool    `help:"Print JSON instead of text: one object, or an array of objects if several algorithms are compared."`
	machine `group:"The machine (ts, tw and th as in the textbook; one port, full duplex)"`

	of  call                 // what is simulated, but for the algorithm
	own map[string]*planFile // by id
}

func (s *simulateCommand) Help() string {
	return `Runs algorithms in virtual time and compares the times with the formulas of the textbook. Each algorithm runs on the network of its formula, unless --network gives one network for all.

  topocoll simulate hcube/bcast -n 64 -m 1K
  topocoll simulate --op bcast -n 64 -m 1K --network torus:8x8
  topocoll simulate --op bcast -n 64 --sweep m=1:1M --svg bcast.svg
  topocoll simulate --op bcast -n 4 -m 1K --network file:net.txt
  topocoll simulate ring/allreduce-reduce-bcast -n 16 -m 64K --segment auto

A file has a line for every cable, such as "h0 s0 1gbit": two hosts (h0, h1, ...) or switches (s0, s1, ...), and a rate for every cable or for none. "h0 > h1" is a link in one direction. A link of c times the greatest common divisor of all rates takes tw/c for a word.

Where --segment cuts the messages of an algorithm, the plans of the nodes run, as topocoll plan shows them, on at most 1024 processes. A node forwards a piece as soon as it is there: so a reduction with a broadcast after it becomes a pipeline. The formula stays that of whole messages.

A simulation that would take more than 10 seconds says on stderr how many messages it has and about how long it takes. One of more than 10 minutes is refused without --allow-long.`
}

func (s *simulateCommand) Run(out io.Writer, given flags) error {
	if len(s.Algo)+len(s.Op) == 0 {
		return usagef("no algorithm given, want ALGO... or --op OP (topocoll list shows them)")
	}
	s.of = s.call(s.Network, given)
	infos, err := s.infos(given)
	if err != nil {
		return err
	}
	if err := given.forNone(infos); err != nil {
		return err
	}
	switch {
	case s.Sweep != "" && s.own != nil:
		return usagef("--sweep %s with a plan, which is for one p and one m", s.Sweep)
	case s.Sweep != "":
		return s.sweep(out, infos, given)
	case s.SVG != "":
		return usagef("--svg draws a --sweep; topocoll explain %s --svg %s draws one run", infos[0].ID, s.SVG)
	}
	single := len(infos) == 1
	var runs []simulation
	var skipped []catalog.Info
	for _, info := range infos {
		if !single && !info.Takes(s.of.p) {
			skipped = append(skipped, info)
			continue
		}
		run, err := s.simulation(info, s.of.p, s.of.m)
		if err != nil {
			return err
		}
		runs = append(runs, run)
	}
	if err := foresee(os.Stderr, runs, s.Long); err != nil {
		return err
	}
	ctx, stop := jobs.Context()
	defer stop()
	outcomes := make([]outcome, len(runs))
	for i, run := range runs {
		if outcomes[i], err = run.run(ctx); err != nil {
			return err
		}
	}
	switch {
	case s.JSON && single:
		return writeJSON(out, outcomes[0])
	case s.JSON:
		return writeJSON(out, outcomes)
	case single:
		return describe(out, runs[0], outcomes[0])
	}
	return writeSimulations(out, runs, outcomes, skipped)
}

// infos returns the algorithms that are asked for, with the plans in files, of which it takes the call.
func (s *simulateCommand) infos(given flags) ([]catalog.Info, error) {
	var infos []catalog.Info
	rows := selection{Op: s.Op}
	for _, name := range s.Algo {
		if !isOwn(name) {
			rows.Algo = append(rows.Algo, name)
			continue
		}
		c := &s.of
		if err := c.take(name, given); err != nil {
			return nil, err
		}
		given["n"], given["m"], given["root"], given["shift"] = true, true, c.info.Op.Rooted(), c.info.Op == catalog.Shift // a second file is for the same call
		if s.own == nil {
			s.own = map[string]*planFile{}
		}
		s.own[c.info.ID], infos = c.own, append(infos, c.info)
	}
	if len(rows.Algo)+len(rows.Op) == 0 {
		return infos, nil
	}
	others, err := rows.rows()
	if err == nil {
		err = s.radixFlag.in(others)
	}
	return append(others, infos...), err
}

// simulation returns the run of one algorithm that the flags describe.
func (s *simulateCommand) simulation(info catalog.Info, p, m int) (simulation, error) {
	run := simulation{call: s.of, segment: s.Segment}
	run.info, run.own, run.p, run.m = info, s.own[info.ID], p, m
	if err := run.check(); err != nil { // before a network is built for the run
		return run, err
	}
	var err error
	run.setup, err = s.machine.setup(info, p)
	return run, err
}

func writeJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
