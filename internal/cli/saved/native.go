package saved

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/catalog"
	"topocoll/internal/rules"
	"topocoll/internal/wrap"
	"topocoll/tuned"
)

// writeNativeAlgorithms prints the algorithms that the MPI library selected for the default native calls of a
// run, where they are known.
func writeNativeAlgorithms(out io.Writer, r *results.Result) {
	selector, version, err := SelectorInEffect(r.Env.MPI, selectionSettings(r.Env))
	if err != nil || r.Env.RequestKind != "" || r.Env.Counts != "" {
		return
	}
	native := slices.DeleteFunc(slices.Clone(r.Cells),
		func(c results.Cell) bool { return c.Algo != results.Native })
	var lines, hosts []string
	for _, rank := range r.Env.Ranks {
		hosts = append(hosts, rank.Host)
	}
	for _, cells := range results.Tables(native) {
		job, previous := tuned.JobOn(hosts[:min(cells[0].P, len(hosts))]), ""
		var spans []string
		for _, c := range cells {
			algorithm := rules.Algorithm(selector, catalog.Collective(c.Op), job, c.Bytes)
			isNew := algorithm != "" && algorithm != previous
			previous = algorithm
			if isNew {
				if c.Bytes > 0 {
					algorithm += " from " + results.FormatSize(c.Bytes)
				}
				spans = append(spans, algorithm)
			}
		}
		if len(spans) > 0 {
			lines = append(lines, fmt.Sprintf("%s on %d ranks: %s", cells[0].Op, cells[0].P,
				strings.Join(spans, "; ")))
		}
	}
	if len(lines) > 0 {
		wrap.WriteComment(out, "algorithms of the native calls, selected by %s:", version)
	}
	for _, line := range lines {
		io.WriteString(out, wrap.Text("#   ", "#     ", line))
	}
}

// selectionSettings returns the settings of a run that influence the library's selection, as NAME=value. They
// are environment variables, and parameters that Open MPI read from a file such as openmpi-mca-params.conf.
func selectionSettings(env results.Env) (settings []string) {
	for name, value := range env.Variables {
		if strings.HasPrefix(name, "OMPI_MCA_coll") || strings.HasPrefix(name, "MPIR_CVAR_") &&
			(strings.Contains(name, "COLL") || strings.Contains(name, "ALGORITHM")) {
			settings = append(settings, name+"="+value)
		}
	}
	defaults := map[string]string{"coll_tuned_priority": "30"}
	for name, value := range env.Library {
		if number, isBool := map[string]string{"true": "1", "false": ""}[value]; isBool {
			value = number
		}
		_, known := env.Variables["OMPI_MCA_"+name]
		if strings.HasPrefix(name, "coll") && name != "coll_han_priority" && value != defaults[name] && !known {
			settings = append(settings, "OMPI_MCA_"+name+"="+value)
		}
	}
	return settings
}
