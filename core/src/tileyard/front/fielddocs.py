"""What a struct's author wrote beside each field, for the schemas: a trailing comment or a text below the field."""

from __future__ import annotations

import ast
import inspect
import io
import re
import textwrap
import tokenize
from functools import lru_cache

__all__ = ["field_docs"]

# Words for tools, not for readers.
_PRAGMA = re.compile(r"^(noqa|type:|pyright:|ruff:|pragma:|fmt:)")


@lru_cache(maxsize=1024)
def field_docs(kind: type) -> dict[str, str]:
    """The docs of the fields ``kind`` itself declares and those it inherits, by name; none without source code."""
    docs: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.partition(".")[0] not in ("builtins", "msgspec", "typing"):
            docs |= _own(base)
    return docs


def _own(kind: type) -> dict[str, str]:
    try:
        source = textwrap.dedent(inspect.getsource(kind))
        body = ast.parse(source).body[0]
    except (OSError, TypeError, SyntaxError):
        return {}
    if not isinstance(body, ast.ClassDef):
        return {}
    comments = _comments(source)
    docs: dict[str, str] = {}
    last = ""
    for node in body.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            last = node.target.id
            if comment := comments.get(node.end_lineno or 0):
                docs[last] = comment
            continue
        if last and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            docs[last] = inspect.cleandoc(str(node.value.value))
        last = ""
    return docs


def _comments(source: str) -> dict[int, str]:
    """Comments at the ends of lines, by line number."""
    found: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        text = token.string.lstrip("#: ").strip()
        if token.type == tokenize.COMMENT and token.line[: token.start[1]].strip() and not _PRAGMA.match(text):
            found[token.start[0]] = text
    return found
