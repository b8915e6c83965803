package book

import (
	"embed"
	"encoding/ascii85"
	"fmt"
	"io"
	"strings"
	"text/template"
)

// files contains the page and the source code of its program.
//
//go:embed page scene/*.go wasm/*.go
var files embed.FS

// scripts lists the page's scripts in their loading order.
var scripts = []string{"program.js", "busy.js", "ways.js", "messages.js", "held.js", "listing.js", "bars.js",
	"panel.js", "player.js", "view.js", "measured.js", "charts.js", "mistakes.js", "chapters.js", "main.js"}

var pageTemplate = template.Must(template.ParseFS(files, "page/page.html"))

// Write writes the HTML page, which contains the program p.
func Write(w io.Writer, p Program) error {
	text := func(name string) string {
		content, err := files.ReadFile("page/" + name)
		if err != nil {
			panic(err) // the file is embedded in the program
		}
		return string(content)
	}
	page := struct {
		CSS, Exec, Worker, Listings, WASM string
		Scripts                           []string
	}{text("page.css"), string(p.Exec), text("worker.js"), encodeText(gzipped(p.Listings)), encodeText(p.WASM),
		nil}
	for _, name := range scripts {
		page.Scripts = append(page.Scripts, text(name))
	}
	if err := pageTemplate.Execute(w, page); err != nil {
		return fmt.Errorf("book: %w", err)
	}
	return nil
}

// encodeText encodes bytes in Ascii85, which is shorter than Base64. It writes ~ instead of <, which is
// special in HTML.
func encodeText(data []byte) string {
	text := make([]byte, ascii85.MaxEncodedLen(len(data)))
	return strings.ReplaceAll(string(text[:ascii85.Encode(text, data)]), "<", "~")
}
