package plan

import "maps"

// A template serves all calls whose lengths and positions have the same proportions. It holds this process's
// plan for short lengths, from which the plans for longer lengths are scaled.
type template[T any, A comparable] struct {
	calls   int // number of calls so far with plans of their own
	sought  bool
	units   int // the plan is for the shortest lengths times units; 0 if no such factor was found
	longest int // length in words of the plan's longest step

	program Scaler[T] // nil if not loaded
	entry   *Entry[T]
	serves  []*compiled[T, A]
}

const (
	// ownPlans is the number of calls that get individual plans before a template uses scaled ones. Most
	// programs use at most two lengths, so they need no scaled plans.
	ownPlans      = 2
	mostServed    = 64      // maximum number of scaled programs per template; the next one replaces them all
	mostTemplates = 1 << 10 // when this number is reached, all templates without a loaded program are discarded
	mostSought    = 1 << 11 // maximum number of steps that unitsOf records
	mostRecorded  = 1 << 22 // maximum length in words of the plans that unitsOf records
)

// scaledPlan returns a plan that is scaled from a template, or nil if the call needs an individual plan.
func (p *Compiled[T, A]) scaledPlan(s *situation[A]) *compiled[T, A] {
	if p.Scales == nil || !p.Scales(s.args) {
		return nil
	}
	n := gcd(gcd(s.in, s.out), gcd(s.inAt, s.outAt))
	if n == 0 {
		return nil
	}
	shortest := s.scaled(1, n)
	t := p.templates[shortest]
	if t == nil {
		t = new(template[T, A])
		if len(p.templates) >= mostTemplates {
			maps.DeleteFunc(p.templates,
				func(_ situation[A], t *template[T, A]) bool { return t.program == nil })
		}
		p.templates[shortest] = t
	}
	if t.calls < ownPlans {
		t.calls++
		return nil
	}
	if t.program == nil && !p.loadTemplate(t, &shortest) || n%t.units != 0 {
		return nil
	}
	n /= t.units
	if cut := p.cut(s); cut > 0 && t.longest*n > cut {
		return nil
	}
	program, err := t.program.Scaled(n)
	if err != nil {
		return nil // the caller then records a plan for this call
	}
	p.cache.Use(t.entry)
	p.cache.count(t.entry)
	if len(t.serves) == mostServed {
		p.release(t)
	}
	served := p.newCompiled(s, program)
	served.entry = t.entry
	t.serves = append(t.serves, served)
	return served
}

// loadTemplate finds and loads the plan of t. It returns false if there is no suitable plan.
func (p *Compiled[T, A]) loadTemplate(t *template[T, A], shortest *situation[A]) bool {
	if !t.sought {
		t.sought, t.units = true, p.unitsOf(shortest)
	}
	if t.units == 0 {
		return false
	}
	units := shortest.scaled(t.units, 1)
	node, err := p.prepare(p.loader, &units, 0)
	if err != nil {
		return false
	}
	program, err := p.loader.Load(node)
	if err != nil {
		return false
	}
	scaler, can := program.(Scaler[T])
	if !can {
		program.Free()
		t.units = 0
		return false
	}
	t.program, t.longest = scaler, node.LongestStep()
	t.entry = p.cache.Add(program, func() {
		p.release(t)
		t.program = nil
	})
	return true
}

// release discards the scaled plans of a template.
func (p *Compiled[T, A]) release(t *template[T, A]) {
	for _, served := range t.serves {
		p.forget(served)
	}
	t.serves = nil
}

// unitsOf returns a factor by which to multiply the shortest lengths. The plan for the multiplied lengths,
// when scaled, equals the plan that is recorded for longer lengths. unitsOf returns 0 if a short search finds
// no such factor. The factors that it tries are the numbers of parts into which procedures divide their
// words: 1, one part for each process, and one part for each of several trees. The scale factor `run` is
// larger than all of them, so the two plans are equal only if the procedure divides both lengths evenly.
func (p *Compiled[T, A]) unitsOf(shortest *situation[A]) int {
	size, steps := shortest.shape.Size(), 0
	run := 16*size + 1
	for _, units := range [...]int{1, 2, size, size - 1, 2 * size, 4, 4 * size, 3, 5, 6, 7, 8} {
		few, many := shortest.scaled(units, 1), shortest.scaled(units*run, 1)
		if units == 0 || steps > mostSought || many.in+many.out > mostRecorded {
			continue
		}
		one, err := p.prepare(p.loader, &few, 0)
		if err != nil {
			continue
		}
		longer, err := p.prepare(p.loader, &many, 0)
		if err == nil && one.Scaled(run).Equal(longer) {
			return units
		}
		steps += len(one.Steps)
	}
	return 0
}

// scaled returns a copy of s in which all lengths and positions are multiplied by n/by.
func (s *situation[A]) scaled(n, by int) situation[A] {
	other := *s
	for _, x := range [...]*int{&other.in, &other.out, &other.inAt, &other.outAt} {
		*x = *x * n / by
	}
	return other
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
