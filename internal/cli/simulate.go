package cli

import (
	"cmp"
	"encoding/json"
	"io"

	"topocoll/catalog"
)

type simulateCommand struct {
	Algo    []string `arg:"" optional:"" help:"Algorithms by id, the beginning of ids, or a pattern: hcube/bcast, ring, '*/bcast*'. If several match, they are compared. plan:FILE is a plan that plan --json or another program has written." placeholder:"ALGO" predictor:"algo"`
	Op      []string `help:"All algorithms of an operation: bcast, reduce, ..." placeholder:"OP" predictor:"op"`
	P       count    `short:"p" help:"Number of processes (default: as the network has, else ${default}). K and M are 1024 and 1024²." default:"8"`
	M       count    `short:"m" help:"Words of a message or block (default: ${default})." default:"1"`
	Root    int      `help:"Root of bcast, reduce, scatter, gather (default: ${default})." default:"0"`
	Shift   int      `help:"Distance of the circular shift (default: ${default})." default:"1"`
	Segment count    `help:"Words of a segment of a pipelined algorithm (default: ${default}, chosen by the algorithm)." default:"0"`
	Cut     segment  `help:"Cut messages of more than so many words, and let every node do each step as soon as what it waits for is done, with links that are free. auto is the length with the least time (default: ${default}, no cut)." default:"0" placeholder:"N|auto"`
	Sweep   string   `help:"Run with m or p doubled from A to B: m=1:1M or p=2:4096." placeholder:"m=A:B"`
	SVG     string   `name:"svg" help:"Draw the sweep as an SVG chart." placeholder:"FILE"`
	JSON    bool     `help:"Print JSON instead of text: one object, or an array of objects if several algorithms are compared."`
	machine `group:"The machine (ts, tw and th as in the textbook; one port, full duplex)"`

	own map[string]*planFile // by id
}

func (s *simulateCommand) Help() string {
	return `Runs algorithms in virtual time and compares the times with the formulas of the textbook. Each algorithm runs on the network of its formula, unless --network gives one network for all.

  topocoll simulate hcube/bcast -p 64 -m 1K
  topocoll simulate --op bcast -p 64 -m 1K --network torus:8x8
  topocoll simulate --op bcast -p 64 --sweep m=1:1M --svg bcast.svg
  topocoll simulate --op bcast -p 4 -m 1K --network file:net.txt
  topocoll simulate ring/allreduce-reduce-bcast -p 16 -m 64K --cut auto

A file has a line for every cable, such as "h0 s0 1gbit": two hosts (h0, h1, ...) or switches (s0, s1, ...), and a rate for every cable or for none. "h0 > h1" is a link in one direction. A link of c times the greatest common divisor of all rates takes tw/c for a word.

With --cut, the plans of the nodes run, as topocoll plan shows them, on at most 256 processes. A node forwards a piece as soon as it is there: so a reduction with a broadcast after it becomes a pipeline. The formula stays that of whole messages.`
}

func (s *simulateCommand) Run(out io.Writer, given flags) error {
	if len(s.Algo)+len(s.Op) == 0 {
		return usagef("no algorithm given, want ALGO... or --op OP (topocoll list shows them)")
	}
	s.P = count(s.Network.processes(s.P, given))
	infos, err := s.infos(given)
	if err != nil {
		return err
	}
	if err := cmp.Or(given.forNone(infos), given.segments(infos)); err != nil {
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
	var jobs []job
	var skipped []catalog.Info
	for _, info := range infos {
		if !single && !info.Takes(int(s.P)) {
			skipped = append(skipped, info)
			continue
		}
		j, err := s.job(info, int(s.P), int(s.M))
		if err != nil {
			return err
		}
		jobs = append(jobs, j)
	}
	ctx, stop := interruptible()
	defer stop()
	outcomes := make([]outcome, len(jobs))
	for i, j := range jobs {
		if outcomes[i], err = j.run(ctx); err != nil {
			return err
		}
	}
	switch {
	case s.JSON && single:
		return writeJSON(out, outcomes[0])
	case s.JSON:
		return writeJSON(out, outcomes)
	case single:
		return describe(out, jobs[0], outcomes[0])
	}
	return compare(out, jobs, outcomes, skipped)
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
		f, err := own(name)
		if err != nil {
			return nil, err
		}
		p, m := int(s.P), int(s.M)
		if err := f.set(name, given, call{&p, &m, &s.Root, &s.Shift}, "segment"); err != nil {
			return nil, err
		}
		given["p"], given["m"], given["root"], given["shift"] = true, true, f.Op.Rooted(), f.Op == catalog.Shift // a second file is for the same call
		s.P, s.M = count(p), count(m)
		if s.own == nil {
			s.own = map[string]*planFile{}
		}
		info := f.info(name)
		s.own[info.ID], infos = f, append(infos, info)
	}
	if len(rows.Algo)+len(rows.Op) == 0 {
		return infos, nil
	}
	others, err := rows.rows()
	return append(others, infos...), err
}

// job returns the run of one algorithm that the flags describe.
func (s *simulateCommand) job(info catalog.Info, p, m int) (job, error) {
	j := job{info: info, p: p, m: m, root: s.Root, shift: s.Shift, size: int(s.Segment), cut: s.Cut, half: s.Ports == "half", own: s.own[info.ID]}
	if err := j.check(); err != nil { // before a network is built for the run
		return j, err
	}
	var err error
	j.setup, err = s.machine.setup(info, p)
	return j, err
}

func writeJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
