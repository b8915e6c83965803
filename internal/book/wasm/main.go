//go:build js

// Command wasm is the WebAssembly program of the interactive book. It answers the requests of the page.
package main

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"
	"syscall/js"

	"topocoll/internal/book/scene"
)

// answers maps the name of each request to the function that answers it. A request has fields, like a form.
// The answer is encoded as JSON.
var answers = map[string]func(fields map[string]string) (any, error){
	"menu": func(map[string]string) (any, error) { return scene.NewMenu(), nil },
	"run": func(fields map[string]string) (any, error) {
		view, err := scene.ReadView(fields)
		if err != nil {
			return nil, err
		}
		return scene.Run(view, func(what string) { js.Global().Call("progress", what) })
	},
	"fits": func(fields map[string]string) (any, error) {
		view, err := scene.ReadView(map[string]string{"m": fields["m"]})
		if err != nil {
			return nil, err
		}
		return scene.ReadFits(fields["text"], view.M)
	},
	"mistakes": func(map[string]string) (any, error) { return scene.Mistakes(), nil },
	"chart": func(fields map[string]string) (any, error) {
		view, err := scene.ReadView(fields)
		if err != nil {
			return nil, err
		}
		return scene.NewChart(view, fields["along"], strings.Split(fields["rows"], ","), fields["measured"])
	},
}

// main defines a function topocoll(name, fields) in the page. It returns JSON: {"is": ...} or {"error": ...}.
func main() {
	// WebAssembly has one thread, so a run of 65280 messages is faster with less garbage collection
	debug.SetGCPercent(400)
	js.Global().Set("topocoll", js.FuncOf(func(_ js.Value, args []js.Value) any {
		fields := map[string]string{}
		keys := js.Global().Get("Object").Call("keys", args[1])
		for i := range keys.Length() {
			key := keys.Index(i).String()
			fields[key] = args[1].Get(key).String()
		}
		return answer(args[0].String(), fields)
	}))
	select {}
}

func answer(name string, fields map[string]string) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = failed(fmt.Errorf("%v", r))
		}
	}()
	is, err := answers[name](fields)
	if err != nil {
		return failed(err)
	}
	out, err := json.Marshal(map[string]any{"is": is})
	if err != nil {
		return failed(err)
	}
	return string(out)
}

func failed(err error) string {
	out, _ := json.Marshal(map[string]string{"error": err.Error()})
	return string(out)
}
