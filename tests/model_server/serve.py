"""The scripted model server as a program: `python tests/model_server/serve.py SCRIPT --log LOG --port-file FILE`.

Inside `unshare --net` give `--loopback`, which raises the interface first. It serves until it is ended (TERM or
Ctrl-C).
"""

from __future__ import annotations

import argparse
import signal
import socket
import sys
from pathlib import Path

if __package__ in (None, ""):  # started as a file: its own folder is no place to import from
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from tests.model_server.loopback import raise_loopback
from tests.model_server.script import Script
from tests.model_server.server import ModelServer


def main() -> None:
    """Serve a script."""
    parser = argparse.ArgumentParser(description="A model server that follows a script.")
    parser.add_argument("script", type=Path, help="a JSON file, see README.md beside this program")
    parser.add_argument("--port", type=int, default=0, help="0 for a free one")
    parser.add_argument("--port-file", type=Path, help="gets the number once the port is open")
    parser.add_argument("--log", type=Path, help="gets a JSON line for each request, and one when it is done with")
    parser.add_argument("--loopback", action="store_true", help="raise `lo` first, in a network of its own")
    given = parser.parse_args()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})  # before the thread, which inherits it
    if given.loopback:
        raise_loopback()
    listening = socket.create_server(("127.0.0.1", given.port), backlog=256)
    with ModelServer(Script.load(given.script), log=given.log, listening=listening) as server:
        if given.port_file:
            written = given.port_file.with_name(given.port_file.name + ".part")
            written.write_text(f"{listening.getsockname()[1]}\n", encoding="ascii")
            written.replace(given.port_file)
        print(server.url, flush=True)
        signal.sigwait({signal.SIGTERM, signal.SIGINT})


if __name__ == "__main__":
    main()
