package plan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"topocoll/comm"
	. "topocoll/plan"
)

// weight is a program that reports the given number of bytes. It records when it is freed.
type weight struct {
	Program[int]
	bytes int
	name  string
	log   *[]string
}

func (w weight) Run(comm.Op[int], []int, []int) error { return nil }
func (w weight) Bytes() int                           { return w.bytes }
func (w weight) Free()                                { *w.log = append(*w.log, "free "+w.name) }

// A shelf is a cache that records when its programs are freed.
type shelf struct {
	Cache[int]
	log []string
}

func (s *shelf) add(name string, bytes int) *Entry[int] {
	return s.Add(weight{bytes: bytes, name: name, log: &s.log},
		func() { s.log = append(s.log, name+" is gone") })
}

// events returns the events since the previous call to events.
func (s *shelf) events() []string {
	log := s.log
	s.log = nil
	return log
}

// The programs together use at most Limit bytes. The least recently used programs are freed, and their
// callbacks are called.
func TestCacheFreesTheLeastRecentlyUsed(t *testing.T) {
	s := &shelf{Cache: Cache[int]{Limit: 100}}
	a := s.add("a", 40)
	s.add("b", 40)
	c := s.add("c", 20)
	assert.Empty(t, s.events())
	assert.Equal(t, []int{3, 100}, []int{s.Len(), s.Bytes()})

	s.Use(a)
	s.add("d", 1)
	assert.Equal(t, []string{"free b", "b is gone"}, s.events())
	assert.Equal(t, []int{3, 61}, []int{s.Len(), s.Bytes()})

	s.Use(c)
	s.add("e", 100)
	assert.Equal(t, []string{"free a", "a is gone", "free d", "d is gone", "free c", "c is gone"},
		s.events())
	assert.Equal(t, []int{1, 100}, []int{s.Len(), s.Bytes()})
}

// A program that is larger than the cache stays until the next program is added.
func TestCacheKeepsTheLast(t *testing.T) {
	s := &shelf{Cache: Cache[int]{Limit: 10}}
	s.add("a", 5)
	s.add("large", 1000)
	assert.Equal(t, []string{"free a", "a is gone"}, s.events())
	assert.Equal(t, []int{1, 1000}, []int{s.Len(), s.Bytes()})
	s.add("b", 5)
	assert.Equal(t, []string{"free large", "large is gone"}, s.events())
	assert.Equal(t, []int{1, 5}, []int{s.Len(), s.Bytes()})
}

// The zero value of Cache has room for 32 MiB.
func TestCacheLimit(t *testing.T) {
	s := &shelf{}
	s.add("a", 31<<20)
	s.add("b", 1<<20)
	assert.Empty(t, s.events())
	s.add("c", 1)
	assert.Equal(t, []string{"free a", "a is gone"}, s.events())
}

func TestCacheClear(t *testing.T) {
	s := &shelf{}
	s.Clear()
	s.add("a", 1)
	s.add("b", 2)
	s.Clear()
	assert.ElementsMatch(t, []string{"free a", "a is gone", "free b", "b is gone"}, s.events())
	assert.Equal(t, []int{0, 0}, []int{s.Len(), s.Bytes()})
	s.add("c", 3)
	assert.Equal(t, []int{1, 3}, []int{s.Len(), s.Bytes()})
}
