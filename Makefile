# make bench        installs what is missing, builds, measures on one rank per core (2 to 4), writes report/
#                   MPI=mpich: with MPICH instead of Open MPI, in every target
# make book         writes book.html (without MPI), the page on which every algorithm can be tried
# make test         vets the code, runs the tests for every change, without mpirun and under it
# make system-test  installs what is missing, runs the tests that are too slow for every change: browsers,
#                   emulated networks, Slurm, containers, MPICH, signals and faults, builds without cgo,
#                   more rank counts, fuzz targets; FUZZ=60 seconds for each
# make docs         writes the generated parts of the pages in docs/reference
# make install      PREFIX=/usr/local DESTDIR=   the files of make build, the manual page and completions
# make uninstall    removes them
# make check        gofmt, shellcheck, go vet with and without cgo, staticcheck, deadcode, the build without cgo
# make oldest-go    compiles and vets everything with the oldest Go that go.mod allows
# make race         all tests under Go's race detector, without mpirun and under it, without the large cases
# make asan         the tests of the C code under the address and undefined behaviour sanitizers
# make selfcheck    the verdicts of bench where the truth is known
# make drop-in-test MPI programs of other projects with libtopocoll.so and without it; an hour
# make fresh-test   make bench and make test on a bare Debian 12 and a bare Debian 13

SHELL = /bin/sh
FUZZ  = 60
CHAOS = 2m
CONTAINERS = bookworm trixie

# Open MPI starts ranks for root only with these variables.
export OMPI_ALLOW_RUN_AS_ROOT = 1
export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM = 1

# MPI=mpich or MPI=openmpi selects one of two installed libraries; by default it is that of the mpicc on the
# PATH. scripts/mpi-env prints the flags for a build. Recipes run it after need-mpi.
export MPI
CGO = eval "$$(scripts/mpi-env)";

# The version comes from git, even if GOFLAGS turns that off, unless git knows no commit.
STAMP = $$(git rev-parse --quiet --verify HEAD >/dev/null 2>&1 && echo -buildvcs=auto)

.PHONY: pictures bench build program current binary book docs install uninstall test gotest ranks system-test system gosystem probe-test more-ranks mpich check oldest-go race asan selfcheck drop-in-test fresh-test clean

bench: binary
	bin/topocoll bench --out report --launches 3

build: program binary

# Builds the program of the page of topocoll book, which the binary contains. It takes half a minute the first
# time, so bench and test do not build it.
program:
	@scripts/need-go
	@rm -f $(BUILT)
	@go run ./internal/book/make || echo "topocoll book will need Go and this folder"

BUILT = $(addprefix internal/book/built/, program.wasm.gz wasm_exec.js listings.json source)

# Removes the page's program if it is older than the source. Then topocoll book builds it, or says what it
# needs.
current:
	@for built in $(BUILT); do \
		[ ! -e $$built ] || [ -z "$$(find . -name '*.go' ! -name '*_test.go' -newer $$built -print -o -path './internal/book/page/*' -newer $$built -print)" ] || rm $$built; done

binary: current
	@scripts/need-go
	@scripts/need-mpi
	@[ -e bin/topocoll ] || echo "compiling topocoll (the first time, 2 to 8 minutes on two cores)"
	@$(CGO) go build $(STAMP) -o bin/ . ./examples/...
	@scripts/dropin

docs:
	@scripts/need-go
	CGO_ENABLED=0 go test ./internal/cli -run TestGeneratedPagesAreCurrent -args -update-docs

pictures: build
	scripts/pictures

book:
	@scripts/need-go
	CGO_ENABLED=0 go run . book -o book.html

install uninstall: export PREFIX = /usr/local

install: # builds only what is not there, so that root needs no Go
	@test -x "$${TOPOCOLL:-bin/topocoll}" || $(MAKE) build
	@scripts/install

uninstall:
	@scripts/install --remove

# The tests under mpirun run beside the others, because many of those wait. No test depends on measured times.
test: binary
	@$(MAKE) --no-print-directory --jobs=2 gotest ranks

# A part that cannot run here says why. The fuzz targets come last, because an input that fails stays in the
# checkout.
system-test: system
	scripts/docker-test $(CONTAINERS)
	@$(CGO) scripts/chaos-test $(CHAOS)
	@$(CGO) scripts/fuzz $(FUZZ)

# The parts of system-test without containers, chaos and fuzz targets: tests whose names begin with
# TestSystem, more rank counts, MPICH, Slurm.
system: binary
	@scripts/need-tools
	@MPI=mpich scripts/need-mpi >/dev/null 2>&1 || true # scripts/mpich-tests says what is missing
	@$(MAKE) --no-print-directory probe-test
	@$(MAKE) --no-print-directory --jobs=2 gosystem more-ranks
	@scripts/slurm-test

# Tests under mpirun, with the library of the build and with MPICH. A rank that waits yields its core.
ranks more-ranks mpich: export OMPI_MCA_mpi_yield_when_idle = 1
ranks more-ranks mpich: export MPIR_CVAR_POLLS_BEFORE_YIELD = 1

# At each start, Debian 12's Open MPI searches for two kinds of network adapters, for 0.1 s each. The variable
# omits the search for psm2. When both searches were omitted, a few programs crashed in MPI_Finalize, in a
# thread of Open MPI. The variable replaces Debian's setting ^ofi, so it also contains ofi.
gotest gosystem probe-test ranks more-ranks: export OMPI_MCA_mtl = ^psm2,ofi

ranks:
	@$(CGO) scripts/mpi-tests "1 2 3 6" ./mpi
	@$(CGO) scripts/mpi-tests 2 ./bench ./bench/contender ./bench/sampler
	@$(CGO) scripts/mpi-tests "1 2 3 6" ./internal/verify
	bin/topocoll verify -n 4

more-ranks: mpich
	@$(CGO) scripts/mpi-tests "4 5 8 9" ./mpi
	@$(CGO) scripts/mpi-tests 6 ./bench ./bench/contender ./bench/sampler
	@$(CGO) scripts/mpi-tests "4 5 7 8 9 13 16" ./internal/verify

mpich:
	@scripts/mpich-tests

# Packages run in parallel, the longest first. On a busy machine the longest ones take more than go test's ten
# minutes.
gotest gosystem probe-test: export OMPI_MCA_mpi_yield_when_idle = 1
gotest gosystem probe-test: export GOGC = 400
gotest:
	@scripts/need-mpi
	@$(CGO) go test -vet=all -timeout 30m -p 4 -skip '^TestSystem' ./internal/conform ./internal/cli . ./sim ./catalog $$(go list ./...)

# Tests with browsers and emulated hosts wait half of their time. With -count=1, go test does not cache that a
# test was skipped because a browser or iproute2 was missing.
gosystem:
	@scripts/need-mpi
	@$(CGO) go test -timeout 60m -count=1 -p 3 -run '^TestSystem' -skip '^TestSystemProbe' ./internal/cluster ./internal/book ./internal/page . ./internal/cli $$(go list ./...)

# topocoll probe finds a network by the times of messages, so nothing else may run.
probe-test:
	@scripts/need-mpi
	@$(CGO) go test -timeout 20m -count=1 -run '^TestSystemProbe' ./internal/cluster

check:
	@scripts/need-mpi
	@$(CGO) scripts/check

# The go command downloads this version. Tests of a bare Debian 13 also run with it (fresh-test).
oldest-go:
	@scripts/need-mpi
	@$(CGO) export GOTOOLCHAIN=go$$(sed -n 's/^go //p' go.mod); go vet ./...

# The race detector makes the tests ten times slower, so -short omits the large cases. It needs 8 GB of memory.
# System tests start programs, which are built without the detector.
race:
	@scripts/need-mpi
	@$(CGO) go test -race -short -timeout 60m -skip '^TestSystem' ./...
	@$(CGO) export GOFLAGS="$$(go env GOFLAGS) -race"; scripts/mpi-tests "2 3" ./mpi ./bench ./bench/contender ./bench/sampler

# Open MPI is not built with the sanitizers. They still check how it reads and writes our memory, because they
# check memcpy and system calls. Open MPI never frees some of its own memory, so leaks are not detected.
asan:
	@scripts/need-mpi
	@$(CGO) export GOFLAGS="$$(go env GOFLAGS) -asan" ASAN_OPTIONS=detect_leaks=0 \
		CGO_CFLAGS="$$CGO_CFLAGS -fsanitize=undefined -fno-sanitize-recover=undefined" \
		CGO_LDFLAGS="$$CGO_LDFLAGS -fsanitize=undefined"; \
		scripts/mpi-tests "2 3 4" ./mpi ./bench ./bench/contender ./bench/sampler ./internal/verify

# Checks the verdicts of bench on real runs where the truth is known. Needs 2 quiet cores. It measures times,
# so no other target runs it.
selfcheck: binary
	@$(CGO) scripts/selfcheck

# Needs gfortran and Debian's hpcc, libmumps-dev, scalapack-mpi-test, libfftw3-dev and libfftw3-mpi-dev. With
# MPI4PY_TESTS, the folder test of mpi4py's source, it also needs python3-mpi4py. MPICH_TESTS names the folder
# test/mpi of the source of MPICH 4.0.
drop-in-test: build
	@$(CGO) scripts/drop-in-test

# Needs root and an hour. Tests the last commit where only Go, a C compiler and make are installed.
fresh-test:
	scripts/fresh-test

clean:
	rm -rf bin report $(BUILT)
