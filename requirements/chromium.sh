#!/bin/sh
# A Chromium for the browser tests: one that is there, else Debian's, which only root can install.
set -eu
for name in "${LITEPYRAMID_CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && command -v "$name" > /dev/null; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    apt-get -qq update
    exec apt-get -qq install -y chromium
fi
echo "no Chromium: install one (Debian: apt-get install chromium), or name yours in LITEPYRAMID_CHROMIUM" >&2
exit 1
