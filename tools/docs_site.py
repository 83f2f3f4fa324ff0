"""What the documentation site needs beside docs/: a hook of mkdocs, for `make site`.

It brings in the pages at the root of the project, the rules of every ruleset, the fonts of the web table, and the
source files that pages link to. Links are written for a code host, from file to file; here they become links of the
site.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from fracas.engine.registry import load_ruleset, ruleset_ids

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
"""Files at the root of the project, and what they are called on the site."""
PACKAGES: Final = ROOT / "web" / "node_modules"
NEXT: Final = "@fontsource-variable/atkinson-hyperlegible-next"
FONTS: Final = {
    f"{NEXT}/files/atkinson-hyperlegible-next-latin-wght-normal.woff2": "text.woff2",
    f"{NEXT}/files/atkinson-hyperlegible-next-latin-wght-italic.woff2": "text-italic.woff2",
    f"{NEXT}/LICENSE": "text-licence.txt",
    "@fontsource/alegreya/files/alegreya-latin-700-normal.woff2": "headings.woff2",
    "@fontsource/alegreya/LICENSE": "headings-licence.txt",
}
"""Font files of the web table's packages, with their licences."""
META: Final[dict[str, dict[str, Any]]] = {
    "index.md": {"hide": ["navigation"]},
    "coverage.md": {"search": {"exclude": True}},
}
"""What these pages do without: a list of one page, and a table of everything that hides what people look for."""
GENERATED: Final = re.compile(r"^rules/(\w+)/(.+\.md)$")
LINK: Final = re.compile(r"(!?)\[([^\]]*)\]\(([^)#:]+)((?:#[^)]*)?)\)")
EXAMPLE: Final = re.compile(r"^```example (.*)\n((?:.*\n)*?)```$", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The rules of every ruleset come after the pages for GMs and players."""
    nav = config.nav or []
    titles = [next(iter(section)) for section in nav]
    rules = [{load_ruleset(id).name: [f"rules/{id}/{path.name}" for path in documents(id)]} for id in ruleset_ids()]
    nav.insert(titles.index("Designers"), {"Rules": rules})
    return config


def documents(ruleset: str) -> list[Path]:
    """The documents of a ruleset's rules, in their order."""
    found = (ROOT / "src" / "fracas" / "rulesets" / ruleset / "rules").glob("*.md")
    return sorted(found, key=lambda path: int(path.name.partition("-")[0]))


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what stands outside docs/."""
    outside = {PAGES[name]: ROOT / name for name in PAGES}
    outside |= {f"rules/{id}/{path.name}": path for id in ruleset_ids() for path in documents(id)}
    outside |= {f"assets/fonts/{name}": PACKAGES / path for path, name in FONTS.items()}
    outside |= {"assets/icon.svg": ROOT / "web" / "public" / "icon.svg"}
    pages = [*outside.items(), *[(file.src_uri, Path(str(file.abs_src_path))) for file in files.documentation_pages()]]
    outside |= {shelf(path): ROOT / path for _, page in pages if page.suffix == ".md" for path in sources_in(page)}
    for uri, path in outside.items():
        if not path.is_file():
            raise PluginError(f"{path} is missing; `make site` installs the packages of the pages first")
        files.append(File.generated(config, uri, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Links between files become links between pages, and worked examples fold up."""
    page.meta.update(META.get(page.file.src_uri, {}))
    here = origin(page.file.src_uri)
    text = LINK.sub(lambda found: link(found, here, page.file.src_uri), markdown)
    return EXAMPLE.sub(fold, text) if here.startswith("src/") else text


def origin(uri: str) -> str:
    """The file of the project behind a page of the site."""
    for name, page in PAGES.items():
        if page == uri:
            return name
    rules = GENERATED.match(uri)
    return f"src/fracas/rulesets/{rules[1]}/rules/{rules[2]}" if rules else f"docs/{uri}"


def target_of(link: str, here: str) -> str:
    """The file or folder of the project that a link in this file leads to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(here), link))


def shelf(path: str) -> str:
    """Where a source file is kept on the site, as text."""
    return f"source/{path}.txt"


def sources_in(page: Path) -> list[str]:
    """Files of the project a page links to that are no pages themselves."""
    here = page.relative_to(ROOT).as_posix()
    targets = [target_of(found[3], here) for found in LINK.finditer(page.read_text(encoding="utf-8"))]
    return [path for path in targets if path not in PAGES and not path.startswith("docs/") and (ROOT / path).is_file()]


def link(found: re.Match[str], here: str, uri: str) -> str:
    """One link as the site has it; a folder of the project is only named."""
    mark, text, _, anchor = found.groups()
    path = target_of(found[3], here)
    if path in PAGES:
        path = PAGES[path]
    elif path.startswith("docs/"):
        path = path.removeprefix("docs/")
    elif (ROOT / path).is_file():
        path = shelf(path)
    elif (ROOT / path).is_dir():
        return f"`{text}`"
    else:
        return found[0]
    return f"{mark}[{text}]({posixpath.relpath(path, posixpath.dirname(uri) or '.')}{anchor})"


def fold(found: re.Match[str]) -> str:
    """A worked example, shown when somebody asks for it."""
    lines = ["```", *found[2].splitlines(), "```"]
    title = found[1].replace('"', "'")
    return "\n".join([f'??? example "{title}"', *[f"    {line}" for line in lines]])
