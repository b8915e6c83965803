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
		Purpose:  "collective operations by hand, timed against the native MPI calls",
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
						Text: "Stands for --" + flag.Name + " of " + command.Path() + "."})
			}
		}
	}
	s.Items = append(s.Items, []manpage.Item{
		{Term: "OMPI_COMM_WORLD_RANK, PMIX_RANK, PMI_RANK",
			Text: "A launcher sets one of them: this process is one of its ranks, and starts none."},
		{Term: "OMPI_MCA_*",
			Text: "Settings of Open MPI. bench keeps them in bench.json, with those of UCX_* and SLURM_*."},
		{Term: "OMPI_MCA_mpi_yield_when_idle",
			Text: "Set to 1 when there are more ranks than cores, unless it is set already."},
		{Term: "OMPI_MCA_coll_tuned_use_dynamic_rules",
			Text: "Set to 1, so that the library's algorithms can be chosen by name, unless it is set " +
				"already."},
		{Term: "COMP_LINE, COMP_POINT",
			Text: "Set by a shell's completion: print what fits there, and quit."},
	}...)
	return s
}

var files = manpage.Section{Title: "FILES", Items: []manpage.Item{
	{Term: "report/bench.json", Text: "All that bench measured, and where. --out names another folder."},
	{Term: "report/bench.csv", Text: "The cells of it, a line each."},
	{Term: "report/tuned.json",
		Text: "What tune has found: the fastest for every operation and range of sizes."},
	{Term: "report/tune.json", Text: "What tune has measured, to go on with."},
	{Term: "report/openmpi-rules.conf, openmpi-rules.json, openmpi-han.conf, mpich-selection.json, mpich.env",
		Text: "What makes Open MPI or MPICH use the best of its algorithms, by tune."},
	{Term: "report/report.html", Text: "The page made of it, complete in itself."},
	{Term: "report/launch-1, report/launch-2, ...", Text: "The same of each launch, when there are several."},
	{Term: "/run/topocoll", Text: "The emulated networks that are up."},
}}

var examples = manpage.Section{Title: "EXAMPLES", Items: []manpage.Item{
	{Term: "topocoll verify -n 6", Text: "Compare every algorithm with the native call on six ranks."},
	{Term: "topocoll bench --op bcast,reduce --launches 3",
		Text: "Time two operations, over three launches."},
	{Term: "topocoll tune -n 4 --op bcast,allreduce --limit 2m", Text: "Find the fastest for every size."},
	{Term: "mpirun -n 64 topocoll bench --algo 'hcube,native:*'",
		Text: "Under your own launcher, against every algorithm that the library has."},
	{Term: "topocoll compare A/bench.json B/bench.json --fail-if-slower 5%",
		Text: "Has something become slower?"},
	{Term: "topocoll explain hcube/scan -n 8", Text: "Who sends what to whom, step by step."},
	{Term: "topocoll simulate --op allgather -n 64 -m 1000",
		Text: "Virtual time, beside the formula of the book."},
}}

var seeAlso = manpage.Section{Title: "SEE ALSO", Text: "mpirun(1), ompi_info(1), srun(1), ip-netns(8), tc(8)"}
