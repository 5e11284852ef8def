# The front door. CMake does the work (CMakePresets.json); this file knows the order and installs what is missing.
# WEND_NO_INSTALL=1 never installs a package.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help deps configure program build run test soak coverage bench clean format

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
CTEST = ctest --output-on-failure --no-label-summary -j$(JOBS)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

deps: ## install the Debian packages that are missing
	@bash tools/install-deps

# UNITY=ON compiles source files together: a fresh build takes half the time, a changed file longer. A fresh tree starts with it,
# later the tree stays as it is; UNITY=OFF is for those who change the code.
UNITY ?= $(if $(wildcard build/release/CMakeCache.txt),,ON)

configure: deps
	cmake --preset release $(if $(UNITY),-DWEND_UNITY=$(UNITY))

program: configure ## build the program alone: build/wend
	cmake --build build/release --target wend_cli
	@ln -sfn release/bin/wend build/wend

build: program ## build the library, the program, tests and benchmarks
	cmake --build build/release

run: program ## build the program, run and film the demo
	@mkdir -p out
	build/wend run scenes/demo.lua -o out/demo.sqlite
	build/wend render scenes/demo.lua -o out/demo.mp4
	@echo "the film is out/demo.mp4, the trajectories are out/demo.sqlite"

test: build ## build and run the quick tests (minutes)
	@$(CTEST) --test-dir build/release -LE '^long$$' --timeout 300

FUZZ ?= 600

soak: export WEND_EXTRA = 1
soak: build ## all tests at full length, fuzzing (FUZZ=600 s a target), sanitizers, other machines (hours)
	WEND_LONG=1 $(CTEST) --test-dir build/release --timeout 14400
	cmake --preset asan
	cmake --build build/asan
	$(CTEST) --test-dir build/asan -LE '^(long|subbuild)$$' --timeout 1800
	cmake --preset tsan
	cmake --build build/tsan
	$(CTEST) --test-dir build/tsan -LE '^(long|subbuild)$$' --timeout 1800
	tools/fuzz $(FUZZ)
	tools/cross-check

coverage: deps ## lines of the library that the quick tests reach; io and scene need 90 %
	cmake --preset coverage
	cmake --build build/coverage
	find build/coverage -name '*.gcda' -delete
	$(CTEST) --test-dir build/coverage -LE '^(long|subbuild)$$' --timeout 1800
	python3 tools/coverage build/coverage --at-least io=90 --at-least scene=90

bench: export WEND_EXTRA = 1
bench: build ## build and run the benchmarks
	@found=no; for program in build/release/benchmarks/bin/bench_*; do \
	  [ -x "$$program" ] || continue; found=yes; \
	  echo "== $${program##*/}"; "$$program" || exit 1; \
	done; [ $$found = yes ] || echo "no benchmarks yet"

clean: ## remove what was built (out/ stays, but for the demo)
	rm -rf build out/demo.mp4 out/demo.sqlite

format: ## format the C++ sources with clang-format
	@command -v clang-format >/dev/null || { echo "clang-format is missing: apt-get install clang-format" >&2; exit 1; }
	find include src apps reproduce tests benchmarks -name '*.cpp' -o -name '*.hpp' | xargs clang-format -i
