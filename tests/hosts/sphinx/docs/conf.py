import sys

sys.path.append("node_modules/vitrine/dist/hosts")
project = "A site"
extensions = ["vitrine_sphinx"]
