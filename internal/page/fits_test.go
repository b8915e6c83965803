package page

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	"topocoll/internal/browsertest"
)

// A typeface is a font that is embedded in the page, so that the installed fonts do not matter. The list is
// in ascending order of width.
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

// An overhang lists the parts of a page that extend beyond the window, with one typeface.
type overhang struct {
	Sample        float64 // width of a text in the typeface
	Page, Window  int
	Scroll, Texts []string // tables that need scrolling, labels outside their pictures
}

// wear is JavaScript that sets the typeface of the page, and opens all its closed parts.
const wear = `(async (face) => {
  for (const weight of ["normal", "bold"]) {
    const bytes = Uint8Array.from(atob(face[weight]), (c) => c.charCodeAt(0));
    document.fonts.add(await new FontFace(face.name, bytes, { weight }).load());
  }
  document.head.append(Object.assign(document.createElement("style"), { textContent:
    '* { font-family: "' + face.name + '" !important; }' }));
  document.querySelectorAll("details").forEach((e) => (e.open = true));
})(%s)`

// measure is JavaScript that returns the overhang of the page.
const measure = `(() => {
  const sample = Object.assign(document.createElement("span"), { textContent: "recursive_doubling 0.123",
    style: "font-size:20px;white-space:nowrap;position:absolute;top:0;left:0" });
  document.body.append(sample);
  const sampled = sample.getBoundingClientRect().width;
  sample.remove();
  const out = (inner, outer) => {
    const a = inner.getBoundingClientRect(), b = outer.getBoundingClientRect();
    return a.left < b.left - 1 || a.right > b.right + 1;
  };
  return {
    sample: sampled, page: document.documentElement.scrollWidth, window: document.documentElement.clientWidth,
    scroll: [...document.querySelectorAll(".wide")].filter((e) => e.scrollWidth > e.clientWidth)
      .map((e) => e.closest("section").id + " " + e.firstElementChild.className + " " +
        e.scrollWidth + " of " + e.clientWidth),
    texts: [...document.querySelectorAll("svg text")].filter((e) => out(e, e.ownerSVGElement))
      .map((e) => e.closest("section").id + " " + e.textContent),
  };
})()`

// No table, label or picture extends beyond the window, with any font of the reader. The first page has all
// parts. The second one has two libraries and all advice. The third one is the picture of links, with
// captions centred in the halves of the picture. The last page has an overhang, which the test must notice.
func TestSystemFitsTheWindow(t *testing.T) {
	b := browsertest.New(t)
	full, links := fullPreset(8, 1), quickPreset(8, 0)
	// all columns, but only some rows, to save time
	full.Cells = slices.DeleteFunc(full.Cells, func(c results.Cell) bool {
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
	assertHas(t, strings.ReplaceAll(libraries, "<wbr>", ""),
		"MPICH: use scatter_recursive_doubling_allgather, which")
	names := []string{"full", "libraries", "picture", "sticks out"}
	pages := []string{write(t, full), libraries,
		`<!DOCTYPE html><body style="margin:0"><section id="r1">` +
			strings.Replace(picture.String(), "<svg ", `<svg style="width:1100px" `, 1) + "</section></body>",
		`<!DOCTYPE html><body style="margin:0;font-size:20px">
<section id="r1"><div class="wide" style="overflow-x:auto;width:280px">
<table class="numbers"><td style="white-space:nowrap">recursive_doubling 0.123</table></div>
<svg width="280" viewBox="0 0 280 20">
<text style="font-size:20px">recursive_doubling 0.123</text></svg></section></body>`}
	windows := [][]int{{1000, 1200}, {1000}, {1200}, {1200}}
	for i, name := range names {
		b.Show(pages[i])
		narrower := 0.0
		for j, typeface := range typefaces {
			face, err := json.Marshal(typeface)
			require.NoError(t, err)
			b.Run(fmt.Sprintf(wear, face), nil)
			var got overhang
			for _, window := range windows[i] {
				b.Window(window, 1000)
				got = overhang{}
				b.Run(measure, &got)
				t.Run(fmt.Sprintf("%s/%d/%s", name, window, typeface.Name), func(t *testing.T) {
					require.Greater(t, got.Sample, 1.05*narrower, "the typeface is not in use")
					assert.Equal(t, []int{window, window}, []int{got.Window, got.Page},
						"the page has to be scrolled")
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
			narrower = got.Sample
		}
	}
	assert.Empty(t, b.Console)
}
