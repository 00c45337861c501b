"""What a viewer fetches, of the files of the package: what `vitrine copy` copies."""

import json
import shutil
from pathlib import Path

DIST = Path(__file__).resolve().parent.parent


def put(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def copy_files(target):
    """Copies them into the folder `target`."""
    for name in json.loads((DIST / "element-files.json").read_text(encoding="utf-8")):
        put(DIST / name, target / name)
