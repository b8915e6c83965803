package page

import (
	"errors"
	"fmt"
	"io"

	"topocoll/bench/results"
	"topocoll/internal/explain"
	"topocoll/internal/figure"
)

// A linkSection shows the bytes that calls sent over the links of an emulated network.
type linkSection struct {
	Network string
	Maps    []linkMap   // per operation, at the largest size: the native call, topocoll's fastest algorithm
	Tables  []linkTable // tables of all cells with link traffic
}

// A linkTable lists the cells of one operation with their link traffic.
type linkTable struct {
	*table
	Rows []linkRow
}

// A linkRow is a cell with the totals of its link traffic.
type linkRow struct {
	results.Cell
	Total, Used int // bytes on all links together; number of links with traffic
}

// A linkMap is a picture of the links of a cell, with its size in pixels.
type linkMap struct {
	results.Cell
	Picture       figure.SVG
	width, height float64
}

// linkSectionOf returns the link section of a result, or nil if the result has no link traffic.
func linkSectionOf(r *results.Result, tables []*table) *linkSection {
	s := &linkSection{Network: results.NetworkTitle(r.Env.Network)}
	for _, t := range tables {
		of := linkTable{table: t}
		for _, c := range t.Measured() {
			if len(c.Links) > 0 {
				of.Rows = append(of.Rows, linkRowOf(c))
			}
		}
		if of.Rows != nil {
			s.Tables = append(s.Tables, of)
		}
	}
	if s.Tables == nil {
		return nil
	}
	for _, pair := range linkPairs(r) {
		s.Maps = append(s.Maps, pair[:]...)
	}
	return s
}

// linkPairs returns pictures of the links for the largest size of each operation. Each pair shows the native
// call and the fastest algorithm of topocoll on the same scale.
func linkPairs(r *results.Result) (pairs [][2]linkMap) {
	for _, cells := range results.CellsOfLargestSizes(r) {
		var pair [2]linkMap
		for _, c := range cells {
			switch {
			case linkRowOf(c).Total == 0:
			case c.Algo == native:
				pair[0].Cell = c
			case kindOf(c.Algo) == "ours" && (pair[1].Links == nil || c.Median < pair[1].Median):
				pair[1].Cell = c
			}
		}
		if pair[0].Links == nil || pair[1].Links == nil {
			continue
		}
		most := max(pair[0].Busiest().Bytes, pair[1].Busiest().Bytes)
		for i := range pair {
			m := &pair[i]
			var loads []explain.Load
			for _, l := range m.Links {
				loads = append(loads, explain.Load(l))
			}
			m.Picture, m.width, m.height = explain.Links(r.Env.Network, loads, most)
		}
		pairs = append(pairs, pair)
	}
	return pairs
}

func linkRowOf(c results.Cell) linkRow {
	row := linkRow{Cell: c}
	for _, l := range c.Links {
		row.Total += l.Bytes
		row.Used += min(1, l.Bytes)
	}
	return row
}

// linkStyle repeats the rules of page.css for links, because a separate SVG file has no access to page.css.
const linkStyle = `text { text-anchor: middle; } .lk { stroke: #0072b2; fill: none; stroke-linecap: round; }
.idle { stroke: #c4cad1; }
circle { fill: #ffffff; stroke: #57606a; }
` + figure.Dark +
	`.lk { stroke: #2f8fd0; } .idle { stroke: #3d444d; } circle { fill: #0d1117; stroke: #9aa4af; }
}
`

// WriteLinks writes an SVG file with the bytes on each link for the first operation of a result. It shows the
// native call and the fastest algorithm of topocoll.
func WriteLinks(w io.Writer, r *results.Result) error {
	pairs := linkPairs(r)
	if len(pairs) == 0 {
		return errors.New(
			"page: this result has no byte counts for links; measure with topocoll cluster run")
	}
	pair, width := pairs[0], 0.0
	var captions [2]string
	for i, m := range pair {
		captions[i] =
			fmt.Sprintf("%s: %s, at most %s bytes on a link", m.Algo, duration(m.Median),
				figure.Grouped(m.Busiest().Bytes))
		width = max(width, m.width, figure.Room(captions[i], 12)+2*figure.Margin)
	}
	head := []string{fmt.Sprintf("Bytes on the links of %s", results.NetworkTitle(r.Env.Network)),
		fmt.Sprintf("%s, blocks of %s", pair[0].Op, results.FormatSize(pair[0].Bytes))}
	top, height := figure.HeadHigh(head), pair[0].height
	s := figure.Begin(head, 2*width, top+height+30, linkStyle)
	for i, m := range pair {
		left := float64(i) * width
		s.Inset(left, top, width, height, m.Picture)
		s.Add(`<text x="%.0f" y="%.0f">%s</text>`, left+width/2, top+height+12, captions[i])
	}
	return s.Close(w)
}
