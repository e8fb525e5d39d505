#!/bin/sh
# Proves the Debian package: installs it with apt on a bare Debian, in a folder, and lets the program work there.
#   packaging/prove-deb.sh [PACKAGE] [RELEASE] [FOLDER]
# Needs root, debootstrap and a network (for Debian's own packages; the program itself is run without one). FOLDER, by
# default below /tmp, holds the bare Debian, is used again if it is there, and gets proof/window.png, which is to be
# looked at, among what else the program wrote.
set -eu
cd "$(dirname "$0")/.."
package=${1:-$(find dist -name "treelens_*.deb" | sort -V | tail -n 1)}
release=${2:-bookworm}
base=${3:-/tmp/treelens-proof/$release}
root=$base/root

if [ ! -f "$base/bare.tar" ]; then
  mkdir -p "$base"
  debootstrap --variant=minbase "$release" "$base/bare" http://deb.debian.org/debian >"$base/debootstrap.log"
  tar -C "$base/bare" -cf "$base/bare.tar" . && rm -rf "$base/bare"
fi
rm -rf "$root" && mkdir -p "$root"
tar -C "$root" -xf "$base/bare.tar"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp "$package" "$root/tmp/treelens.deb"
inside() { env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"; }

echo "== a bare $release: no Python, no Qt"
inside chroot "$root" sh -c '! command -v python3 && ! ls /usr/lib/*/libQt* 2>/dev/null'

echo "== apt installs $package"
inside chroot "$root" apt-get -qq update
inside chroot "$root" env DEBIAN_FRONTEND=noninteractive \
  apt-get -qq -y --no-install-recommends install /tmp/treelens.deb >"$base/apt.log" 2>&1 || { tail "$base/apt.log"; exit 1; }
inside chroot "$root" dpkg --status treelens | grep -E '^(Status|Version|Installed-Size):'
inside chroot "$root" sh -c '! command -v python3'

# As a user who owns nothing but a home, in a network of its own that leads nowhere.
mkdir -p "$root/home/reader" && chown 1000:1000 "$root/home/reader"
mount -t tmpfs tmpfs "$root/dev/shm" 2>/dev/null || { mkdir -p "$root/dev/shm" && mount -t tmpfs tmpfs "$root/dev/shm"; }
mount -t proc proc "$root/proc"
trap 'umount "$root/proc" "$root/dev/shm"' EXIT
reader() {
  env -i HOME=/home/reader PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    unshare --net chroot --userspec=1000:1000 "$root" sh -c "cd && $1"
}
demo=/usr/lib/treelens/_internal/treelens/resources/demo

echo "== treelens --version";   reader 'treelens --version'
echo "== treelens --self-test"; reader 'treelens --self-test --keep proof'
echo "== treelens score";       reader "treelens score $demo/gold.mrg $demo/berkeley.mrg $demo/stanford.mrg"
echo "== in processes";         reader "mkdir -p many && for n in \$(seq 40); do cp $demo/berkeley.mrg many/\$n.mrg; done &&
  treelens score $demo/gold.mrg many --format csv --jobs 2 | cut -d, -f7 | sort | uniq -c"
echo "== treelens demo";        reader 'treelens demo --goto 15 --screenshot proof/window.png'
echo "== treelens figure";      reader "treelens figure $demo/gold.mrg $demo/berkeley.mrg --id 15 --width page --fold -o proof/15.pdf"

echo "== what desktops read"
for file in usr/share/applications/io.github.treelens.treelens.desktop usr/share/mime/packages/treelens.xml \
    usr/share/metainfo/io.github.treelens.treelens.metainfo.xml usr/share/icons/hicolor/scalable/apps/treelens.svg; do
  test -f "$root/$file"
done

echo "== apt removes it"
inside chroot "$root" apt-get -qq -y purge treelens >>"$base/apt.log" 2>&1
if [ -e "$root/usr/lib/treelens" ] || [ -e "$root/usr/bin/treelens" ]; then
  echo "something is left behind" >&2
  exit 1
fi
rm -rf "$base/proof" && cp -r "$root/home/reader/proof" "$base/proof"
echo "== proven; look at $base/proof/window.png"
