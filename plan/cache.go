package plan

import (
	"cmp"

	"topocoll/comm"
)

// A Program is a plan in the form in which a machine carries it out by itself.
type Program[T any] interface {
	// Run carries the plan out once. in and out have the lengths of the plan.
	Run(op comm.Op[T], in, out []T) error
	Bytes() int // of memory that it takes
	Free()      // gives the memory back; Run must not be called any more
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
	entries map[full]*entry[T]
}

// An entry is a program in a cache. Once it is freed its program is nil.
type entry[T any] struct {
	key     full
	program Program[T]
	used    int // number of the last use
}

const usualLimit = 32 << 20

// find returns the entry of a key, or nil.
func (c *Cache[T]) find(key full) *entry[T] {
	e := c.entries[key]
	if e != nil {
		c.use(e)
	}
	return e
}

func (c *Cache[T]) use(e *entry[T]) {
	c.uses++
	e.used = c.uses
}

func (c *Cache[T]) add(key full, program Program[T]) *entry[T] {
	e := &entry[T]{key: key, program: program}
	if c.entries == nil {
		c.entries = map[full]*entry[T]{}
	}
	c.entries[key] = e
	c.use(e)
	c.bytes += program.Bytes()
	for limit := cmp.Or(c.Limit, usualLimit); c.bytes > limit && len(c.entries) > 1; {
		c.free(c.oldest())
	}
	return e
}

func (c *Cache[T]) oldest() (oldest *entry[T]) {
	for _, e := range c.entries {
		if oldest == nil || e.used < oldest.used {
			oldest = e
		}
	}
	return oldest
}

func (c *Cache[T]) free(e *entry[T]) {
	delete(c.entries, e.key)
	c.bytes -= e.program.Bytes()
	e.program.Free()
	e.program = nil
}

// Clear frees all programs.
func (c *Cache[T]) Clear() {
	for _, e := range c.entries {
		c.free(e)
	}
}

// Len returns the number of programs, and Bytes the memory that they take.
func (c *Cache[T]) Len() int { return len(c.entries) }

// Bytes returns the memory that the programs take.
func (c *Cache[T]) Bytes() int { return c.bytes }
