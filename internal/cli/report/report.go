package report

import (
	"fmt"
	"io"
	"path/filepath"

	"topocoll/bench/results"
	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/page"
	"topocoll/internal/wrap"
)

type Command struct {
	Results []string `arg:"" help:"One or more bench.json files, or their folders." placeholder:"BENCH.JSON"`
	Out     string   `short:"o" help:"The page to write (default: report.html or reports.html beside the input)." placeholder:"FILE"`
	Links   string   `help:"Write only the picture of the network's links, as SVG." placeholder:"FILE"`
}

func (*Command) Help() string {
	return `Writes one self-contained HTML page of results: verdicts, a map of the fastest algorithms, ratios,
charts, predictions, noise, step diagrams and the data. For runs with two MPI libraries on the same hosts, the
page begins with a comparison of their native calls and with advice for each library.

  topocoll report report
  topocoll report report/launch-1 report/launch-2 -o both.html
  topocoll report openmpi/bench.json mpich/bench.json`
}

func (r *Command) Run(out io.Writer) error {
	if r.Links != "" && r.Out != "" {
		return exit.Usagef("--links %s cannot be used with -o %s: --links writes only the picture",
			r.Links, r.Out)
	}
	if r.Links != "" && len(r.Results) > 1 {
		return exit.Usagef("--links %s draws one result, not %d; name one result", r.Links, len(r.Results))
	}
	var runs []*results.Result
	for _, name := range r.Results {
		result, err := saved.LoadMeasured(name)
		if err != nil {
			return err
		}
		runs = append(runs, result)
	}
	for _, name := range r.Results {
		for _, written := range []string{r.Out, r.Links} {
			if written != "" && saved.SameFile(written, saved.File(name)) {
				return exit.Usagef("%s would be overwritten; use a different file for the page or picture", name)
			}
		}
	}
	if r.Links != "" {
		if err := saved.WriteFile(r.Links,
			func(w io.Writer) error { return page.WriteLinks(w, runs[0]) }); err != nil {
			return exit.Usage(err)
		}
		_, err := fmt.Fprintln(out, wrap.Plain(r.Links), "written")
		return err
	}
	path := r.Out
	if path == "" {
		path = r.defaultPage()
	}
	if err := saved.WriteFile(path, func(w io.Writer) error { return page.Write(w, runs...) }); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, wrap.Plain(path), "written")
	return err
}

// defaultPage returns the default of -o: report.html beside a single result, or reports.html beside the first
// of several results.
func (r *Command) defaultPage() string {
	name := results.PageName
	if len(r.Results) > 1 {
		name = "reports.html"
	}
	return filepath.Join(filepath.Dir(saved.File(r.Results[0])), name)
}
