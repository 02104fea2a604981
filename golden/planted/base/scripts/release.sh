#!/bin/bash
# Build a release and put it where the web server finds it.
set -euo pipefail

version="$1"
target="/srv/courier/$version"

mkdir -p "$target"
cp -R web/dist/. "$target"
ln -sfn "$target" /srv/courier/current
