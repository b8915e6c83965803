package cli

import (
	"fmt"
	"io"
	"path/filepath"

	"topocoll/bench/results"
	"topocoll/internal/page"
	"topocoll/internal/wrap"
)

type reportCommand struct {
	Results []string `arg:"" help:"One bench.json or more." placeholder:"BENCH.JSON"`
	Out     string   `short:"o" help:"The page to write (report.html beside the first input)." placeholder:"FILE"`
	Links   string   `help:"Write just the picture of the network's links, as SVG, of the first input." placeholder:"FILE"`
}

func (r *reportCommand) Help() string {
	return `Makes one HTML page of results, complete in itself: verdicts, who wins where, ratios, charts, predictions, noise, step diagrams and the data.

  topocoll report report/bench.json
  topocoll report ring.json torus.json -o both.html`
}

func (r *reportCommand) Run(out io.Writer) error {
	var loaded []*results.Result
	for _, name := range r.Results {
		result, err := measured(name)
		if err != nil {
			return err
		}
		loaded = append(loaded, result)
	}
	if r.Links != "" {
		if err := results.Save(r.Links, func(w io.Writer) error { return page.WriteLinks(w, loaded[0]) }); err != nil {
			return usage(err)
		}
		_, err := fmt.Fprintln(out, wrap.Plain(r.Links), "written")
		return err
	}
	path := r.Out
	if path == "" {
		path = filepath.Join(filepath.Dir(r.Results[0]), "report.html")
	}
	if err := results.Save(path, func(w io.Writer) error { return page.Write(w, loaded...) }); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, wrap.Plain(path), "written")
	return err
}

// measured is the result in a bench.json that has cells.
func measured(path string) (*results.Result, error) {
	r, err := results.Load(path)
	if err != nil {
		return nil, usage(err)
	}
	if len(r.Cells) == 0 {
		return nil, usagef("%s: no cells, want a bench.json with measurements", path)
	}
	return r, nil
}
