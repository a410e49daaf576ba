# Sourced by every script here: the project's root, the compiler on the PATH, words for the person who waits.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
target=${CARGO_TARGET_DIR:-$root/target}

say() { printf '\033[1m» %s\033[0m\n' "$*"; }
note() { printf '  %s\n' "$*"; }
die() { printf '\033[1;31m✗ %s\033[0m\n' "$1" >&2; shift; for line in "$@"; do printf '  %s\n' "$line" >&2; done; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# rustup's folder is often missing from the PATH of a new shell, and always from sudo's.
for home in "$HOME" ${SUDO_USER:+"$(getent passwd "$SUDO_USER" | cut -d: -f6)"}; do
  if ! have cargo && [ -x "$home/.cargo/bin/cargo" ]; then
    PATH=$home/.cargo/bin:$PATH
    [ "$home" = "$HOME" ] || export RUSTUP_HOME=${RUSTUP_HOME:-$home/.rustup}
  fi
done
export PATH

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif have sudo; then if [ -t 0 ]; then sudo "$@"; else sudo -n "$@"; fi
  else die "this needs root, and sudo is not installed" "run as root: $*"
  fi
}

# Where the page's compiler comes from: `path` when the compiler on the PATH can compile for wasm32, else `debian`.
# DISCOVERY_WASM=debian forces the second.
wasm_way() {
  if [ "${DISCOVERY_WASM:-}" != debian ] && std_for_wasm rustc; then echo path; else echo debian; fi
}
std_for_wasm() { compgen -G "$("$1" --print target-libdir --target wasm32-unknown-unknown 2>/dev/null)/libstd-*.rlib" >/dev/null; }
debian_wasm=$root/target/debian-wasm

# `page_cargo build …`: cargo for wasm32, whichever way it comes. Its output is below $(page_target).
page_target() { if [ "$(wasm_way)" = path ]; then echo "$target"; else echo "$target/page-of-debian"; fi; }
page_cargo() {
  if [ "$(wasm_way)" = path ]; then
    cargo "$@" --target wasm32-unknown-unknown
  else
    # Flags for one target are joined with those of .cargo/config.toml; RUSTFLAGS replaces all of them.
    local sysroot="--sysroot $debian_wasm/sysroot" flags
    if [ -n "${RUSTFLAGS:-}" ]; then flags="RUSTFLAGS=$sysroot $RUSTFLAGS"; else flags="CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$sysroot"; fi
    env -u RUSTC PATH="/usr/bin:$PATH" CARGO_TARGET_DIR="$(page_target)" "$flags" \
      /usr/bin/cargo "$@" --target wasm32-unknown-unknown
  fi
}
