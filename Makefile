# Two commands matter: `make run` and `make test`. Both install what is missing and say so.
.DEFAULT_GOAL := help
.PHONY: help run build test e2e bench screenshot fmt dev clean

help:
	@echo "make run     install what is missing, build, and serve on 127.0.0.1:3000 with its data in ./data"
	@echo "make test    formatting, lints, licences, all tests with SQLite and Postgres, then the browser tests"
	@echo "make build   target/release/discovery and the page in target/site"
	@echo "make dev     rebuild and restart at every change of a file"
	@echo "make e2e     the browser tests alone"
	@echo "make bench   turns per second, latency, memory, sockets, size of the page"
	@echo "make screenshot   take the picture in README anew"
	@echo "make fmt     put every file into shape"
	@echo "make clean   remove what was built (not ./data)"

run: build
	@exec "$${CARGO_TARGET_DIR:-target}/release/discovery"

build:
	@.ci/setup build
	@echo "» building server and page (the first time takes several minutes)"
	@.ci/build

test:
	@.ci/test

e2e:
	@.ci/e2e

bench: build
	cargo run --release -p server --example bench
	@echo "» the page in a browser: DISCOVERY_BIN=target/release/discovery node end2end/budgets.mjs (after make e2e)"

screenshot: build
	@.ci/setup test
	DISCOVERY_BIN="$${CARGO_TARGET_DIR:-target}/release/discovery" DISCOVERY_SITE_DIR="$${CARGO_TARGET_DIR:-target}/site" node end2end/screenshot.mjs

fmt:
	cargo fmt --all

dev:
	@.ci/dev

clean:
	rm -rf target end2end/test-results end2end/playwright-report
