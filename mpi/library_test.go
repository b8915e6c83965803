//go:build cgo

package mpi

import (
	"math"
	"os"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A port reads the clock around native calls only after TimeCalls, because each reading takes time.
func TestTimeCalls(t *testing.T) {
	on(t, func(t require.TestingT) {
		p, x := NewPort[int32](world), make([]int32, 8)
		calls := []func() error{
			func() error { return Bcast(p, 0, x) },
			func() error { return Shift(p, 1, x, make([]int32, 8)) },
		}
		for _, call := range calls {
			require.NoError(t, call())
			began, ended := p.LastCall()
			assert.Zero(t, began+ended)
		}
		p.TimeCalls()
		for _, call := range calls {
			before := Now()
			require.NoError(t, call())
			began, ended := p.LastCall()
			assert.IsNonDecreasing(t, []int64{before, began, ended - 1, Now()})
		}
	})
}

func TestPingPong(t *testing.T) {
	on(t, func(t require.TestingT) {
		p := NewPort[float64](world)
		x, ns := from[float64](world.Rank, 1000), make([]int64, 20)
		if world.Size == 1 {
			assert.EqualError(t, PingPong(p, x, ns), "mpi: PingPong: 1 process, want 2 or more")
			return
		}
		start := Now()
		require.NoError(t, PingPong(p, x, ns))
		took := Now() - start
		if world.Rank > 1 {
			assert.Equal(t, make([]int64, 20), ns)
			return
		}
		assert.Equal(t, from[float64](0, 1000), x)
		var sum int64
		for _, trip := range ns {
			assert.Positive(t, trip)
			sum += trip
		}
		assert.LessOrEqual(t, sum, took)
	})
}

// All processes of a host share one clock. A time before a message is sent is not later than a time after its
// arrival.
func TestClockIsTheHosts(t *testing.T) {
	on(t, func(t require.TestingT) {
		p := NewPort[int64](world)
		right, left := neighbours()
		for range 100 {
			sent := make([]int64, 1)
			require.NoError(t, p.SendRecv(right, []int64{Now()}, left, sent))
			require.LessOrEqual(t, sent[0], Now())
		}
	})
}

func TestLibrary(t *testing.T) {
	on(t, func(t require.TestingT) {
		assert.Contains(t, LibraryVersion(), map[Library]string{OpenMPI: "Open MPI v",
			MPICH: "MPI"}[BuiltFor()])
		assert.NotContains(t, LibraryVersion(), "\n")
		name, err := world.ProcessorName()
		require.NoError(t, err)
		host, err := os.Hostname()
		require.NoError(t, err)
		assert.Equal(t, host, name)
	})
}

// A message of 2^31 words is refused, because MPI's int cannot represent this number.
func TestTooManyWords(t *testing.T) {
	on(t, func(t require.TestingT) {
		// The words are never read, so the mapping uses no memory.
		x, err := syscall.Mmap(-1, 0, math.MaxInt32+1, syscall.PROT_READ,
			syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
		require.NoError(t, err)
		defer syscall.Munmap(x)
		p := NewPort[uint8](world)
		assert.EqualError(t, p.Send(0, x),
			"mpi: Send: a message of 2147483648 words, want at most 2147483647")
		assert.EqualError(t, Bcast(p, 0, x),
			"mpi: Bcast: a message of 2147483648 words, want at most 2147483647")
	})
}

// Messages in flight tolerate SIGURG, with which Go's runtime interrupts its threads.
func TestMessagesUnderSignals(t *testing.T) {
	on(t, func(t require.TestingT) {
		stop := make(chan bool)
		defer close(stop)
		go func() {
			for {
				select {
				case <-stop:
					return
				default:
					syscall.Kill(os.Getpid(), syscall.SIGURG)
					runtime.Gosched()
				}
			}
		}()
		const n = 1 << 18
		p, got := NewPort[float64](world), make([]float64, n)
		right, left := neighbours()
		for i := range 10 {
			require.NoError(t, p.SendRecv(right, from[float64](p.Rank()+i, n), left, got))
			require.Equal(t, from[float64](left+i, n), got)
		}
	})
}

func TestVersionOnOneLine(t *testing.T) {
	for told, want := range map[string]string{
		"MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7\nMPICH ABI:\t14:2:2\nMPICH " +
			"Device:\tch4:ucx\nMPICH CC:\tgcc\n": "MPICH 4.0.2, device: ch4:ucx",
		"MVAPICH2 Version      :\t2.3.7\nMVAPICH2 Release date : Wed March 02\nMVAPICH2 Device       : " +
			"ch3:mrail\n": "MVAPICH2 2.3.7, device: ch3:mrail",
		"Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4": "Open MPI v4.1.4, package: " +
			"Debian OpenMPI, ident: 4.1.4",
		"Intel(R) MPI Library 2021.9 for Linux* OS\n": "Intel(R) MPI Library 2021.9 " +
			"for Linux* OS",
		"MPI VERSION    : CRAY MPICH version 8.1.25 (ANL base 3.4a2)\n": "MPI VERSION : CRAY MPICH " +
			"version 8.1.25 (ANL base 3.4a2)",
	} {
		assert.Equal(t, want, oneLine(told))
	}
}
