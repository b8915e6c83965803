package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"html/template"

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
