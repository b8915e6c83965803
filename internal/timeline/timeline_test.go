package timeline

import (
	"encoding/xml"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/plan"
)

func out(at, n int) plan.Range { return plan.Range{Buffer: plan.Out, At: at, Len: n} }

// chain is a job in which node 0 sends ten words to node 1 in two messages. Node 1 forwards the first message
// and adds the words of the second to its own.
var chain = plan.Job{
	{Out: 10, Steps: []plan.Step{{Kind: plan.Send, Round: 1, Peer: 1, From: out(0, 5)},
		{Kind: plan.Send, Round: 2, Peer: 1, Number: 1, From: out(5, 5)}}},
	{Out: 10, Steps: []plan.Step{{Kind: plan.Recv, Round: 1, Into: out(0, 5)},
		{Kind: plan.Recv, Round: 2, Number: 1, Into: out(5, 5)},
		{Kind: plan.Copy, From: out(0, 2), Into: out(3, 2)},
		{Kind: plan.Send, Round: 3, Peer: 2, From: out(0, 5)},
		{Kind: plan.Combine, From: out(5, 2), With: out(7, 2), Into: out(5, 2)}}},
	{Out: 10, Steps: []plan.Step{{Kind: plan.Recv, Round: 1, Peer: 1, Into: out(0, 5)}}},
}

func chart(t *testing.T, job plan.Job, m plan.Machine) *Figure {
	require.NoError(t, job.Check())
	s, err := job.Schedule(m)
	require.NoError(t, err)
	return &Figure{Head: []string{"a <chain>", "of three"}, Job: job, Machine: m, Schedule: s}
}

func svg(t *testing.T, f *Figure) string {
	var text strings.Builder
	require.NoError(t, f.SVG(&text))
	require.NoError(t, xml.Unmarshal([]byte(text.String()), new(struct{})))
	return text.String()
}

func TestRows(t *testing.T) {
	type shape struct {
		kind       plan.Kind
		begin, end float64
		lane       int
	}
	shapes := func(r row) (all []shape) {
		for _, b := range r.bars {
			all = append(all, shape{b.step.Kind, b.begin, b.end, b.lane})
		}
		return all
	}
	rows := chart(t, chain, plan.Machine{Ts: 15, Tw: 1, Tr: 1}).rows()
	assert.Equal(t, []shape{{plan.Send, 0, 20, 0}, {plan.Send, 20, 40, 0}}, shapes(rows[0]))
	assert.Equal(t,
		[]shape{{plan.Recv, 0, 20, 1}, {plan.Recv, 20, 40, 1}, {plan.Send, 20, 40, 0},
			{plan.Combine, 40, 42, 2}}, shapes(rows[1]))
	assert.Equal(t, 3, rows[1].lanes)
	assert.Equal(t, []instantSteps{{plan.Copy, 20, 1}}, rows[1].instants)
	assert.Equal(t, []shape{{plan.Recv, 20, 40, 0}}, shapes(rows[2]))
	assert.Equal(t, [][2]float64{{0, 20}}, rows[2].idleTimes())
	assert.Empty(t, rows[1].idleTimes())

	rows = chart(t, chain, plan.Machine{Ts: 15, Tw: 1}).rows()
	assert.Equal(t, []instantSteps{{plan.Copy, 20, 1}, {plan.Combine, 40, 1}}, rows[1].instants,
		"without tr a combination takes no time")
	both := plan.Job{{Out: 10,
		Steps: []plan.Step{{Kind: plan.Send, Round: 1, Peer: 1, From: out(0, 5)},
			{Kind: plan.Send, Round: 1, Peer: 2, From: out(0, 5)}}},
		{Out: 10, Steps: []plan.Step{{Kind: plan.Recv, Round: 1, Into: out(0, 5)}}},
		{Out: 10, Steps: []plan.Step{{Kind: plan.Recv, Round: 1, Into: out(0, 5)}}}}
	rows = chart(t, both, plan.Machine{Ts: 15, Tw: 1, AllPort: true}).rows()
	assert.Equal(t, []shape{{plan.Send, 0, 20, 0}, {plan.Send, 0, 20, 1}}, shapes(rows[0]))
}

// The figure has two bars and one arrow for each message, and labels that explain them.
func TestSVG(t *testing.T) {
	text := svg(t, chart(t, chain, plan.Machine{Ts: 15, Tw: 1, Tr: 1}))
	assert.Contains(t, text, "<title>a &lt;chain&gt;</title>")
	for _, label := range []string{"of three", "node 0", "node 2", "to 1", "to 2", "from 0", "from 1",
		"time, µs", "sends: start-up (ts), then data (tw per word)", "waits"} {
		assert.Contains(t, text, ">"+label+"</text>")
	}
	assert.Contains(t, text,
		"<title>node 1: send out[0:5] to 2, message 0, round 3; 5 words, 20 to 40 µs</title>")
	assert.Contains(t, text, "<title>node 2 waits from 0 to 20 µs</title>")
	assert.Contains(t, text, "<title>node 1: 1 × copy at 20 µs</title>")
	// 42 µs are 1120 pixels. Node 1 sends from 20 to 40 µs, and 15 of these 20 µs are start-up. 20 µs is the
	// middle of the interval until node 0's second message ends.
	assert.Contains(t, text, `<rect class="send start" x="609.33" y="`)
	assert.Regexp(t, `<rect class="send start" x="609.33" y="[0-9.]+" width="400.00"`, text)
	assert.Regexp(t, `<path class="way" d="M609.3,[0-9.]+ L1142.7,[0-9.]+"/>`, text)
	assert.Len(t, regexp.MustCompile(`class="way" d="M[0-9.]+,[0-9.]+ L`).FindAllString(text, -1), 3)

	svg(t, chart(t, plan.Job{{}}, plan.Machine{}))
	assert.NotContains(t, svg(t, chart(t, chain, plan.Machine{})), "NaN", "no time at all")
}

// In dark mode the bars are dark, because the arrows that end in them are white.
func TestDarkBars(t *testing.T) {
	_, dark, found := strings.Cut(style, "prefers-color-scheme: dark")
	require.True(t, found)
	for _, rule := range []string{".send { fill: #1", ".send.start { fill: #2", ".recv { fill: #1",
		".recv.start { fill: #2", ".head { fill: #ffffff"} {
		assert.Contains(t, dark, rule)
	}
}
