#!/bin/sh
# Packs dist/treelens (made by build-folder.sh if it is not there) as one file that runs on most Linux desktops:
# dist/Treelens-VERSION-ARCH.AppImage. Needs appimagetool on the PATH; without it the AppDir is left in build/appimage,
# where AppRun is the same program. Build on the oldest Linux that is to be supported: its C library is the least needed.
set -eu
cd "$(dirname "$0")/.."
[ -x dist/treelens/treelens ] || sh packaging/build-folder.sh
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || date +%s)}"
export SOURCE_DATE_EPOCH
id=io.github.treelens.treelens
root=build/appimage/Treelens.AppDir
version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
architecture=$(uname -m)

rm -rf "$root"
install -d "$root/usr/bin" "$root/usr/lib" "$root/usr/share/icons"
cp -a dist/treelens "$root/usr/lib/treelens"
cp -r build/folder/treelens/pictures/hicolor "$root/usr/share/icons/"
install -Dm644 -t "$root/usr/share/applications" "packaging/desktop/$id.desktop"
install -Dm644 "packaging/desktop/$id.metainfo.xml" "$root/usr/share/metainfo/$id.appdata.xml"
install -Dm644 -t "$root/usr/share/mime/packages" packaging/desktop/treelens.xml
ln -s ../lib/treelens/treelens "$root/usr/bin/treelens"
ln -s usr/bin/treelens "$root/AppRun"
ln -s "usr/share/applications/$id.desktop" "$root/$id.desktop"
ln -s usr/share/icons/hicolor/256x256/apps/treelens.png "$root/treelens.png"
ln -s treelens.png "$root/.DirIcon"
"$root/AppRun" --self-test

if command -v appimagetool >/dev/null; then
  ARCH=$architecture appimagetool "$root" "dist/Treelens-$version-$architecture.AppImage"
else
  echo "appimagetool is not here; $root/AppRun runs as it is" >&2
fi
