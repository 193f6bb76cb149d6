# Thin entry over CMake: `make run` and `make test` do everything from a fresh Debian 12 machine.
.PHONY: all deps build run test format clean

all: build

deps:
	@scripts/install-deps.sh

build: deps
	@cmake --preset release >build-configure.log 2>&1 || { cat build-configure.log; rm -f build-configure.log; exit 1; }
	@rm -f build-configure.log
	@cmake --build --preset release

run: build
	@scripts/run-example.sh build/release

test: build
	@scripts/run-tests.sh

format:
	@git ls-files '*.c' '*.h' '*.cpp' | xargs clang-format-22 -i

clean:
	rm -rf build
