#!/usr/bin/env python3
"""Which source files may be compiled together: unity.py LINES FILE... prints "group<TAB>file" lines.

Two files share a translation unit only if no name that one keeps for itself (anonymous namespaces, static functions,
macros) is known to the other, and if they open the same namespaces with `using namespace`. Who fits nowhere stays alone."""
import re
import sys
from pathlib import Path

IDENTIFIER = r"[A-Za-z_]\w*"
# A name that is declared: before "(", "=", "{", ";", "[" or ":", or after the word that says what it is.
DECLARED = re.compile(rf"(?:\b(?:struct|class|enum(?:\s+class)?|namespace|concept)\s+({IDENTIFIER}))|({IDENTIFIER})\s*(?=[({{=;\[])")
WORDS = {"if", "for", "while", "switch", "return", "sizeof", "requires", "decltype", "noexcept", "operator", "const", "override", "final",
         "TEST_CASE", "TEST_SUITE", "default", "delete", "alignas", "static_assert", "std", "wend", "struct",
         "double", "int", "bool", "void", "auto", "friend", "public", "private"}


def plain(text):
    """Without comments and the inside of literals."""
    pattern = r'R"(\w*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*(?:.|\n)*?\*/'
    return re.sub(pattern, lambda m: '""' if m.group(0)[0] in 'R"' else " ", text)


def outer_parts(text):
    """(text outside of all braces but those of namespaces, the same of anonymous namespaces)."""
    everywhere, private = [], []
    kinds = []  # of the open braces: "named", "anonymous" or "body"
    begin = 0
    for m in re.finditer(r"[{}]", text):
        piece = text[begin:m.start()]
        begin = m.end()
        if "body" not in kinds:
            tail = piece + m.group(0)
            everywhere.append(tail)
            if "anonymous" in kinds:
                private.append(tail)
        if m.group(0) == "}":
            if kinds:
                kinds.pop()
            continue
        head = re.search(rf"\bnamespace\s*((?:{IDENTIFIER}(?:\s*::\s*)?)*)\s*$", piece)
        inside = "body" in kinds
        kinds.append("body" if inside or not head else "named" if head.group(1).strip() else "anonymous")
    everywhere.append(text[begin:])
    return "".join(everywhere), "".join(private)


def without_parentheses(text):
    """Parameters are nobody's business."""
    while True:
        shorter = re.sub(r"\([^()]*\)", "(", text)
        if shorter == text:
            return text
        text = shorter


def names(text):
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    text = without_parentheses(text)
    text = re.sub(r"\btemplate\s*<[^{;(]*?>(?=\s*[\w\[:])", "", text)
    text = re.sub(rf"\b(struct|class|enum)\s+(class\s+)?({IDENTIFIER})[^;{{(=]*{{", r"struct \3 ;", text)  # without bases
    text = re.sub(r"=[^;{]*", "=", text)  # without values
    found = set()
    for m in DECLARED.finditer(text):
        if m.group(1) or text[max(0, m.start() - 2):m.start()] != "::":
            found.add(m.group(1) or m.group(2))
    return found - WORDS


class Source:
    def __init__(self, path, roots, headers):
        text = plain(path.read_text(encoding="utf-8", errors="replace"))
        everywhere, private = outer_parts(text)
        self.path = path
        self.lines = text.count("\n")
        statics = " ".join(re.findall(r"^\s*static\b[^;{]*[;{]", everywhere, re.M))
        self.macros = set(re.findall(rf"#\s*define\s+({IDENTIFIER})", text))
        self.own = names(private) | names(statics) | self.macros
        self.opened = frozenset(re.findall(r"^\s*using\s+namespace\s+([\w:]+)", everywhere, re.M))
        self.known = names(everywhere)
        for header in headers.of(path, text, roots):
            self.known |= headers.names[header]


class Headers:
    """Names at namespace scope of our own headers, and which of them a file sees."""

    def __init__(self):
        self.names, self.includes = {}, {}

    def read(self, header, roots):
        if header in self.names:
            return
        text = header.read_text(encoding="utf-8", errors="replace")
        bare = plain(text)
        self.names[header] = names(outer_parts(bare)[0]) | set(re.findall(rf"#\s*define\s+({IDENTIFIER})", bare))
        self.includes[header] = []
        self.includes[header] = self.direct(header, text, roots)

    def direct(self, path, text, roots):
        found = []
        for name in re.findall(r'#\s*include\s*[<"]([^>"]+)[>"]', text):
            for root in [path.parent, *roots]:
                if (root / name).is_file():
                    header = (root / name).resolve()
                    self.read(header, roots)
                    found.append(header)
                    break
        return found

    def of(self, path, _, roots):
        todo, seen = self.direct(path, path.read_text(encoding="utf-8", errors="replace"), roots), set()
        while todo:
            header = todo.pop()
            if header not in seen:
                seen.add(header)
                todo += self.includes[header]
        return seen


def clash(a, b):
    return a.opened != b.opened or bool(a.own & b.known) or bool(b.own & a.known) or bool(a.macros) or bool(b.macros)


def main():
    most, project, files = int(sys.argv[1]), Path(sys.argv[2]), [Path(f).resolve() for f in sys.argv[3:]]
    roots = [project / "src", project / "include", project / "tests", project / "apps/common", project / "apps/wend"]
    headers = Headers()
    groups = []
    for source in (Source(path, roots, headers) for path in sorted(files)):
        for group in groups:
            if sum(s.lines for s in group) + source.lines <= most and not any(clash(source, other) for other in group):
                group.append(source)
                break
        else:
            groups.append([source])
    for number, group in enumerate(groups):
        for source in group:
            if len(group) > 1:
                print(f"{number}\t{source.path}")


if __name__ == "__main__":
    main()
