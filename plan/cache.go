package plan

import (
	"cmp"

	"topocoll/comm"
)

// A Program is a plan in the form in which a machine carries it out by itself.
type Program[T any] interface {
	// Run carries the plan out once. in and out have the lengths of the plan; if it is in place, in is not used.
	Run(op comm.Op[T], in, out []T) error
	Bytes() int // of memory that it takes
	Free()      // gives the memory back, when its last request is over; only requests may be used any more
}

// A Starter is a program whose runs can be started.
type Starter[T any] interface {
	Program[T]
	// Start begins a run with these arguments; its request frees itself when it is over. Init does not begin it yet: its request can be
	// started any number of times.
	Start(op comm.Op[T], in, out []T) (Request, error)
	Init(op comm.Op[T], in, out []T) (Request, error)
}

// A Scaler is a program that can be carried out with a run of words in place of every word.
type Scaler[T any] interface {
	Program[T]
	// Scaled returns the program of the plan scaled: see Plan.Scaled. The two have their memory together: Bytes and Free are those of both.
	Scaled(n int) (Program[T], error)
}

// A Loader is a port that turns plans into programs, and keeps them.
type Loader[T any] interface {
	comm.Port[T]
	// Load returns the program of a valid plan of this process.
	Load(p *Plan) (Program[T], error)
	// Programs returns the cache of the port.
	Programs() *Cache[T]
}

// A Cache keeps the programs of a port. If together they take more than Limit bytes, those that were not used for the
// longest time are freed; the last one stays, however large it is. The zero value is a cache of 32 MiB.
type Cache[T any] struct {
	Limit   int // bytes
	bytes   int
	uses    int
	entries map[*Entry[T]]bool
}

// An Entry is a program in a cache.
type Entry[T any] struct {
	program Program[T]
	bytes   int // of it, as counted
	used    int // number of the last use
	freed   func()
}

const usualLimit = 32 << 20

// Add puts a program into the cache and frees others to make room. freed is called when this one is freed.
func (c *Cache[T]) Add(program Program[T], freed func()) *Entry[T] {
	e := &Entry[T]{program: program, freed: freed}
	if c.entries == nil {
		c.entries = map[*Entry[T]]bool{}
	}
	c.entries[e] = true
	c.Use(e)
	c.count(e)
	return e
}

// count counts the bytes of an entry, which was used last, and frees others to make room. A program grows when its first run is started.
func (c *Cache[T]) count(e *Entry[T]) {
	n := e.program.Bytes()
	c.bytes, e.bytes = c.bytes+n-e.bytes, n
	for limit := cmp.Or(c.Limit, usualLimit); c.bytes > limit && len(c.entries) > 1; {
		c.free(c.oldest())
	}
}

// Use notes that an entry is used.
func (c *Cache[T]) Use(e *Entry[T]) {
	c.uses++
	e.used = c.uses
}

func (c *Cache[T]) oldest() (oldest *Entry[T]) {
	for e := range c.entries {
		if oldest == nil || e.used < oldest.used {
			oldest = e
		}
	}
	return oldest
}

func (c *Cache[T]) free(e *Entry[T]) {
	delete(c.entries, e)
	c.bytes -= e.bytes
	e.program.Free()
	e.freed()
}

// Clear frees all programs.
func (c *Cache[T]) Clear() {
	for e := range c.entries {
		c.free(e)
	}
}

// Len returns the number of programs.
func (c *Cache[T]) Len() int { return len(c.entries) }

// Bytes returns the memory that the programs take.
func (c *Cache[T]) Bytes() int { return c.bytes }
