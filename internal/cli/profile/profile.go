package profile

import (
	"fmt"
	"io"

	"topocoll/catalog"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/profile"
	"topocoll/internal/rules"
	"topocoll/internal/wrap"
	"topocoll/tuned"
)

type Command struct {
	File  string   `arg:"" help:"A profile written by topocoll run --profile." placeholder:"FILE" type:"path"`
	Rules []string `help:"Tuning files of the MPI library for the column 'native algorithm' (default: the files that the program used); a comma separates files that the library reads together." placeholder:"FILE" type:"path"`
}

func (*Command) Help() string {
	return `Prints the share of its time that a program spends in collective calls, the calls that take the
most time, and the largest possible gain from tuning. For blocking calls, it also prints the algorithm that
the MPI library selects, if it is known. topocoll run --profile writes the file; docs/how-to/drop-in.md
describes it.

  topocoll run -n 16 --profile app.json -- ./program
  topocoll profile app.json
  srun topocoll run --profile app.json ./program; topocoll profile app.json`
}

func (c *Command) Run(out io.Writer) error {
	p, err := profile.Load(c.File)
	if err != nil {
		return exit.Usage(err)
	}
	selector, err := c.selector(p)
	if err != nil && len(c.Rules) > 0 {
		return exit.Usage(err)
	}
	var native profile.NativeAlgorithm
	if err == nil {
		native = func(op catalog.Collective, job tuned.Job, bytes int) string {
			return rules.Algorithm(selector, op, job, bytes)
		}
	}
	p.Print(out, native)
	if err != nil {
		fmt.Fprint(out, wrap.Text("", "", fmt.Sprintf("The native algorithms are unknown: %s.",
			wrap.Plain(err.Error()))))
	}
	return nil
}

// selector returns a rules.Selector for the profile's MPI library. It reads the files of --rules or, without
// --rules, the files that the program used.
func (c *Command) selector(p *profile.Profile) (rules.Selector, error) {
	if len(c.Rules) > 0 {
		version, err := rules.ParseVersion(p.Library)
		if err != nil {
			return nil, err
		}
		return saved.Selector(c.Rules, version)
	}
	selector, _, err := saved.SelectorInEffect(p.Library, p.Settings)
	if err != nil {
		return nil, fmt.Errorf("%w; use --rules to give the program's tuning files", err)
	}
	return selector, nil
}
