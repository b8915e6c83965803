package scene

// A Message is one transfer.
type Message struct {
	From, To, Words, Round int
	Start, End             float64
	Ways                   []int // indices in Picture.Ways
	// Taken and Left are the times at which the message takes and leaves each way. Under cut-through, one value
	// of each holds for all ways.
	Taken, Left []float64
	Data        string
	Blocks      []int // colours of its data
}

// Columns holds messages as one list per field. There may be 65280 messages, and a page reads lists several
// times as fast as objects. Start, End, Taken and Left have indices in Times, and Route has indices in
// Routes.
type Columns struct {
	Times  []float64 `json:"times"`
	Routes [][]int   `json:"routes"` // the ways between two nodes
	From   []int     `json:"from"`
	To     []int     `json:"to"`
	Words  []int     `json:"words"`
	Round  []int     `json:"round"`
	Start  []int     `json:"start"`
	End    []int     `json:"end"`
	Route  []int     `json:"route"`
	Taken  []int     `json:"taken"` // of all hops of the first message, then of the next one
	Left   []int     `json:"left"`
	Data   []string  `json:"data"`   // nil if no message has a name
	Blocks [][]int   `json:"blocks"` // nil if no message has blocks
}

func columns(messages []Message) Columns {
	c := Columns{Times: []float64{}, Routes: [][]int{}}
	times, routes := map[float64]int{}, map[[2]int]int{}
	time := func(at float64) int {
		i, known := times[at]
		if !known {
			i = len(c.Times)
			times[at], c.Times = i, append(c.Times, at)
		}
		return i
	}
	named := false
	for _, m := range messages {
		pair := [2]int{m.From, m.To}
		route, known := routes[pair]
		if !known {
			route = len(c.Routes)
			routes[pair], c.Routes = route, append(c.Routes, append([]int{}, m.Ways...))
		}
		c.From, c.To, c.Words, c.Round = append(c.From, m.From), append(c.To, m.To), append(c.Words, m.Words),
			append(c.Round, m.Round)
		c.Start, c.End, c.Route = append(c.Start, time(m.Start)), append(c.End, time(m.End)),
			append(c.Route, route)
		for hop := range m.Taken {
			c.Taken, c.Left = append(c.Taken, time(m.Taken[hop])), append(c.Left, time(m.Left[hop]))
		}
		c.Data, c.Blocks = append(c.Data, m.Data), append(c.Blocks, m.Blocks)
		named = named || m.Data != "" || m.Blocks != nil
	}
	if !named {
		c.Data, c.Blocks = nil, nil
	}
	return c
}
