# A thin front to scripts/: see make help.

name := $(if $(KSRC),ksrc,$(or $(BASE),7.3))

# Variables of the command line reach the scripts through the environment.
# The kernel's own make must see neither VERSION= and the like nor -j.
MAKEOVERRIDES =
unexport MAKEFLAGS MFLAGS

.PHONY: help bench replay test test-all mutants tree export port fetch source build clean
.NOTPARALLEL:

help:
	@echo 'make bench      build base and series, rebind a 100 GiB device on both in QEMU, print the table'
	@echo 'make replay     run the code of both natively, in a program: equal bytes, and how long it takes'
	@echo 'make test       prove the series; TEST="20-roundtrip 21-apply" runs some of tests/'
	@echo 'make test-all   that, and what takes longer: 7.2, each patch boots, mutants, sanitizers'
	@echo 'make mutants    put one fault at a time into the series: which test sees it? MUTANT="one-short"'
	@echo
	@echo 'make tree       a kernel tree to edit, the patches as commits: build/tree/$(name)'
	@echo 'make export     write the commits of that tree back to patches/'
	@echo 'make port TO=7.2 [FROM=7.3]   carry the patches of one base to another'
	@echo 'make build      build base and series, without running them'
	@echo 'make fetch      take the newest point release of the base from Debian'
	@echo 'make clean      remove build/, unless there is work in it that is not exported'
	@echo
	@echo 'BASE=7.3        which line of the file bases: $(shell awk '!/^#/ {print $$1}' bases)'
	@echo 'KSRC=~/linux    your own tree instead; it is only read'
	@echo 'SIZE=100G REPS=30 ACCEL=tcg|kvm   what bench does; VERSION= MIRROR= what is fetched'
	@echo 'SIZE=100G ROUNDS=21 SMALL_CASES=  what replay does; SMALL_CASES= leaves out small devices'
	@echo 'PATCHES=/folder another folder of patches; FORCE=1 overwrites what export, clean and port refuse to'
	@echo 'BUILD=/folder   instead of build/, for example for a second run at the same time'

bench:
	@scripts/bench

replay:
	@scripts/replay '$(name)' equal
	@scripts/replay '$(name)' time

test:
	@scripts/test $(TEST)

test-all:
	@scripts/test all

mutants:
	@scripts/mutants $(MUTANT)

tree:
	@scripts/tree '$(name)'

export:
	@scripts/export '$(name)'

port:
	@scripts/port '$(or $(FROM),7.3)' '$(TO)'

fetch:
	@REFRESH=1 scripts/base '$(name)'

build:
	@scripts/build '$(name)' base production
	@scripts/build '$(name)' series production

clean:
	@scripts/clean
