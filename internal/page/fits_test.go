package page

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
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
	name          string
	regular, bold []byte
}

var typefaces = []typeface{
	{"Liberation Sans", liberationsansregular.TTF, liberationsansbold.TTF}, // as wide as Arial and Helvetica
	{"DejaVu Sans", dejavusans.TTF, dejavusansbold.TTF},                    // as wide as Verdana
	{"wider than that", dejavusansbold.TTF, dejavusansbold.TTF},
}

// An overhang is what sticks out of a page under one typeface.
type overhang struct {
	Sample        float64 // width of a text in the typeface
	Page, Window  int
	Scroll, Texts []string // tables that have to be scrolled, labels outside their pictures
}

// measure opens everything that can be opened and says what sticks out, typeface by typeface.
const measure = `<span id="sample" style="font-size:20px;white-space:nowrap;position:absolute;top:0;left:0">recursive_doubling 0.123</span><pre id="fits"></pre><script>
document.querySelectorAll("details").forEach(function (d) { d.open = true; });
var out = function (inner, outer) {
  var a = inner.getBoundingClientRect(), b = outer.getBoundingClientRect();
  return a.left < b.left - 1 || a.right > b.right + 1;
};
(async function () {
  var fits = [];
  for (var name of %s) {
    document.documentElement.style.setProperty("--typeface", '"' + name + '"');
    await document.fonts.load('16px "' + name + '"');
    await document.fonts.load('bold 16px "' + name + '"');
    var sample = document.getElementById("sample");
    sample.hidden = false;
    var width = sample.getBoundingClientRect().width;
    sample.hidden = true;
    fits.push({
      sample: width, page: document.documentElement.scrollWidth, window: document.documentElement.clientWidth,
      scroll: Array.from(document.querySelectorAll(".wide")).filter(function (e) { return e.scrollWidth > e.clientWidth; })
        .map(function (e) { return e.closest("section").id + " " + e.firstElementChild.className + " " + e.scrollWidth + " of " + e.clientWidth; }),
      texts: Array.from(document.querySelectorAll("svg text")).filter(function (e) { return out(e, e.ownerSVGElement); })
        .map(function (e) { return e.closest("section").id + " " + e.textContent; }),
    });
  }
  document.getElementById("fits").textContent = JSON.stringify(fits);
})();
</script></body>`

var fitsText = regexp.MustCompile(`<pre id="fits">([^<]+)</pre>`)

// fits shows a page in a window under each of the typefaces.
func (b browser) fits(t *testing.T, page string, window int) []overhang {
	css, names := "* { font-family: var(--typeface) !important; }", []string{}
	for _, f := range typefaces {
		names = append(names, f.name)
		for weight, file := range map[string][]byte{"normal": f.regular, "bold": f.bold} {
			css += fmt.Sprintf(`@font-face { font-family: "%s"; font-weight: %s; src: url(data:font/ttf;base64,%s); }`, f.name, weight, base64.StdEncoding.EncodeToString(file))
		}
	}
	list, err := json.Marshal(names)
	require.NoError(t, err)
	page = strings.Replace(page, "img-src data:", "img-src data:; font-src data:", 1)
	page = strings.Replace(page, "</head>", "<style>"+css+"</style></head>", 1)
	page = strings.Replace(page, "</body>", fmt.Sprintf(measure, list), 1)
	v := b.open(t, page, "--dump-dom", "--virtual-time-budget=60000", fmt.Sprintf("--window-size=%d,6000", window))
	match := fitsText.FindStringSubmatch(v.out)
	require.NotNil(t, match, "nothing was measured: %q", v.console)
	var fits []overhang
	require.NoError(t, json.Unmarshal([]byte(html.UnescapeString(match[1])), &fits))
	require.Len(t, fits, len(typefaces))
	for i := 1; i < len(fits); i++ { // were a font not in use, it would be as wide as another
		require.Greater(t, fits[i].Sample, 1.05*fits[i-1].Sample, "%s is not in use", typefaces[i].name)
	}
	return fits
}

// No table, label or picture may stick out of the window, whatever font the reader has.
func TestFitsTheWindow(t *testing.T) {
	b := newBrowser(t)
	r := fullPreset(8, 1)
	onTorus(r)
	page := write(t, r)
	for _, window := range []int{1000, 1200} {
		for i, got := range b.fits(t, page, window) {
			t.Run(fmt.Sprintf("%d/%s", window, typefaces[i].name), func(t *testing.T) {
				assert.Equal(t, window, got.Window)
				assert.Equal(t, window, got.Page, "the page has to be scrolled")
				assert.Empty(t, got.Scroll, "tables too wide")
				assert.Empty(t, got.Texts, "labels outside their pictures")
			})
		}
	}
}

// The captions of the picture of its own stay in their halves: they are centred, so one that is too wide sticks out.
func TestPictureHasRoomForItsCaptions(t *testing.T) {
	r := quickPreset(8, 0)
	onTorus(r)
	r.Cells = slices.DeleteFunc(r.Cells, func(c results.Cell) bool { return c.Op != "reducescatter" })
	var svg bytes.Buffer
	require.NoError(t, WriteLinks(&svg, r))
	page := `<!DOCTYPE html></head><body><section id="r1">` + strings.Replace(svg.String(), "<svg ", `<svg width="1100" `, 1) + "</section></body>"
	for i, got := range newBrowser(t).fits(t, page, 1200) {
		assert.Empty(t, got.Texts, typefaces[i].name)
	}
}

// The tests above would find what sticks out under a wide typeface only.
func TestFitsSeesWhatSticksOut(t *testing.T) {
	page := `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="img-src data:"></head><body style="margin:0;font-size:20px">
<section id="r1"><div class="wide" style="overflow-x:auto;width:260px"><table class="numbers"><td style="white-space:nowrap">recursive_doubling 0.123</table></div>
<svg width="260" viewBox="0 0 260 20"><text style="font-size:20px">recursive_doubling 0.123</text></svg></section></body>`
	fits := newBrowser(t).fits(t, page, 1200)
	assert.Empty(t, fits[0].Scroll)
	assert.Empty(t, fits[0].Texts)
	require.Len(t, fits[2].Scroll, 1)
	assert.Contains(t, fits[2].Scroll[0], "r1 numbers")
	assert.Equal(t, []string{"r1 recursive_doubling 0.123"}, fits[2].Texts)
}
