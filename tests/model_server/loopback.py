"""A network with nothing in it but loopback, for programs of third parties.

In: nothing. Out: a namespace, commands that run in it, and sockets that listen in it though this process is outside.
It needs Linux and root; `unavailable()` says what is missing. Run as a program, this file is the process that keeps
the namespace: it raises loopback and waits for the end of its standard input.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

_GET_FLAGS, _SET_FLAGS = 0x8913, 0x8914  # SIOCGIFFLAGS, SIOCSIFFLAGS
_UP = 0x1  # IFF_UP
_REQUEST = "16sH22x"  # struct ifreq: name, flags
_NEW_NET = 0x40000000  # CLONE_NEWNET


def raise_loopback() -> None:
    """Bring `lo` up in the network of this process; a new namespace begins with it down.

    Raises:
        OSError: not permitted.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        asked = fcntl.ioctl(any_socket, _GET_FLAGS, struct.pack(_REQUEST, b"lo", 0))
        _, flags = struct.unpack(_REQUEST, asked)
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack(_REQUEST, b"lo", flags | _UP))


def unavailable() -> str | None:
    """Why no such network can be had here; None where it can."""
    missing = [program for program in ("unshare", "nsenter") if shutil.which(program) is None]
    if missing:
        return f"{missing[0]} is not installed"
    tried = subprocess.run(["unshare", "--net", "true"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return f"`unshare --net` is not permitted: {tried.stderr.decode().strip()}" if tried.returncode else None


class LoopbackOnly:
    """The namespace, while it is entered.

    Raises:
        OSError: it cannot be had; ask `unavailable()` first.
    """

    def __init__(self) -> None:
        self._keeper: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> LoopbackOnly:
        argv = ["unshare", "--net", sys.executable, str(Path(__file__).resolve())]
        self._keeper = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        assert self._keeper.stdout is not None
        if self._keeper.stdout.readline() != b"up\n":
            self._close()
            raise OSError("no network of its own could be made")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._close()

    @property
    def place(self) -> str:
        """The file that stands for the namespace."""
        assert self._keeper is not None, "enter it first"
        return f"/proc/{self._keeper.pid}/ns/net"

    def command(self, argv: Sequence[str]) -> list[str]:
        """`argv`, to be run in the namespace. The process becomes the program: its id and its group are the same."""
        return ["nsenter", f"--net={self.place}", "--", *argv]

    def listen(self) -> socket.socket:
        """A socket of this process that is reached from inside the namespace alone, on a free port of 127.0.0.1."""
        made: list[socket.socket] = []
        thread = threading.Thread(target=lambda: made.append(self._listen_inside()))  # a namespace is a thread's own
        thread.start()
        thread.join()
        if not made:
            raise OSError(f"no socket could be opened in {self.place}")
        return made[0]

    def _listen_inside(self) -> socket.socket:
        place = os.open(self.place, os.O_RDONLY)
        try:
            if ctypes.CDLL(None, use_errno=True).setns(place, _NEW_NET) != 0:
                raise OSError(ctypes.get_errno(), "setns")
            return socket.create_server(("127.0.0.1", 0), backlog=256)
        finally:
            os.close(place)

    def _close(self) -> None:
        if self._keeper is not None:
            self._keeper.communicate()  # the end of its input is the end of it


if __name__ == "__main__":
    raise_loopback()
    print("up", flush=True)
    sys.stdin.read()
