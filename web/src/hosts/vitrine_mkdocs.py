"""MkDocs hook: <vitrine-viewer> in the pages of a site.

mkdocs.yml:

    hooks:
      - node_modules/vitrine/dist/hosts/vitrine_mkdocs.py

The element's files come into the folder `vitrine` of the built site; pages that show a viewer link them.
"""

import sys
from pathlib import Path

from mkdocs.utils import get_relative_url

sys.path.append(str(Path(__file__).resolve().parent))
from vitrine_files import copy_files  # noqa: E402


def head(base):
    """The two lines that a page with a viewer has in its head; `base` is the address of the folder of the files."""
    return (
        f'<link rel="stylesheet" href="{base}/styles/element.css">\n'
        f'<script type="module" src="{base}/element.js"></script>\n'
    )


def on_post_page(output, page, config):
    if "<vitrine-viewer" not in output:
        return output
    return output.replace("</head>", head(get_relative_url("vitrine", page.url)) + "</head>", 1)


def on_post_build(config):
    copy_files(Path(config["site_dir"]) / "vitrine")
