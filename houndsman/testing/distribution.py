"""A distribution as an installer leaves it, for tests of what is found once it is installed.

In: a folder, and source by plugin. Out: modules and metadata in it; put the folder on `sys.path` (or in `PYTHONPATH`)
and the plugins are installed. An installer and the network are not needed: a folder with its metadata is all that the
import system asks of a distribution.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

from houndsman.plugin_manager import GROUP


def write_distribution(
    site: Path, distribution: str, plugins: Mapping[str, str], version: str = "1.0"
) -> Sequence[str]:
    """Lay a distribution out in `site`.

    Args:
        site: a folder of its own, which is made.
        distribution: its name.
        plugins: the source of each plugin by its name, the entry point's.
        version: its version.

    Returns:
        The modules, in the order of `plugins`. A test that imports them should forget them: `sys.modules.pop`.
    """
    # With underscores, as in a wheel: what stands before the first hyphen is taken for the name.
    info = site / f"{distribution.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n", "utf-8")
    modules = {name: f"{distribution}_{name}".replace("-", "_") for name in plugins}
    for name, source in plugins.items():
        (site / f"{modules[name]}.py").write_text(textwrap.dedent(source), "utf-8")
    lines = [f"[{GROUP}]", *(f"{name} = {module}" for name, module in modules.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    return list(modules.values())
