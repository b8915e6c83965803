package man

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"topocoll/internal/build"
	"topocoll/internal/exit"
	"topocoll/internal/manpage"
)

// Command prints the manual page, for make install.
type Command struct{}

func (Command) Run(ctx *kong.Context, out io.Writer) error {
	page := manpage.Page{
		App: ctx.Model, Version: build.Tool(),
		Purpose:  "find, explain and run faster MPI collectives",
		Sections: []manpage.Section{exitStatus(), environment(ctx.Model), files, examples, seeAlso},
	}
	return page.Write(out)
}

func exitStatus() manpage.Section {
	s := manpage.Section{Title: "EXIT STATUS"}
	for code, text := range exit.Codes {
		s.Items = append(s.Items,
			manpage.Item{Term: fmt.Sprint(code), Text: strings.ToUpper(text[:1]) + text[1:] + "."})
	}
	return s
}

// environment lists the environment variables that set flags, and then all other variables.
func environment(app *kong.Application) manpage.Section {
	s := manpage.Section{Title: "ENVIRONMENT"}
	for _, command := range app.Leaves(true) {
		for _, flag := range command.Flags {
			for _, name := range flag.Envs {
				s.Items = append(s.Items,
					manpage.Item{Term: name,
						Text: "Sets --" + flag.Name + " of " + command.Path() + "."})
			}
		}
	}
	s.Items = append(s.Items, []manpage.Item{
		{Term: "OMPI_COMM_WORLD_RANK, PMIX_RANK, PMI_RANK",
			Text: "If a launcher sets one of them, this process is one of its ranks and starts no further ranks."},
		{Term: "OMPI_MCA_*",
			Text: "Settings of Open MPI. bench records them in bench.json, with UCX_* and SLURM_*."},
		{Term: "OMPI_MCA_mpi_yield_when_idle",
			Text: "topocoll sets it to 1 if there are more ranks than cores, unless it is already set."},
		{Term: "OMPI_MCA_coll_tuned_use_dynamic_rules",
			Text: "topocoll sets it to 1, so that the library's algorithms can be selected by name, unless it " +
				"is already set."},
		{Term: "COMP_LINE, COMP_POINT",
			Text: "If a shell sets them, topocoll prints the completions and exits."},
	}...)
	return s
}

var files = manpage.Section{Title: "FILES", Items: []manpage.Item{
	{Term: "report/bench.json", Text: "The results of bench for every cell, with their environment. " +
		"--out selects a different folder."},
	{Term: "report/bench-samples.jsonl.gz", Text: "The samples of these measurements, one line per cell."},
	{Term: "report/bench.csv", Text: "The cells of bench.json, one per line."},
	{Term: "report/tuned.json",
		Text: "The table of tune: the fastest contender for every operation and range of sizes."},
	{Term: "report/tune.json", Text: "The measurements of topocoll tune. Its next run continues from them."},
	{Term: "report/openmpi-rules.conf, openmpi-rules.json, openmpi-han.conf, mpich-selection.json, mpich.env",
		Text: "Tuning files, written by tune, that make Open MPI or MPICH use their best algorithms."},
	{Term: "report/report.html", Text: "The results as a self-contained page."},
	{Term: "report/launch-1, report/launch-2, ...", Text: "The same files for each launch, if there are " +
		"several launches."},
	{Term: "/run/topocoll", Text: "The emulated networks that are up."},
}}

var examples = manpage.Section{Title: "EXAMPLES", Items: []manpage.Item{
	{Term: "topocoll verify -n 6", Text: "Compare every algorithm with the native call on six ranks."},
	{Term: "topocoll bench --op bcast,reduce --launches 3",
		Text: "Time two operations, over three launches."},
	{Term: "topocoll tune -n 4 --op bcast,allreduce --limit 2m", Text: "Find the fastest contender for every " +
		"size."},
	{Term: "mpirun -n 64 topocoll bench --algo 'hcube,native:*'",
		Text: "Time the hypercube algorithms against every algorithm of the library, under your own launcher."},
	{Term: "topocoll compare A/bench.json B/bench.json --fail-if-slower 5%",
		Text: "Test whether a cell became more than 5 % slower."},
	{Term: "topocoll explain hcube/scan -n 8", Text: "Show who sends what to whom, step by step."},
	{Term: "topocoll simulate --op allgather -n 64 -m 1000",
		Text: "Compare simulated times with the book's formulas."},
}}

var seeAlso = manpage.Section{Title: "SEE ALSO", Text: "mpirun(1), ompi_info(1), srun(1), ip-netns(8), tc(8)"}
