"""Fills the pages that are made from the library itself: its words, its extension points, its shipped rules.

MkDocs calls these functions. A line `<!-- words: quantity -->` becomes the pages of all words of that kind;
`<!-- extension points -->`, `<!-- choices -->`, `<!-- expansions -->`, `<!-- options -->` and `<!-- saved parts -->`
become tables,
and `<!-- file: PATH -->` a file of the project. The pages of the expansions are made whole.

`python docs/generate.py` writes what is made from the language into the pages themselves, between such a line and
`<!-- end of … -->`, so that they can be read without building anything; a test says when that is due.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import expansion_pages
import finding_pages
import gallery_pages
import key_pages
import law_pages
import mistake_pages
import planted_pages
import replay_sample
import saved_parts
import word_pages
from rule_ids import ROOT

from carcassonne.notation.schemas import FOLDER, SCHEMAS
from carcassonne.read.schema import FILES
from carcassonne.report.schemas.making import SHIPPED as WRITTEN_FILES

if TYPE_CHECKING:
    from mkdocs.structure.files import Files

SHIPPED = "Shipped rules"
FILE = re.compile(r"^<!-- file: ([\w./-]+) -->$", re.MULTILINE)
MARKER = re.compile(
    r"^<!-- ((?!end of )[a-z ]+)(?:: (\w+))? -->$(?:\n(?:(?!<!-- ).*\n)*<!-- end of \1(?:: \2)? -->$)?", re.MULTILINE
)
TUTORIALS: Final = tuple(f"tutorial-first-{name}.md" for name in ("tile", "set", "house-rule", "expansion"))
WRITTEN: Final = ("words.md", "expansions.md", "jcloisterzone.md", "testing-a-variant.md", "planted.md", *TUTORIALS)
"""Pages that hold what is generated in the checkout, too."""
MAKERS = {
    "words": word_pages.words_of,
    "extension points": lambda _: word_pages.extension_points(),
    "choices": lambda _: word_pages.choices(),
    "expansions": lambda _: "\n".join(expansion_pages.described()),
    "options": lambda _: expansion_pages.all_options(),
    "saved parts": lambda _: saved_parts.parts(),
    "laws": lambda _: law_pages.laws(),
    "subjects of laws": lambda _: law_pages.subjects(),
    "planted faults": lambda _: planted_pages.planted(),
    "findings": lambda _: finding_pages.findings(),
    "keys": key_pages.keys,
    "mistake": mistake_pages.mistake,
}


def on_config(config: Any) -> Any:
    """Put the pages of the expansions into the navigation."""
    for entry in config.nav:
        if SHIPPED in entry:
            entry[SHIPPED] += [{title: path} for title, path in expansion_pages.titles()]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages of the expansions, the gallery with its pictures, the schemas, and a replay page."""
    from mkdocs.structure.files import File

    for path, text in (expansion_pages.pages() | gallery_pages.pages() | schemas()).items():
        files.append(File.generated(config, path, content=text))
    files.append(File.generated(config, replay_sample.PATH, content=replay_sample.page()))
    return files


def schemas() -> dict[str, str]:
    """The JSON Schemas of records and of the files that people write, as they stand in the package."""
    files = [FOLDER / f"{name}.json" for name in SCHEMAS]
    files += [WRITTEN_FILES / f"{name}.json" for name in FILES]
    return {f"schemas/{file.name}": file.read_text(encoding="utf-8") for file in files}


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put what is generated in place of its marker."""
    return filled(markdown)


def filled(markdown: str) -> str:
    """A page with everything in place of its markers.

    >>> print(filled("<!-- file: changes/2.feature.md -->").splitlines()[0])
    ```text title="changes/2.feature.md"
    """
    markdown = FILE.sub(lambda found: shown(found[1]), markdown)
    return MARKER.sub(lambda found: MAKERS[found[1]](found[2]) if found[1] in MAKERS else found[0], markdown)


def shown(path: str) -> str:
    """A file of the project as a block."""
    kind = {"yaml": "yaml", "py": "python"}.get(path.rpartition(".")[2], "text")
    return f'```{kind} title="{path}"\n{(ROOT / path).read_text(encoding="utf-8").rstrip()}\n```'


def written(markdown: str) -> str:
    """A page with everything behind its marker, which stays with another one at the end.

    >>> print(written("<!-- choices -->").splitlines()[2][:50])
    | key | what it lists | keys beside it | later ste
    """

    def block(found: re.Match[str]) -> str:
        name = f"{found[1]}: {found[2]}" if found[2] else found[1]
        return f"<!-- {name} -->\n\n{MAKERS[found[1]](found[2])}\n\n<!-- end of {name} -->"

    return MARKER.sub(lambda found: block(found) if found[1] in MAKERS else found[0], markdown)


def main() -> None:
    """Write the pages of the checkout anew."""
    for name in WRITTEN:
        path = ROOT / "docs" / name
        path.write_text(written(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
