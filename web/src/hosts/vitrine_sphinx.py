"""Sphinx extension: the directive `vitrine` shows a model.

conf.py:

    import sys
    sys.path.append("node_modules/vitrine/dist/hosts")
    extensions = ["vitrine_sphinx"]

A page:

    .. vitrine:: models/column.md5mesh
       :animations: models/bend.md5anim
       :alt: A column that bends
       :controls:

Files that lie beside the page come into the built site, the element's own into its folder _static/vitrine. Every other
attribute of the element is an option too.
"""

import re
from html import escape
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective
from vitrine_files import copy_files, put

TEXT = ("animations", "textures", "alt", "action", "time", "speed", "poster", "overlays", "read", "background")
TEXT += ("camera-orbit", "camera-target", "field-of-view")
FLAGS = ("controls", "playing", "loop")
FILES = ("animations", "poster")


class Viewer(SphinxDirective):
    required_arguments = 1
    final_argument_whitespace = True
    has_content = False
    option_spec = {
        **{name: directives.unchanged for name in TEXT},
        **{name: directives.flag for name in FLAGS},
        "images": directives.unchanged,
    }

    def run(self):
        options = dict(self.options)
        images = options.pop("images", "").split()
        for name in [*self.arguments[0].split(), *images, *" ".join(options.get(key) or "" for key in FILES).split()]:
            self.take(name)
        attributes = {"src": self.arguments[0], **options}
        text = "".join(
            f" {key}" if key in FLAGS else f' {key}="{escape(value or "", quote=True)}"' for key, value in attributes.items()
        )
        return [nodes.raw("", f"<vitrine-viewer{text}></vitrine-viewer>", format="html")]

    def take(self, name):
        """A file beside the page lies beside it in the built site too."""
        if re.match(r"[a-z]+:|/", name):
            return
        below, path = self.env.relfn2path(name)
        if not Path(path).is_file():
            self.state.document.reporter.warning(f"vitrine: there is no file {name}", line=self.lineno)
            return
        self.env.note_dependency(below)
        self.env.vitrine_files = {**getattr(self.env, "vitrine_files", {}), below: path}


def link(app, pagename, templatename, context, doctree):
    if doctree is not None and any("<vitrine-viewer" in node.astext() for node in doctree.findall(nodes.raw)):
        app.add_css_file("vitrine/styles/element.css")
        app.add_js_file("vitrine/element.js", type="module")


def copy(app, error):
    if error or app.builder.format != "html":
        return
    out = Path(app.outdir)
    copy_files(out / "_static/vitrine")
    for below, path in getattr(app.env, "vitrine_files", {}).items():
        put(Path(path), out / below)


def setup(app):
    app.add_directive("vitrine", Viewer)
    app.connect("html-page-context", link)
    app.connect("build-finished", copy)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
