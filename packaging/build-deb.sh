#!/bin/sh
# Packs dist/treelens (made by build-folder.sh if it is not there) as a Debian package: dist/treelens_VERSION_ARCH.deb.
# Runs on Debian or Ubuntu with dpkg-deb and objdump, as any user. The package runs on releases with the C library of
# the machine it was built on, or a newer one. The same folder gives the same package. COMPRESSION=none is quick.
set -eu
cd "$(dirname "$0")/.."
[ -x dist/treelens/treelens ] || sh packaging/build-folder.sh
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || date +%s)}"
export SOURCE_DATE_EPOCH
root=build/deb
version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
architecture=$(dpkg --print-architecture)

rm -rf "$root"
install -d "$root/DEBIAN" "$root/usr/bin" "$root/usr/lib" "$root/usr/share/doc/treelens" "$root/usr/share/icons"
cp -a dist/treelens "$root/usr/lib/treelens"
ln -s ../lib/treelens/treelens "$root/usr/bin/treelens"
cp -r build/folder/treelens/pictures/hicolor "$root/usr/share/icons/"
install -Dm644 -t "$root/usr/share/applications" packaging/desktop/*.desktop
install -Dm644 -t "$root/usr/share/metainfo" packaging/desktop/*.metainfo.xml
install -Dm644 -t "$root/usr/share/mime/packages" packaging/desktop/treelens.xml
cp packaging/deb/copyright "$root/usr/share/doc/treelens/copyright"
{ echo "License: MIT"; sed -e '1,4d' -e 's/^$/./' -e 's/^/ /' LICENSE; } >>"$root/usr/share/doc/treelens/copyright"
gzip -9n <CHANGELOG.md >"$root/usr/share/doc/treelens/changelog.gz"

# The newest version of the C library that anything in the folder asks for.
libc=$(find "$root/usr/lib/treelens" -type f \( -name '*.so*' -o -name treelens \) -exec objdump -T {} + 2>/dev/null |
  grep -o 'GLIBC_2\.[0-9]*' | sort -Vu | tail -n 1 | cut -d_ -f2)
size=$(du -sk --apparent-size "$root/usr" | cut -f1)
sed -e "s/@version@/$version/" -e "s/@architecture@/$architecture/" -e "s/@libc@/$libc/" -e "s/@size@/$size/" \
  packaging/deb/control >"$root/DEBIAN/control"
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum) >"$root/DEBIAN/md5sums"

find "$root" -type d -exec chmod 755 {} +
find "$root" -type f ! -perm -u+x -exec chmod 644 {} +
find "$root" -type f -perm -u+x -exec chmod 755 {} +
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group "-Z${COMPRESSION:-xz}" --build "$root" "dist/treelens_${version}_${architecture}.deb"
