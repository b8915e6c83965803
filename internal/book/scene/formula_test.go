package scene

import (
	"fmt"
	"math"
	"math/bits"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"topocoll/catalog"
)

// A sum evaluates a formula with numbers. It rounds logarithms up, and multiplies adjacent numbers.
type sum struct{ tokens []string }

var tokens = regexp.MustCompile(`[0-9.]+|log_[0-9]+|[a-z]+|[-+·/(),²]`)

func (s *sum) peek() string {
	if len(s.tokens) == 0 {
		return ""
	}
	return s.tokens[0]
}

func (s *sum) next() (token string) {
	token, s.tokens = s.peek(), s.tokens[1:]
	return token
}

func (s *sum) value() float64 {
	x := s.product()
	for s.peek() == "+" || s.peek() == "-" {
		if s.next() == "+" {
			x += s.product()
		} else {
			x -= s.product()
		}
	}
	return x
}

func (s *sum) product() float64 {
	x := s.factor()
	for {
		switch s.peek() {
		case "", "+", "-", ")", ",":
			return x
		case "/":
			s.next()
			x /= s.factor()
		case "mod":
			s.next()
			x = math.Mod(x, s.factor())
		case "·":
			s.next()
			x *= s.factor()
		default:
			x *= s.factor()
		}
	}
}

func (s *sum) factor() float64 {
	token := s.next()
	switch token {
	case "(":
		x := s.value()
		s.next()
		return x
	case "log":
		return math.Ceil(math.Log2(s.factor()))
	case "min":
		s.next()
		x := s.value()
		s.next()
		x = min(x, s.value())
		s.next()
		return x
	case "ceil":
		return math.Ceil(s.factor())
	case "floor":
		return math.Floor(s.factor())
	case "ones":
		return float64(bits.OnesCount(uint(s.factor())))
	case "gamma":
		return float64(bits.TrailingZeros(uint(s.factor())))
	}
	if len(token) > 4 && token[:4] == "log_" {
		radix, _ := strconv.ParseFloat(token[4:], 64)
		return math.Log(s.factor()) / math.Log(radix)
	}
	x, err := strconv.ParseFloat(token, 64)
	if err != nil {
		panic(token)
	}
	if s.peek() == "²" {
		s.next()
		x *= x
	}
	return x
}

// The value of a formula with numbers equals the time printed after it.
func TestNumbersMakeTheTime(t *testing.T) {
	for _, row := range catalog.Rows[emptyWord]() {
		if row.Model().Cost == nil {
			continue
		}
		for _, p := range []int{1, 2, 6, 8, 9, 16} {
			for _, shift := range []int{0, 3} {
				for _, routing := range []string{"", "ct", "sf"} {
					v, err := ReadView(
						map[string]string{"row": row.ID, "p": fmt.Sprint(p), "m": "1440",
							"shift": fmt.Sprint(shift), "routing": routing})
					if err != nil {
						continue // the formula does not hold for this p
					}
					s, err := v.setup()
					require.NoError(t, err)
					f := s.formula(&run{})
					switch {
					case f.Time == nil:
					case f.Numbers == "":
						assert.True(t, *f.Time == 0 || row.ID == "circulant/alltoall-bruck", "%s on %d: %+v",
							row.ID, p, f)
					default:
						reader := &sum{tokens.FindAllString(f.Numbers, -1)}
						assert.InEpsilon(t, *f.Time, reader.value(), 1e-6, "%s on %d: %s = %v", row.ID, p,
							f.Numbers, *f.Time)
					}
				}
			}
		}
	}
}

// Notes explain the terms that the page adds to the textbook's formula, and the logarithm in the formula.
func TestNotes(t *testing.T) {
	f := scene(t, map[string]string{"row": "hcube/allgather", "network": "ring"}).Formula
	assert.Equal(t, "(ts + th) log p + tw·m(p-1)", f.Form)
	assert.Equal(t, "(10 + 0.1)·log 8 + 0.01·960·(8-1)", f.Numbers)
	assert.Equal(t, "The formula is for hypercube:8. On this network, messages wait for links, so the run "+
		"takes 126.2 µs longer.", f.Note)
	assert.Contains(t, f.Remark, "a term with th")
	for row, want := range map[string]string{"circulant/bcast": "The run takes exactly the time of the " +
		"formula. The logarithm is rounded up.",
		"hcube/barrier": "The run takes exactly the time of the formula.",
		"circulant/allgather-bruck": "The run takes exactly the time of the formula. p is not a power of 2, so " +
			"the last round is shorter, and there are 3 start-ups in total."} {
		assert.Equal(t, want, scene(t, map[string]string{"row": row, "p": "6"}).Formula.Note, row)
	}
}
