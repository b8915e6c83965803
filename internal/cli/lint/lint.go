package lint

import (
	"fmt"
	"io"
	"strings"

	"topocoll/internal/cli/saved"
	"topocoll/internal/exit"
	"topocoll/internal/job/ranks"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/wrap"
)

type Command struct {
	File string `arg:"" help:"A tuning file of Open MPI or MPICH." placeholder:"FILE" type:"path"`
	MPI  string `name:"mpi" help:"The library: openmpi-4.1.4, mpich-4.0.2 (default: the library of mpirun, else all)." placeholder:"VERSION"`
}

func (*Command) Help() string {
	return `Prints what a tuning file means to an MPI library, range by range, and then its mistakes by line.
The libraries skip and misread parts of their files without a message (docs/reference/tuning-files.md). The
exit code is 4 if the library does not apply the file as written.

  topocoll lint report/openmpi-rules.conf
  topocoll lint rules.conf --mpi openmpi-5.0.7
  topocoll lint han.conf --mpi openmpi-5.0.7`
}

func (l *Command) Run(out io.Writer) error {
	file, err := saved.TuningFile(l.File)
	if err != nil {
		return err
	}
	if libraries.IsVariables(file) {
		return exit.Usagef("%s lists environment variables of MPICH, which lint does not check; give a JSON "+
			"file of MPICH, or a rules file of Open MPI", wrap.Plain(l.File))
	}
	format := libraries.FormatOf(file)
	classes, err := l.versions(format)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %s of %s\n", wrap.Plain(l.File), format.Name, format.Library)
	wrong := 0
	for _, r := range groupVersions(format, file, classes) {
		fmt.Fprintf(out, "\n%s\n%s", strings.Join(r.versions, ", "), wrap.PlainLines(r.text))
		wrong = max(wrong, r.mistakes)
	}
	if wrong > 0 {
		return exit.Error{Code: exit.Slower,
			Err: fmt.Errorf("%s: the library does not apply the file as written; findings: %d", wrap.Plain(l.File),
				wrong)}
	}
	return nil
}

// versions returns the library versions for which the file is checked.
func (l *Command) versions(format rules.Format) ([]rules.Class, error) {
	if l.MPI == "" {
		if v, err := rules.ParseVersion(ranks.Library().Version()); err == nil &&
			v.Library == format.Library {
			return []rules.Class{{Version: v, Text: v.String()}}, nil
		}
		return rules.Classes(format.Library), nil
	}
	v, err := rules.ParseVersion(l.MPI)
	switch {
	case err != nil:
		return nil, exit.Usagef("--mpi: %w", err)
	case v.Library != format.Library:
		return nil, exit.Usagef("--mpi %s: %s is %s of %s; give a version of that library", l.MPI,
			wrap.Plain(l.File),
			format.Name, format.Library)
	}
	return []rules.Class{{Version: v, Text: v.String()}}, nil
}

// A versionReport is the report on a file for library versions that interpret the file in the same way.
type versionReport struct {
	versions []string
	text     string
	mistakes int
}

// groupVersions groups the library versions that interpret a file in the same way.
func groupVersions(format rules.Format, file []byte, classes []rules.Class) (all []versionReport) {
next:
	for _, c := range classes {
		report := format.Lint(file, c.Version)
		for i := range all {
			if all[i].text == report.Text() {
				all[i].versions = append(all[i].versions, c.Text)
				continue next
			}
		}
		all = append(all, versionReport{[]string{c.Text}, report.Text(), report.CountWrong()})
	}
	return all
}
