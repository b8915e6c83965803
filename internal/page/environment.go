package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"topocoll/bench/results"
	"topocoll/bench/results/tables"
)

// An environment describes how a result was measured.
type environment struct {
	results.Env
	Pairs    []property
	Bindings []string
}

type property struct{ Name, Value string }

func environmentOf(r *results.Result) environment {
	e := r.Env
	return environment{Env: e, Bindings: bindings(e.Ranks),
		Pairs: dropEmpty([]property{
			{"Start", e.Start},
			{"Program", e.Tool + ", " + e.Go + fmt.Sprintf(", GOMAXPROCS %d", e.GOMAXPROCS)},
			{"GODEBUG", e.GODEBUG},
			{"MPI", e.MPI + ", " + e.Threads},
			{"Processes", processes(r)},
			{"Launches", strconv.Itoa(max(1, e.Launches))},
			{"Network", e.Network},
			{"Mapping of labels to ranks", labels(e)},
			{"Links between hosts", strings.Join(tables.Crossings(e, e.P), "; ")},
			{"Mesh", e.MeshText()},
			{"Start of a sample",
				e.Sync + fmt.Sprintf(", clock: %s, seed of the random order of the contenders: %d", e.Clock, e.Seed)},
			{"Clock error at the start", clockError(e)},
			{"Caches before a call", e.Cache},
			{"Start skew",
				fmt.Sprintf("median %s µs, 95th percentile %s µs", micros(e.SkewP50), micros(e.SkewP95))},
			{"Times", timesFrom(e)},
			{"An empty sample", micros(e.Overhead) + " µs"},
			{"An empty cgo call",
				fmt.Sprintf("%.0f ns; reading the clock: %.0f ns", e.CgoFloor, e.ClockCost)},
		}),
	}
}

func clockError(e results.Env) string {
	if e.ClockError == 0 {
		return ""
	}
	return micros(e.ClockError) + " µs"
}

func timesFrom(e results.Env) string {
	if !e.TimeInC {
		return ""
	}
	return "measured in C for native calls, our algorithms and plans, not including the call from Go"
}

func dropEmpty(pairs []property) []property {
	return slices.DeleteFunc(pairs, func(p property) bool { return p.Value == "" })
}

func processes(r *results.Result) string {
	var counts []string
	for _, p := range processCounts(tablesOf(r)) {
		counts = append(counts, fmt.Sprint(p))
	}
	text := strings.Join(counts, ", ")
	if text == "" {
		text = fmt.Sprint(r.Env.P)
	}
	if r.Env.Oversubscribed {
		text += " (more ranks than cores)"
	}
	return text
}

func labels(e results.Env) string {
	if len(e.Labels) == 0 {
		return e.Map
	}
	return fmt.Sprintf("%s: %v", e.Map, e.Labels)
}

// bindings lists the CPUs on which the ranks may run, with one line for consecutive ranks on the same CPUs.
func bindings(ranks []results.Rank) []string {
	var lines []string
	for i := 0; i < len(ranks); {
		j := i
		for j+1 < len(ranks) && ranks[j+1].Host == ranks[i].Host && ranks[j+1].Affinity == ranks[i].Affinity {
			j++
		}
		who := fmt.Sprintf("rank %d", i)
		if j > i {
			who = fmt.Sprintf("ranks %d to %d", i, j)
		}
		lines = append(lines, fmt.Sprintf("%s on %s: CPUs %s", who, ranks[i].Host, ranks[i].Affinity))
		i = j + 1
	}
	return lines
}

// A download is a link to the compressed result. The link contains the data, so it works offline.
type download struct {
	Link    template.HTMLAttr // href attribute of the link
	Samples bool              // the download contains the raw samples
	Had     bool              // the result has raw samples
	KB      int
}

func downloadOf(r *results.Result, samples bool) (download, error) {
	d := download{Samples: samples, Had: r.HasSamples()}
	if !samples {
		r = r.WithoutSamples()
	}
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	if err := json.NewEncoder(zip).Encode(r); err != nil {
		return d, err
	}
	if err := zip.Close(); err != nil {
		return d, err
	}
	d.KB = (packed.Len() + 1023) / 1024
	d.Link = template.HTMLAttr(`href="data:application/gzip;base64,` +
		base64.StdEncoding.EncodeToString(packed.Bytes()) + `"`)
	return d, nil
}
