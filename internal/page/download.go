package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"slices"

	"topocoll/bench/results"
)

// A download is the result itself, compressed, as a link that works offline.
type download struct {
	Link    template.HTMLAttr // value of href
	Samples bool              // the download contains the raw samples
	Had     bool              // the result has raw samples
	KB      int
}

func downloadOf(r *results.Result, samples bool) (download, error) {
	d := download{Samples: samples}
	for _, c := range r.Cells {
		d.Had = d.Had || len(c.Samples) > 0
	}
	if !samples {
		r = withoutSamples(r)
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

func withoutSamples(r *results.Result) *results.Result {
	slim := *r
	slim.Cells = slices.Clone(r.Cells)
	for i := range slim.Cells {
		slim.Cells[i].Samples, slim.Cells[i].Global, slim.Cells[i].Roots, slim.Cells[i].Position = nil, nil,
			nil, nil
	}
	return &slim
}
