package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansbold"
	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/bench/results"
)

// A typeface goes into the page, so that it does not matter which ones this machine has. Narrow to wide.
type typeface struct {
	Name    string `json:"name"`
	Regular []byte `json:"normal"`
	Bold    []byte `json:"bold"`
}

var typefaces = []typeface{
	{"Liberation Sans", liberationsansregular.TTF, liberationsansbold.TTF}, // as wide as Arial and Helvetica
	{"DejaVu Sans", dejavusans.TTF, dejavusansbold.TTF},                    // as wide as Verdana
	{"wider than that", dejavusansbold.TTF, dejavusansbold.TTF},
}

// An overhang is what sticks out of a page in a window under one typeface.
type overhang struct {
	Sample        float64 // width of a text in the typeface
	Page, Window  int
	Scroll, Texts []string // tables that have to be scrolled, labels outside their pictures
}

// A framed page is measured in windows of some widths.
type framed struct {
	File    string `json:"file"`
	Windows []int  `json:"windows"`
}

// measure shows one page after the other in a frame, opens everything that can be opened and says what sticks out: by page,
// typeface and window.
const measure = `<!DOCTYPE html><body style="margin:0"><pre id="fits"></pre><script>
var pages = %s, typefaces = %s;
var out = function (inner, outer) {
  var a = inner.getBoundingClientRect(), b = outer.getBoundingClientRect();
  return a.left < b.left - 1 || a.right > b.right + 1;
};
(async function () {
  var fits = [];
  for (var page of pages) {
    var frame = document.createElement("iframe");
    frame.style = "border:0;height:6000px;width:" + page.windows[0] + "px";
    frame.src = page.file;
    await new Promise(function (loaded) { frame.onload = loaded; document.body.append(frame); });
    var d = frame.contentDocument, root = d.documentElement;
    d.head.append(Object.assign(d.createElement("style"), {textContent: "* { font-family: var(--typeface) !important; }"}));
    var sample = Object.assign(d.createElement("span"), {textContent: "recursive_doubling 0.123",
      style: "font-size:20px;white-space:nowrap;position:absolute;top:0;left:0"});
    d.body.append(sample);
    d.querySelectorAll("details").forEach(function (e) { e.open = true; });
    for (var face of typefaces) {
      for (var weight of ["normal", "bold"]) {
        var bytes = Uint8Array.from(atob(face[weight]), function (c) { return c.charCodeAt(0); });
        d.fonts.add(await new frame.contentWindow.FontFace(face.name, bytes, {weight: weight}).load());
      }
      root.style.setProperty("--typeface", '"' + face.name + '"');
      for (var width of page.windows) {
        frame.style.width = width + "px";
        sample.hidden = false;
        var sampled = sample.getBoundingClientRect().width;
        sample.hidden = true;
        fits.push({
          sample: sampled, page: root.scrollWidth, window: root.clientWidth,
          scroll: Array.from(d.querySelectorAll(".wide")).filter(function (e) { return e.scrollWidth > e.clientWidth; })
            .map(function (e) { return e.closest("section").id + " " + e.firstElementChild.className + " " + e.scrollWidth + " of " + e.clientWidth; }),
          texts: Array.from(d.querySelectorAll("svg text")).filter(function (e) { return out(e, e.ownerSVGElement); })
            .map(function (e) { return e.closest("section").id + " " + e.textContent; }),
        });
      }
    }
    frame.remove();
  }
  document.getElementById("fits").textContent = JSON.stringify(fits);
})();
</script></body>`

var fitsText = regexp.MustCompile(`<pre id="fits">([^<]+)</pre>`)

// fits shows pages in windows under each of the typefaces.
func (b browser) fits(t *testing.T, pages []string, windows [][]int) (fits []overhang) {
	var frames []framed
	for i, page := range pages {
		frames = append(frames, framed{fmt.Sprintf("frame%d.html", i), windows[i]})
		require.NoError(t, os.WriteFile(filepath.Join(b.dir, frames[i].File), []byte(page), 0o600))
	}
	list, err := json.Marshal(frames)
	require.NoError(t, err)
	faces, err := json.Marshal(typefaces)
	require.NoError(t, err)
	v := b.open(t, fmt.Sprintf(measure, list, faces), "--allow-file-access-from-files", "--dump-dom", "--virtual-time-budget=60000")
	match := fitsText.FindStringSubmatch(v.out)
	require.NotNil(t, match, "nothing was measured: %q", v.console)
	require.NoError(t, json.Unmarshal([]byte(html.UnescapeString(match[1])), &fits))
	return fits
}

// No table, label or picture may stick out of the window, whatever font the reader has: of a page with everything there is; of one
// with two libraries and all advice there is; of the picture of links, whose captions are centred in their halves. A last page
// shows that what sticks out under a wide typeface would be seen.
func TestFitsTheWindow(t *testing.T) {
	b := newBrowser(t)
	full, links := fullPreset(8, 1), quickPreset(8, 0)
	full.Cells = slices.DeleteFunc(full.Cells, func(c results.Cell) bool { // all columns, but not all rows, which take long
		return c.Op != "reducescatter" && !slices.Contains([]int{0, 8, 512, 32 << 10, 2 << 20}, c.Bytes)
	})
	onTorus(full)
	onTorus(links)
	links.Cells = slices.DeleteFunc(links.Cells, func(c results.Cell) bool { return c.Op != "reducescatter" })
	var picture bytes.Buffer
	require.NoError(t, WriteLinks(&picture, links))
	openMPI, mpich := overLibraries(8)
	for i := range mpich.Cells {
		if c := &mpich.Cells[i]; c.Algo == "native:binary_tree" {
			c.Algo = "native:scatter_recursive_doubling_allgather"
		}
	}
	libraries := write(t, openMPI, mpich)
	has(t, strings.ReplaceAll(libraries, "<wbr>", ""), "MPICH: use scatter_recursive_doubling_allgather, which")
	names := []string{"full", "libraries", "picture", "sticks out"}
	pages := []string{write(t, full), libraries,
		`<!DOCTYPE html><body style="margin:0"><section id="r1">` + strings.Replace(picture.String(), "<svg ", `<svg style="width:1100px" `, 1) + "</section></body>",
		`<!DOCTYPE html><body style="margin:0;font-size:20px">
<section id="r1"><div class="wide" style="overflow-x:auto;width:280px"><table class="numbers"><td style="white-space:nowrap">recursive_doubling 0.123</table></div>
<svg width="280" viewBox="0 0 280 20"><text style="font-size:20px">recursive_doubling 0.123</text></svg></section></body>`}
	windows := [][]int{{1000, 1200}, {1000}, {1200}, {1200}}
	fits := b.fits(t, pages, windows)
	for i, name := range names {
		narrower := 0.0
		for j, typeface := range typefaces {
			sample := 0.0
			for _, window := range windows[i] {
				require.NotEmpty(t, fits)
				got := fits[0]
				fits, sample = fits[1:], got.Sample
				t.Run(fmt.Sprintf("%s/%d/%s", name, window, typeface.Name), func(t *testing.T) {
					require.Greater(t, got.Sample, 1.05*narrower, "the typeface is not in use")
					assert.Equal(t, []int{window, window}, []int{got.Window, got.Page}, "the page has to be scrolled")
					if name == "sticks out" && j == len(typefaces)-1 {
						require.Len(t, got.Scroll, 1)
						assert.Contains(t, got.Scroll[0], "r1 numbers")
						assert.Equal(t, []string{"r1 recursive_doubling 0.123"}, got.Texts)
						return
					}
					assert.Empty(t, got.Scroll, "tables too wide")
					assert.Empty(t, got.Texts, "labels outside their pictures")
				})
			}
			narrower = sample
		}
	}
	assert.Empty(t, fits)
}
