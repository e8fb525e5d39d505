#!/bin/sh
# Installs the system packages that Qt, figures and the build need, where apt is there and something is missing;
# told `tests`, also the programs that tests look at pages, windows and figures with.
# Anything that cannot be installed is named and left: what does not need it still works.
set -u
command -v apt-get >/dev/null 2>&1 || exit 0

missing=""
want() { missing="$missing $1"; }

for pair in libEGL.so.1:libegl1 libGL.so.1:libgl1 libglib-2.0.so.0:libglib2.0-0 libdbus-1.so.3:libdbus-1-3 \
    libfontconfig.so.1:libfontconfig1 libxkbcommon.so.0:libxkbcommon0 libxcb-cursor.so.0:libxcb-cursor0 \
    libxcb-icccm.so.4:libxcb-icccm4 libxcb-keysyms.so.1:libxcb-keysyms1 libxcb-shape.so.0:libxcb-shape0 \
    libxkbcommon-x11.so.0:libxkbcommon-x11-0; do
  ldconfig -p 2>/dev/null | grep -q "${pair%%:*}" || want "${pair#*:}"
done
"${PYTHON:-python3}" -c 'import venv, ensurepip' 2>/dev/null || want python3-venv
command -v cc >/dev/null 2>&1 || want gcc
# Figures are set in Liberation, as wide as Times and Helvetica, where neither of these is there.
find /usr/share/fonts /usr/local/share/fonts "$HOME/.fonts" "$HOME/.local/share/fonts" -type f 2>/dev/null |
  grep -qiE 'liberationserif|times|nimbusroman|termes|tinos' || want fonts-liberation
if [ "${1:-}" = tests ]; then
  for pair in Xvfb:xvfb chromium:chromium pdftotext:poppler-utils rsvg-convert:librsvg2-bin; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || want "${pair#*:}"
  done
  [ -n "$(fc-list :lang=zh 2>/dev/null)" ] || want fonts-wqy-microhei
fi

[ -z "$missing" ] && exit 0
echo "Installing system packages:$missing"
as_root=""
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null 2>&1 && as_root="sudo -n" || { echo "Not root: please install them yourself." >&2; exit 0; }
fi
$as_root apt-get update -qq >/dev/null 2>&1
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 ||
  echo "Some of these could not be installed:$missing" >&2
exit 0
