package bench

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"topocoll/bench"
	"topocoll/bench/contender"
	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/exit"
	"topocoll/internal/launch"
	"topocoll/internal/planfile"
	"topocoll/internal/wrap"
	"topocoll/topo"
)

// callModeFlags are the flags that add contenders, and that select non-blocking or persistent calls.
type callModeFlags struct {
	Uncompiled  bool     `group:"Advanced" help:"Also time each algorithm called from Go, message by message; its name is then go:ID."`
	TimeInC     bool     `group:"Advanced" name:"time-in-c" help:"Read the clock in C, so that times exclude the call from Go to C."`
	Nonblocking bool     `group:"Advanced" help:"Time non-blocking calls, such as MPI_Ibcast, and their overlap with a computation."`
	Persistent  bool     `group:"Advanced" help:"Time persistent calls, such as MPI_Bcast_init, and their overlap with a computation."`
	Tests       int      `group:"Advanced" help:"Number of tests for completion during the computation of --nonblocking or --persistent (default: ${default})." default:"0" placeholder:"N"`
	Plan        []string `group:"Advanced" help:"Also time the plans in this file, as plan:FILE; may be repeated." placeholder:"FILE" sep:"none"`
	Packed      string   `group:"Advanced" help:"Read the trees of network/* from this file, written by topocoll pack." placeholder:"FILE"`
}

// maxTests is the maximum of --tests.
const maxTests = 1 << 20

// set records in cfg whether calls are non-blocking or persistent. It returns an error if a flag selects a
// contender that has no such calls.
func (f callModeFlags) set(cfg *bench.Config, what selectionFlags) error {
	flag := "--" + results.Nonblocking
	switch {
	case f.Tests < 0 || f.Tests > maxTests:
		return exit.Usagef("--tests %d, want 0 to %d", f.Tests, maxTests)
	case f.Nonblocking && f.Persistent:
		return exit.Usagef("--nonblocking cannot be used with --persistent")
	case f.Persistent:
		cfg.RequestKind, flag = results.Persistent, "--"+results.Persistent
	case f.Nonblocking:
		cfg.RequestKind = results.Nonblocking
	case f.Tests > 0:
		return exit.Usagef("--tests %d needs --nonblocking or --persistent: a blocking call has no request to "+
			"test for completion", f.Tests)
	default:
		return nil
	}
	err := refuseUnsupported([]flagUse{
		{"--op pingpong", what.pingPong()}, {"--uncompiled", f.Uncompiled}, {"--time-in-c", f.TimeInC},
		{"--plan", len(f.Plan) > 0},
		{"--algo native:" + strings.Join(cfg.Native, ","), len(cfg.Native) > 0},
		{"--algo gompi", cfg.Gompi && len(what.Algo) > 0},
	}, flag+"; use native, algorithms of the catalog or auto, because no other contender supports such calls")
	cfg.Gompi, cfg.Tests = false, f.Tests
	return err
}

// matchPlans sets -n, --np, --op, --size and --root to match the plans in the files of --plan, except for
// flags that were given. If a file cannot be read, matchPlans changes nothing, and ReadPlans later returns
// the error.
func (b *Command) matchPlans(given func(name string) bool) {
	var np, sizes, roots []int
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
		if f.Op.Rooted() && (!given("op") || slices.Contains(b.Op, string(f.Op))) {
			roots = append(roots, f.Root)
		}
	}
	if _, launched := launch.Rank(); len(np) > 0 && !launched && !given("n") && !given("np") {
		if b.N = slices.Max(np); slices.Min(np) < b.N {
			b.NP = unique(np)
		}
	}
	if len(ops) > 0 && !given("op") {
		b.Op = unique(ops)
	}
	if len(sizes) > 0 && !given("size") {
		b.Size = strings.Trim(strings.Join(strings.Fields(fmt.Sprint(unique(sizes))), ","), "[]")
	}
	// the root of a plan is a label, and --root is a rank; the two are the same only without --map
	if roots = unique(roots); len(roots) == 1 && b.Map == "identity" && !given("root") &&
		!slices.ContainsFunc(append(np, b.NP...), func(p int) bool { return p <= roots[0] }) {
		b.Root = strconv.Itoa(roots[0])
	}
}

// unique sorts the list in place and removes duplicates.
func unique[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	return slices.Compact(list)
}

// ReadPlans reads and checks the files of --plan. It returns an error for a plan whose call is not measured
// in this run.
func ReadPlans(files []string, cfg bench.Config) (plans []contender.PlannedCall, err error) {
	for _, name := range files {
		f, err := planfile.ReadChecked(name)
		if err != nil {
			return nil, err
		}
		p := contender.PlannedCall{Name: wrap.Plain(filepath.Base(name)), Op: f.Op, M: f.M, Root: f.Root,
			Shift: topo.Mod(f.Shift, f.P), Whole: f.Segment == 0, Job: f.Nodes}
		switch {
		case results.Cell{Subject: results.Subject{Type: cfg.Type}}.WordBytes() != 8:
			return nil, exit.Usagef("--plan %s: a plan has words of 8 bytes; use --type float64 or int64", name)
		case cfg.Root != nil && f.Op.Rooted() && *cfg.Root != f.Root && cfg.Map == "identity":
			return nil, exit.Usagef("--plan %s: the plan is for root %d; use --root %d instead of --root %d",
				name, f.Root, f.Root, *cfg.Root)
		case f.Op == catalog.Shift && p.Shift == 0 && f.P > 1:
			return nil, exit.Usagef(
				"--plan %s: a shift by %d on %d ranks moves nothing; use a plan with a different distance", name,
				f.Shift, f.P)
		case !slices.Contains(cfg.Ops(), f.Op):
			return nil, exit.Usagef("--plan %s: the plan is for %s, which is not an operation of this run: %v",
				name, f.Op, cfg.Ops())
		case f.Op != catalog.Barrier && !slices.Contains(cfg.Sizes, p.Bytes()):
			return nil, exit.Usagef("--plan %s: the plan is for blocks of %d words (%d bytes), which is not "+
				"one of the sizes of --size",
				name, p.M, p.Bytes())
		case slices.ContainsFunc(plans,
			func(other contender.PlannedCall) bool { return other.Name == p.Name }):
			return nil, exit.Usagef("--plan %s: another --plan file is also named %s; rename one of them", name,
				p.Name)
		}
		plans = append(plans, p)
	}
	return plans, nil
}

// A flagUse is a flag with its value, and whether it was given.
type flagUse struct {
	flag  string
	given bool
}

// refuseUnsupported returns an error for the first flag in `uses` that was given, or nil if none was given.
func refuseUnsupported(uses []flagUse, why string) error {
	if at := slices.IndexFunc(uses, func(u flagUse) bool { return u.given }); at >= 0 {
		return exit.Usagef("%s cannot be used with %s", uses[at].flag, why)
	}
	return nil
}
