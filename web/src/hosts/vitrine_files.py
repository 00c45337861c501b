"""What a viewer fetches, of the files of the package: `vitrine copy` takes the same."""

import re
import shutil
from pathlib import Path

DIST = Path(__file__).resolve().parent.parent
WANTED = re.compile(
    r"(element(-controls)?|engine-(worker|extras|onpage)|export-images)\.js|vitrine-.*\.(wasm|mjs)|styles/element\.css"
)


def put(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def copy_files(target):
    """Copies them into the folder `target`."""
    for path in DIST.rglob("*"):
        name = path.relative_to(DIST).as_posix()
        if WANTED.fullmatch(name):
            put(path, target / name)
