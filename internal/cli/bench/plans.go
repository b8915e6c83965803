package bench

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"topocoll/bench"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/exit"
	"topocoll/internal/job/launcher"
	"topocoll/internal/planfile"
	"topocoll/internal/wrap"
	"topocoll/topo"
)

// Plans reads and checks the files of --plan. It refuses a plan that fits no cell of the run.
func (b *Command) Plans(cfg bench.Config) (plans []contender.PlannedCall, err error) {
	for _, name := range b.Plan {
		f, err := planfile.ReadChecked(name)
		if err != nil {
			return nil, err
		}
		p := contender.PlannedCall{Name: wrap.Plain(filepath.Base(name)), Op: f.Op, M: f.M, Root: f.Root,
			Shift: topo.Mod(f.Shift, f.P), Whole: f.Segment == 0, Job: f.Nodes}
		switch {
		case results.Cell{Subject: results.Subject{Type: cfg.Type}}.WordBytes() != 8:
			return nil, exit.Usagef("--plan %s: a plan has words of 8 bytes, want --type float64 or int64", name)
		case cfg.Root != nil && f.Op.Rooted() && *cfg.Root != f.Root:
			return nil, exit.Usagef("--plan %s: the plan is for root %d, want --root %d, got %d", name, f.Root,
				f.Root, *cfg.Root)
		case f.Op == catalog.Shift && p.Shift == 0 && f.P > 1:
			return nil, exit.Usagef(
				"--plan %s: a shift by %d on %d ranks moves nothing, want another distance", name, f.Shift,
				f.P)
		case !slices.Contains(cfg.Ops(), f.Op):
			return nil, exit.Usagef("--plan %s: the plan is for %s, want an operation of this run: %v", name,
				f.Op, cfg.Ops())
		case f.Op != catalog.Barrier && !slices.Contains(cfg.Sizes, p.Bytes()):
			return nil, exit.Usagef("--plan %s: the plan has blocks of %d words, want their %d bytes in --size",
				name,
				p.M, p.Bytes())
		case slices.ContainsFunc(plans,
			func(other contender.PlannedCall) bool { return other.Name == p.Name }):
			return nil, exit.Usagef("--plan %s: a second file is named %s, want another name", name, p.Name)
		}
		plans = append(plans, p)
	}
	return plans, nil
}

// checkRanks refuses a root that the smallest number of ranks does not have, and a plan for another number of
// ranks.
func checkRanks(cfg bench.Config, scales []int) error {
	if least := slices.Min(scales); cfg.Root != nil && *cfg.Root >= least {
		return exit.Usagef("--root %d of %d ranks, want 0 to %d", *cfg.Root, least, least-1)
	}
	for _, p := range cfg.Plans {
		if !slices.Contains(scales, len(p.Job)) {
			return exit.Usagef("--plan: %s%s is for %d ranks, want this number of ranks: -n or --np has %v",
				results.Planned, p.Name, len(p.Job), scales)
		}
	}
	return nil
}

// applyPlans sets the flags -n, --op and --size that were not given, to match the calls of the plans in the
// files of --plan. A file that cannot be read is refused later.
func (b *Command) applyPlans(given func(name string) bool) {
	var np, sizes []int
	var ops []string
	for _, name := range b.Plan {
		f, err := planfile.Read(name)
		if err != nil {
			return
		}
		np, ops = append(np, f.P), append(ops, string(f.Op))
		if f.Op != catalog.Barrier {
			sizes = append(sizes, 8*f.M)
		}
	}
	if _, launched := launcher.Rank(); len(np) > 0 && !launched && !given("n") && !given("np") {
		if b.N = slices.Max(np); slices.Min(np) < b.N {
			b.NP = unique(np)
		}
	}
	if len(ops) > 0 && !given("op") && !given("algo") {
		b.Op = unique(ops)
	}
	if len(sizes) > 0 && !given("size") {
		b.Size = strings.Trim(strings.Join(strings.Fields(fmt.Sprint(unique(sizes))), ","), "[]")
	}
}

func unique[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	return slices.Compact(list)
}
