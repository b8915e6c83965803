package fit

import (
	"fmt"
	"io"
	"strings"

	"topocoll/bench/results"
)

// WriteLogGOPSim prints the parameters of LogGOPSim, one line of flags a fit, in ns and bytes. One message
// after another cannot tell the latency from the overheads of its two ends, so the start-up is shared out
// to the ends, as in the book, where a node is busy for all of it: o = g = ts/2, L = O = 0. L, o and g are
// those of the shortest messages, G that of the longest, S the last size before ts rises most.
func WriteLogGOPSim(w io.Writer, r *results.Result) {
	writeMeasured(w, r)
	fmt.Fprintln(w, "# LogGOPSim, ns: o = g = ts/2 and L = O = 0, since message times cannot tell latency from overhead;")
	fmt.Fprintln(w, "# G of the longest messages. A LogGOPSim with whole numbers only wants all but S times 1000: ps.")
	for _, f := range Of(r) {
		short, long := f.Lines[0], f.Lines[len(f.Lines)-1]
		half := short.Ts / 2
		fmt.Fprintf(w, "# %v\n-L 0 -o %.0f -g %.0f -G %.4g -O 0 -S %d\n", f, half, half, long.Tw, f.eager())
	}
}

// eager returns up to which size messages are sent before the receiver is there: waiting for it adds to ts.
func (f Fit) eager() int {
	size, rise := 65535, 0.0 // LogGOPSim's own, where ts never rises
	for i := 1; i < len(f.Lines); i++ {
		if by := f.Lines[i].Ts - f.Lines[i-1].Ts; by > rise {
			size, rise = f.Lines[i-1].Last, by
		}
	}
	return size
}

// WriteSimGrid prints the options of SimGrid's SMPI, those of one fit together. Half of the start-up is the
// sender's (smpi/os), half the receiver's (smpi/or), none the link's; the link has the bandwidth of the
// longest messages, and the factors make that of the others.
func WriteSimGrid(w io.Writer, r *results.Result) {
	writeMeasured(w, r)
	fmt.Fprintln(w, "# SimGrid, s and bytes/s: half of ts at the sender, half at the receiver, none on the link;")
	fmt.Fprintln(w, "# the link of the platform file is to have the bandwidth given here and latency 0.")
	for _, f := range Of(r) {
		base := f.Lines[len(f.Lines)-1].Tw
		if base == 0 {
			fmt.Fprintf(w, "# %v: no tw among the longest messages, want larger ones\n", f)
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
				tw = base / 1000 // any factor that makes the time of the bytes nothing
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

// writeMeasured says on what the messages were measured.
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
		fmt.Fprintln(w, "# with more ranks than cores: the times of an exchange are the scheduler's too")
	}
}
