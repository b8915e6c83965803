package page

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"topocoll/bench/results"
	"topocoll/topo"
)

// A linkSection is what the calls put on the links of an emulated network.
type linkSection struct {
	Network string
	Maps    []linkMap // by twos: native and ours, at the largest size of an operation
	Tables  []linkTable
}

// A linkTable is the cells of an operation.
type linkTable struct {
	Op   string
	P    int
	Rows []linkRow
}

type linkRow struct{ Algo, Size, Busiest, Most, Total, Used string }

type linkMap struct {
	Op, Algo, Size, Most, Time string
	Picture                    template.HTML
}

func linksOf(r *results.Result) *linkSection {
	s := &linkSection{Network: networkTitle(r.Env.Network)}
	for _, c := range r.Cells {
		if len(c.Links) == 0 {
			continue
		}
		if n := len(s.Tables); n == 0 || s.Tables[n-1].Op != c.Op || s.Tables[n-1].P != c.P {
			s.Tables = append(s.Tables, linkTable{Op: c.Op, P: c.P})
		}
		t := &s.Tables[len(s.Tables)-1]
		t.Rows = append(t.Rows, linkRowOf(c))
	}
	if s.Tables == nil {
		return nil
	}
	for _, pair := range linkPairs(r) {
		most := max(pair[0].Busiest().Bytes, pair[1].Busiest().Bytes)
		for _, c := range pair {
			s.Maps = append(s.Maps, linkMap{
				c.Op, c.Algo, results.FormatSize(c.Bytes), grouped(c.Busiest().Bytes), micros(c.Median),
				drawLinks(r.Env.Network, c.Links, most),
			})
		}
	}
	return s
}

// linkPairs are, at the largest size of each operation, the default native call and the fastest of ours.
func linkPairs(r *results.Result) [][2]results.Cell {
	var pairs [][2]results.Cell
	for _, cells := range results.Largest(r) {
		var pair [2]results.Cell
		for _, c := range cells {
			switch {
			case bytesOn(c.Links) == 0:
			case c.Algo == native:
				pair[0] = c
			case kindOf(c.Algo) == "ours" && (pair[1].Links == nil || c.Median < pair[1].Median):
				pair[1] = c
			}
		}
		if pair[0].Links != nil && pair[1].Links != nil {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

func linkRowOf(c results.Cell) linkRow {
	used := 0
	for _, l := range c.Links {
		if l.Bytes > 0 {
			used++
		}
	}
	most, busiest := c.Busiest(), "-"
	if used > 0 {
		busiest = most.From + " → " + most.To
	}
	return linkRow{Algo: c.Algo, Size: results.FormatSize(c.Bytes), Busiest: busiest, Most: grouped(most.Bytes),
		Total: grouped(bytesOn(c.Links)), Used: fmt.Sprintf("%d of %d", used, len(c.Links))}
}

func bytesOn(links []results.Link) int {
	sum := 0
	for _, l := range links {
		sum += l.Bytes
	}
	return sum
}

// grouped writes a number with a thin space, at which no line is broken, every three digits.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "\u202f" + digits[i:]
	}
	return digits
}

// networkTitle is the name of a network for a line of text: a list of links that is long is only counted.
func networkTitle(network string) string {
	if fabric, err := topo.ParseFabric(network); err == nil && strings.HasPrefix(network, "links:") {
		return topo.Title(fabric.Network)
	}
	return network
}
