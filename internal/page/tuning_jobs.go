package page

import (
	"slices"

	"topocoll/catalog"
	"topocoll/internal/figure"
	"topocoll/internal/tune"
	"topocoll/tuned"
)

// A tunedJob holds the measurements for one job: some ranks on some hosts.
type tunedJob struct {
	job tuned.Job
	ops []tunedOp
}

// A tunedOp is an operation of a job.
type tunedOp struct {
	op    catalog.Collective
	sizes []tunedSize // ascending
}

// A tunedSize holds the results at one size: for the default, for the choice, and for the choice among the
// library's own algorithms.
type tunedSize struct {
	bytes                int
	sure                 bool
	native, any, library tune.Entry
}

// jobsOf finds the table's choices in the points. It omits points without a choice.
func jobsOf(t Tuning) (jobs []tunedJob) {
	for _, c := range t.Table.Choices {
		at := slices.IndexFunc(jobs, func(j tunedJob) bool { return j.job == c.Job })
		if at < 0 {
			at, jobs = len(jobs), append(jobs, tunedJob{job: c.Job})
		}
		j := &jobs[at]
		of := slices.IndexFunc(j.ops, func(o tunedOp) bool { return o.op == c.Op })
		if of < 0 {
			of, j.ops = len(j.ops), append(j.ops, tunedOp{op: c.Op})
		}
		for _, p := range t.Points {
			if p.Op != c.Op || p.Job != c.Job || !slices.Contains(c.Sizes, p.Bytes) {
				continue
			}
			s := tunedSize{bytes: p.Bytes, sure: p.Sure}
			for _, e := range p.Entries {
				if e.Algo == tuned.Native {
					s.native = e
				}
				if e.Algo == c.Algo {
					s.any = e
				}
				if e.Algo == c.Native {
					s.library = e
				}
			}
			if s.native.Algo != "" && s.any.Algo != "" && s.library.Algo != "" {
				j.ops[of].sizes = append(j.ops[of].sizes, s)
			}
		}
	}
	for _, j := range jobs {
		for _, o := range j.ops {
			slices.SortFunc(o.sizes, func(a, b tunedSize) int { return a.bytes - b.bytes })
		}
	}
	return jobs
}

// bytes returns the sizes of all operations, ascending.
func (j tunedJob) bytes() (list []int) {
	for _, o := range j.ops {
		for _, s := range o.sizes {
			list = append(list, s.bytes)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (o tunedOp) sizeAt(bytes int) (tunedSize, bool) {
	i := slices.IndexFunc(o.sizes, func(s tunedSize) bool { return s.bytes == bytes })
	if i < 0 {
		return tunedSize{}, false
	}
	return o.sizes[i], true
}

// tuningCharts holds the charts of an operation in a job.
type tuningCharts struct {
	Op catalog.Collective
	tuned.Job
	Times, Gains figure.SVG
	Legend       []legend
}

// MPI returns the name of the native call.
func (c tuningCharts) MPI() string { return c.Op.MPI() }
