#!/usr/bin/env bash
# Brings what Accy builds and tests with, from Debian's packages. Idempotent: packages that are already there are left
# alone, and with nothing missing it needs neither root nor a network. Otherwise it installs them as root, or says which
# are missing and ends with an error.
set -euo pipefail

packages=(
  cmake ninja-build make ccache pkg-config git ca-certificates
  gcc g++ clang-22 clang-format-22 lld-22 libclang-rt-22-dev
  llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
  spirv-tools libspirv-cross-c-shared-dev libcjson-dev libcmocka-dev libffi-dev
  libvulkan-dev mesa-vulkan-drivers vulkan-validationlayers
  python3 python3-jsonschema python3-numpy
  nodejs chromium wabt qemu-user
)

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [ "$status" = "install ok installed" ] || missing+=("$package")
done
[ "${#missing[@]}" -gt 0 ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
  echo "error: these Debian packages are missing: ${missing[*]}" >&2
  echo "note: install them with: sudo apt-get install --no-install-recommends ${missing[*]}" >&2
  exit 1
fi

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${missing[@]}"
