package page

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/stats"
	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/internal/rules/libraries"
	"topocoll/internal/tune"
	"topocoll/internal/tune/rulecheck"
	"topocoll/tuned"
)

//go:embed tuning.html
var tuningHTML string

var tuningFunctions = template.FuncMap{
	"multiple": results.FormatMultiple,
	"interval": func(c rulecheck.Change) string { return fmt.Sprintf("%.3f to %.3f", c.Low, c.High) },
	"from":     tuned.Choice.Range,
	"network":  results.NetworkTitle,
}

var tuningTemplate = template.Must(template.New("tuning").Funcs(templateFunctions).
	Funcs(tuningFunctions).Parse(mapsHTML + tuningHTML))

// A Tuning holds the results of topocoll tune on a machine.
type Tuning struct {
	Table   *tuned.Table
	Points  []tune.Point     // measured points from which Table was made
	Check   *rulecheck.Check // nil if the files were not checked
	Files   []rules.File     // tuning files for the MPI library
	Version rules.Version
	Use     []string // environment variables that make the library read the files
}

// A tuningPage is the data for tuning.html.
type tuningPage struct {
	CSS     template.CSS
	Title   string
	Table   *tuned.Table
	Made    string
	Check   *checkSection
	Winners []tunedMap
	Charts  []tuningCharts
	Files   []tuningFile
	Version rules.Version
	Use     string
}

// A tuningFile holds a tuning file and a description of the file's effect. The file is in a link that works
// offline.
type tuningFile struct {
	Name string
	Link template.HTMLAttr
	Says string
}

// WriteTuning writes the page with the results of tune and tune check. The page compares the library's
// default with the fastest algorithm.
func WriteTuning(w io.Writer, t Tuning) error {
	jobs := jobsOf(t)
	p := tuningPage{
		CSS: template.CSS(pageCSS), Title: "topocoll tune: default against tuned", Table: t.Table,
		Made:  t.Table.Made.Format("2006-01-02 15:04 MST"),
		Check: checkSectionOf(t.Check), Version: t.Version, Use: strings.Join(t.Use, " "),
	}
	for _, j := range jobs {
		p.Winners = append(p.Winners, j.choices())
		for _, o := range j.ops {
			if len(o.sizes) > 1 {
				p.Charts = append(p.Charts, o.charts(j.job, t.Check))
			}
		}
	}
	for _, f := range t.Files {
		says := string(f.Text)
		if format := libraries.FormatOf(f.Text); !strings.HasSuffix(f.Name, ".env") {
			says = format.Lint(f.Text, t.Version).Text()
		}
		link := `href="data:text/plain;base64,` + base64.StdEncoding.EncodeToString(f.Text) + `"`
		p.Files = append(p.Files, tuningFile{f.Name, template.HTMLAttr(link), says})
	}
	return tuningTemplate.Execute(w, p)
}

// A checkSection shows the results of a check with at least two pairs of launches.
type checkSection struct {
	*rulecheck.Check
	Pairs int
	Rows  []checkRow
}

// A checkRow lists the checked cells of one operation.
type checkRow struct {
	Op    catalog.Collective
	Cells []rulecheck.Change
}

func checkSectionOf(c *rulecheck.Check) *checkSection {
	if c == nil || len(c.Cells) == 0 {
		return nil
	}
	s := &checkSection{Check: c, Pairs: c.Launches / 2}
	for _, cells := range results.GroupBy(c.Cells,
		func(cell rulecheck.Change) catalog.Collective { return cell.Op }) {
		s.Rows = append(s.Rows, checkRow{cells[0].Op, cells})
	}
	return s
}

// A tunedMap shows the chosen algorithms of one job.
type tunedMap struct {
	P     int
	Where string
	Map   winnerMap
	// Any and Library are geometric means of the chosen algorithm's time divided by the default's time. For
	// Any, the algorithm is chosen among all contenders; for Library, among the library's own algorithms.
	Any, Library float64
}

func (j tunedJob) choices() tunedMap {
	m := tunedMap{P: j.job.Ranks, Map: winnerMap{P: j.job.Ranks}}
	if j.job.Hosts > 1 {
		m.Where = fmt.Sprintf("hosts %d, slots %d", j.job.Hosts, j.job.Slots)
	}
	var any, library []float64
	for _, o := range j.ops {
		m.Map.Ops = append(m.Map.Ops, string(o.op))
		for _, s := range o.sizes {
			any, library = append(any, s.best.Ratio), append(library, s.bestOfLibrary.Ratio)
		}
	}
	m.Any, m.Library = stats.GeometricMean(any), stats.GeometricMean(library)
	for _, bytes := range j.allSizes() {
		row := winnerRow{Bytes: bytes}
		for _, o := range j.ops {
			row.Cells = append(row.Cells, o.choiceAt(bytes))
		}
		m.Map.Rows = append(m.Map.Rows, row)
	}
	return m
}

// choiceAt returns the choice at a size, or an empty winner if the size was not measured.
func (o tunedOp) choiceAt(bytes int) winner {
	s, found := o.sizeAt(bytes)
	if !found {
		return winner{}
	}
	w := winner{Name: shortName(string(o.op), s.best.Algo), Ratio: ratioText(s.best.Ratio),
		Class: "w-" + kindOf(s.best.Algo)}
	if !s.conclusive {
		w.Class += " open"
	}
	w.Title = fmt.Sprintf("%s %s: %s, %.3f (%.3f to %.3f) of the default; best of the library: %s, %.3f",
		o.op, results.FormatSize(bytes),
		s.best.Algo, s.best.Ratio, s.best.Low, s.best.High, s.bestOfLibrary.Algo, s.bestOfLibrary.Ratio)
	return w
}
