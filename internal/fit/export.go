package fit

import (
	"fmt"
	"io"
	"strings"

	"topocoll/bench/results"
)

// WriteLogGOPSim prints the parameters of LogGOPSim, one line of flags for each fit, in ns and bytes. Times of single
// messages cannot separate the latency from the overheads of the two ends. So the start-up is divided between the ends,
// as in the book, where a node is busy during all of it: o = g = ts/2, L = O = 0. L, o and g are those of the shortest
// messages, G is that of the longest, and S is the last size before the largest rise of ts.
func WriteLogGOPSim(w io.Writer, r *results.Result) {
	writeMeasured(w, r)
	fmt.Fprintln(w, "# LogGOPSim, ns: o = g = ts/2 and L = O = 0, since message times cannot tell latency from overhead;")
	fmt.Fprintln(w, "# G of the longest messages. For a LogGOPSim that reads integers only, multiply all but S by 1000 (ps).")
	for _, f := range Of(r) {
		short, long := f.Lines[0], f.Lines[len(f.Lines)-1]
		half := short.Ts / 2
		fmt.Fprintf(w, "# %v\n-L 0 -o %.0f -g %.0f -G %.4g -O 0 -S %d\n", f, half, half, long.Tw, f.eager())
	}
}

// eager returns the largest size of messages that are sent without waiting for the receiver; waiting adds to ts.
func (f Fit) eager() int {
	size, rise := 65535, 0.0 // LogGOPSim's default, for a ts that never rises
	for i := 1; i < len(f.Lines); i++ {
		if by := f.Lines[i].Ts - f.Lines[i-1].Ts; by > rise {
			size, rise = f.Lines[i-1].Last, by
		}
	}
	return size
}

// WriteSimGrid prints the options of SimGrid's SMPI, grouped by fit. Half of the start-up is charged to the sender
// (smpi/os), half to the receiver (smpi/or), and none to the link. The link has the bandwidth of the longest messages;
// factors give the bandwidth of the others.
func WriteSimGrid(w io.Writer, r *results.Result) {
	writeMeasured(w, r)
	fmt.Fprintln(w, "# SimGrid, s and bytes/s: half of ts at the sender, half at the receiver, none on the link;")
	fmt.Fprintln(w, "# the link of the platform file needs the bandwidth given here and latency 0.")
	for _, f := range Of(r) {
		base := f.Lines[len(f.Lines)-1].Tw
		if base == 0 {
			fmt.Fprintf(w, "# %v: tw of the longest messages is 0, want longer messages\n", f)
			continue
		}
		var overheads, factors []string
		for i, line := range f.Lines {
			from := 0
			if i > 0 {
				from = line.First
			}
			tw := line.Tw
			if tw == 0 {
				tw = base / 1000 // a factor that makes the time of the bytes negligible
			}
			overheads = append(overheads, fmt.Sprintf("%d:%.4g:0", from, line.Ts/2*1e-9))
			factors = append(factors, fmt.Sprintf("%d:%.4g", from, base/tw))
		}
		fmt.Fprintf(w, "# %v\n# <link bandwidth=\"%.4gBps\" latency=\"0s\"/>\n", f, 1e9/base)
		both := strings.Join(overheads, ";")
		fmt.Fprintf(w, "--cfg=smpi/os:%s\n--cfg=smpi/or:%s\n--cfg=smpi/ois:0:0:0\n", both, both)
		fmt.Fprintf(w, "--cfg=network/latency-factor:0:1\n--cfg=network/bandwidth-factor:%s\n", strings.Join(factors, ";"))
	}
}

// writeMeasured prints when, with what and on which hosts the messages were measured.
func writeMeasured(w io.Writer, r *results.Result) {
	var hosts []string
	for _, h := range r.Env.Hosts {
		hosts = append(hosts, fmt.Sprintf("%s (%s, %d cores, %d ranks)", h.Name, h.CPU, h.Cores, h.Ranks))
	}
	fmt.Fprintf(w, "# measured %s with %s, %s, on %s", r.Env.Start, r.Env.Tool, r.Env.MPI, strings.Join(hosts, ", "))
	if r.Env.Network != "" {
		fmt.Fprintf(w, ", network %s", r.Env.Network)
	}
	fmt.Fprintln(w)
	if r.Env.Oversubscribed {
		fmt.Fprintln(w, "# with more ranks than cores: the times of an exchange include time of the scheduler")
	}
}
