#!/bin/sh
# Builds dist/treelens, the program as a folder that needs no Python, and lets it prove itself.
# The same on Linux, on macOS (there also dist/Treelens.app) and, in Git's bash, on Windows. PYTHON names an interpreter
# of 3.11 or newer that has a shared library. The same sources and the same libraries give the same files.
set -eu
cd "$(dirname "$0")/.."
work=build/folder
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || date +%s)}"
export SOURCE_DATE_EPOCH
export PYTHONHASHSEED=1 CFLAGS="${CFLAGS:-} -g0" QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}"

# An environment that holds Treelens itself, not a link to its sources, and nothing that is only for tests.
"${PYTHON:-python3}" -m venv --clear "$work/venv"
python="$work/venv/bin/python"
[ -x "$python" ] || python="$work/venv/Scripts/python.exe"
rm -rf build/lib build/bdist.* dist/treelens  # setuptools keeps there what was since renamed
"$python" -m pip install --quiet --disable-pip-version-check --constraint packaging/constraints.txt . pyinstaller

# Plugins of Qt that Treelens has no use for, before PyInstaller sees all that these need in turn.
plugins=$("$python" -c 'from PySide6.QtCore import QLibraryInfo as info; print(info.path(info.LibraryPath.PluginsPath))')
for unused in designer egldeviceintegrations generic networkinformation qmllint qmltooling scenegraph sqldrivers tls \
    vectorimageformats; do
  rm -rf "${plugins:?}/$unused"
done
for unused in qgtk3 qeglfs qvnc qvkkhrdisplay qlinuxfb virtualkeyboard qpdf; do
  find "$plugins" -type f -name "*$unused*" -delete
done

rm -rf "$work/treelens"
"$python" -P packaging/icons.py "$work/treelens/pictures"
"$python" -P -m PyInstaller --noconfirm --log-level WARN --workpath "$work" --distpath dist packaging/treelens.spec
if [ "$(uname)" = Linux ]; then  # only these: libraries that wheels have moved about no longer load if stripped
  strip --strip-unneeded dist/treelens/_internal/libpython* dist/treelens/_internal/python3*/lib-dynload/*.so \
    dist/treelens/_internal/treelens/engine/kernels/*.so
fi
"$python" -P packaging/licences.py dist/treelens/licences
du -sh dist/treelens
dist/treelens/treelens --self-test
