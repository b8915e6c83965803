package page

import (
	"fmt"
	"html"
	"html/template"
	"maps"
	"math"
	"slices"
	"strings"

	"topocoll/bench/results"
	"topocoll/internal/explain"
	"topocoll/topo"
)

type dotAt struct{ x, y float64 }

// drawLinks draws the places and the links between them, as thick as the bytes they carried of the most
// that any link did; the two directions of a cable lie side by side.
func drawLinks(network string, links []results.Link, most int) template.HTML {
	at, width, height := places(network, links)
	var s strings.Builder
	fmt.Fprintf(&s, `<svg class="net" viewBox="0 0 %.0f %.0f" role="img" aria-label="bytes on each link">`, width, height)
	for _, l := range links {
		a, b := at[l.From], at[l.To]
		dx, dy := b.x-a.x, b.y-a.y
		long := math.Max(1, math.Hypot(dx, dy))
		off, bow := 4.0, 0.0
		if past(at, a, b) {
			bow = 0.16 * long // such as the link that closes a torus
		}
		nx, ny := -dy/long, dx/long
		share := float64(l.Bytes) / float64(max(1, most))
		class, thick := "lk", 0.8+6*share
		if l.Bytes == 0 {
			class = "lk idle"
		}
		fmt.Fprintf(&s, `<path class="%s" d="M%.0f %.0fQ%.0f %.0f %.0f %.0f" style="stroke-width:%.1f"><title>%s to %s: %s bytes</title></path>`, class,
			a.x+nx*off, a.y+ny*off, (a.x+b.x)/2+nx*(off+bow), (a.y+b.y)/2+ny*(off+bow), b.x+nx*off, b.y+ny*off, thick,
			html.EscapeString(l.From), html.EscapeString(l.To), grouped(l.Bytes))
	}
	for _, name := range slices.Sorted(maps.Keys(at)) {
		p := at[name]
		fmt.Fprintf(&s, `<circle cx="%.0f" cy="%.0f" r="15"/><text x="%.0f" y="%.0f">%s</text>`, p.x, p.y, p.x, p.y+4, html.EscapeString(name))
	}
	return template.HTML(s.String() + "</svg>")
}

const gridStep = 90

// places puts the ends of the links on a grid, for a torus or mesh of two dimensions; hosts on switches in racks, except on a
// single one; and others on a circle, with a star's switch in its middle.
func places(network string, links []results.Link) (at map[string]dotAt, width, height float64) {
	at = map[string]dotAt{}
	for _, l := range links {
		at[l.From], at[l.To] = dotAt{}, dotAt{}
	}
	names := slices.SortedFunc(maps.Keys(at), byNumber)
	if grid := gridOfNetwork(network); grid != nil && grid.Size() == len(names) {
		for i, name := range names {
			at[name] = dotAt{60 + gridStep*float64(i%grid[1]), 60 + gridStep*float64(i/grid[1])}
		}
		return at, 120 + gridStep*float64(grid[1]-1), 120 + gridStep*float64(grid[0]-1)
	}
	hosts := slices.DeleteFunc(slices.Clone(names), isSwitch)
	if len(names)-len(hosts) > 1 {
		if width, height := inRacks(at, hosts, slices.DeleteFunc(slices.Clone(names), isHost), links); width > 0 {
			return at, width, height
		}
	}
	radius := max(80, 14*float64(len(names)))
	if len(names)-len(hosts) == 1 {
		at["s0"] = dotAt{radius + 30, radius + 30}
		names = hosts
	}
	for i, name := range names {
		sin, cos := math.Sincos(2*math.Pi*float64(i)/float64(len(names)) - math.Pi/2)
		at[name] = dotAt{radius + 30 + radius*cos, radius + 30 + radius*sin}
	}
	return at, 2*radius + 60, 2*radius + 60
}

// inRacks puts hosts below their switches; width 0 if some host has none.
func inRacks(at map[string]dotAt, hosts, switches []string, links []results.Link) (width, height float64) {
	const margin, step = 40, 56
	names, number := slices.Concat(hosts, switches), map[string]int{}
	for i, name := range names {
		number[name] = i
	}
	var ends [][2]int
	for _, l := range links {
		ends = append(ends, [2]int{number[l.From], number[l.To]})
	}
	racks := explain.Racks(len(hosts), len(names), ends, step)
	for _, xy := range racks {
		width, height = max(width, xy[0]+2*margin), max(height, 2*margin-xy[1])
	}
	for i, xy := range racks {
		at[names[i]] = dotAt{margin + xy[0], height - margin + xy[1]}
	}
	return width, height
}

func isSwitch(name string) bool { return strings.HasPrefix(name, "s") }
func isHost(name string) bool   { return !isSwitch(name) }

// past reports whether a straight link would lead over a place between its ends.
func past(at map[string]dotAt, a, b dotAt) bool {
	for _, p := range at {
		ax, ay, bx, by := p.x-a.x, p.y-a.y, p.x-b.x, p.y-b.y
		if across := ax*by - ay*bx; math.Abs(across) < 1 && ax*bx+ay*by < 0 {
			return true
		}
	}
	return false
}

// gridOfNetwork returns the extents of "torus:4x4@200mbit,slots=2" or "mesh:2x3", nil for other networks.
func gridOfNetwork(network string) topo.Mesh {
	kind, rest, _ := strings.Cut(network, ":")
	dims := rest
	if end := strings.IndexAny(rest, "@,"); end >= 0 {
		dims = rest[:end]
	}
	grid, err := topo.ParseMesh(dims)
	if err != nil || kind != "torus" && kind != "mesh" || len(grid) != 2 {
		return nil
	}
	return grid
}

// byNumber sorts h2 before h10.
func byNumber(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}
